import { headerOf } from './upstream-http.ts'
import type { UpstreamHeaders } from './upstream-http.ts'

/**
 * Whole seconds, rounded up, that the upstream asks us to wait: `retry-after-ms`, else `retry-after` in seconds,
 * or as an HTTP date, which is read against the upstream's own `date` so that clocks need not agree.
 * Null if there is none or it makes no sense.
 */
export const retryAfterSeconds = (headers: UpstreamHeaders): number | null => {
  const milliseconds = decimal(headerOf(headers, 'retry-after-ms'))
  if (milliseconds !== null) return Math.ceil(milliseconds / 1000)
  const text = headerOf(headers, 'retry-after')
  if (text === null) return null
  const seconds = decimal(text)
  if (seconds !== null) return Math.ceil(seconds)
  const waitMs = Date.parse(text) - Date.parse(headerOf(headers, 'date') ?? '')
  return Number.isNaN(waitMs) ? null : Math.max(0, Math.ceil(waitMs / 1000))
}

const decimal = (text: string | null): number | null =>
  text !== null && /^\d{1,9}(\.\d{1,9})?$/.test(text.trim()) ? Number(text) : null
