import { nonEmptyOf, objectOf } from '../wire.ts'
import type { Wire } from '../wire.ts'

/** `failed`: the provider broke its own answer off, whatever came before. Google ends tool calls with `stop`, too. */
export type GoogleFinish = 'stop' | 'length' | 'content_filter' | 'failed'

const FINISH_REASONS: ReadonlyMap<string, GoogleFinish | null> = new Map([
  ['FINISH_REASON_UNSPECIFIED', null],
  ['STOP', 'stop'],
  ['MAX_TOKENS', 'length'],
  // The provider would go on for the price of a second prompt; the answer is as long as it got.
  ['CONTINUATION', 'length'],
  ['SAFETY', 'content_filter'],
  ['RECITATION', 'content_filter'],
  ['LANGUAGE', 'content_filter'],
  ['BLOCKLIST', 'content_filter'],
  ['PROHIBITED_CONTENT', 'content_filter'],
  ['SPII', 'content_filter'],
  ['IMAGE_SAFETY', 'content_filter'],
  ['IMAGE_PROHIBITED_CONTENT', 'content_filter'],
  ['IMAGE_RECITATION', 'content_filter'],
  ['MODEL_ARMOR', 'content_filter'],
  ['ESCALATION', 'content_filter'],
  ['PUP_LIMITED_DISABLED', 'content_filter'],
  ['OTHER', 'failed'],
  ['MALFORMED_FUNCTION_CALL', 'failed'],
  ['MALFORMED_RESPONSE', 'failed'],
  ['UNEXPECTED_TOOL_CALL', 'failed'],
  ['TOO_MANY_TOOL_CALLS', 'failed'],
  ['MISSING_THOUGHT_SIGNATURE', 'failed'],
  ['NO_IMAGE', 'failed'],
  ['IMAGE_OTHER', 'failed'],
])

/** Null while the answer goes on. A word that no table knows is an end like any other. */
export const toFinish = (value: unknown): GoogleFinish | null => {
  const word = nonEmptyOf(value)
  if (word === null) return null
  const known = FINISH_REASONS.get(word)
  return known === undefined ? 'stop' : known
}

/** Whether the prompt itself was refused: Google says so in an answer of status 200 without a candidate. */
export const isPromptBlocked = (answer: Wire): boolean => {
  const reason = nonEmptyOf(objectOf(answer['promptFeedback'])?.['blockReason'])
  return reason !== null && reason !== 'BLOCKED_REASON_UNSPECIFIED'
}
