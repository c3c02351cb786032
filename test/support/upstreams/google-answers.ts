import type { Script } from './scripted-upstream.ts'
import { answersJson, frame } from './upstream-scripts.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * `usageMetadata` in which every part counts: 20 of the prompt (5 of them cached), 7 of the answer, 11 of reasoning.
 */
export const USAGE: Json = {
  promptTokenCount: 20,
  cachedContentTokenCount: 5,
  candidatesTokenCount: 7,
  thoughtsTokenCount: 11,
  totalTokenCount: 38,
  promptTokensDetails: [{ modality: 'TEXT', tokenCount: 20 }],
}

/** A whole answer, or one event of a stream. */
export const content = (parts: readonly Json[], finishReason: string | null = 'STOP', more: Json = {}): Json => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...(finishReason === null ? {} : { finishReason }) }],
  usageMetadata: USAGE,
  modelVersion: 'gemini',
  responseId: 'resp-1',
  ...more,
})

export const blockedPrompt = (): Json => ({
  promptFeedback: { blockReason: 'PROHIBITED_CONTENT', safetyRatings: [] },
  usageMetadata: { promptTokenCount: 20, totalTokenCount: 20 },
  responseId: 'resp-1',
})

/** An error in Google's shape. */
export const googleError = (code: number, status: string, message: string, details: readonly Json[] = []): Json => ({
  error: { code, status, message, details },
})

export const RETRY_IN_17_S: Json = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '16.2s' }

export const BAD_KEY: Script = answersJson(
  googleError(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
  ]),
  400,
)

export const RATE_LIMITED: Script = answersJson(
  googleError(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.', [
    { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [] },
    RETRY_IN_17_S,
  ]),
  429,
)

/** The text of a stream of these events. */
export const events = (...answers: readonly Json[]): string => answers.map((answer) => frame(answer)).join('')

/** A text cut into pieces of so many bytes, characters in the middle too. */
export const cutUp = (text: string, pieceBytes: number): readonly Buffer[] => {
  const bytes = Buffer.from(text, 'utf8')
  return Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  )
}
