import { durationText } from '../../domain/limits/duration-text.ts'
import type { RateVerdict } from '../../domain/limits/rate-limit.ts'

/** The headers every authenticated gateway answer carries (contract 3). */
export const rateLimitHeaders = (verdict: RateVerdict): Readonly<Record<string, string>> => ({
  'x-ratelimit-limit-requests': String(verdict.limit),
  'x-ratelimit-remaining-requests': String(verdict.remaining),
  'x-ratelimit-reset-requests': durationText(verdict.resetMs),
})
