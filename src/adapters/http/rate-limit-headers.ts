import type { RateVerdict } from '../../domain/limits/rate-limit.ts'

/** A duration as OpenAI writes it: `350ms`, `1s`, `59.5s`, `6m0s`. */
export const formatDuration = (milliseconds: number): string => {
  if (milliseconds < 1000) return `${Math.ceil(milliseconds)}ms`
  const seconds = Math.ceil(milliseconds / 10) / 100
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${Math.round(seconds % 60)}s`
}

/** The headers every authenticated gateway answer carries (contract 3). */
export const rateLimitHeaders = (admission: RateVerdict): Readonly<Record<string, string>> => ({
  'x-ratelimit-limit-requests': String(admission.limit),
  'x-ratelimit-remaining-requests': String(admission.remaining),
  'x-ratelimit-reset-requests': formatDuration(admission.resetMs),
})
