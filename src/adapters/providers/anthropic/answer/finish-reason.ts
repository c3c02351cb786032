import type { FinishReason } from '../../../../domain/chat/chunk.ts'
import { nonEmptyOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { laterFields } from './later-fields.ts'

const FINISH_REASONS: ReadonlyMap<unknown, FinishReason> = new Map([
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['refusal', 'content_filter'],
])

/** `end_turn`, `stop_sequence`, `pause_turn`, and a word that no table knows, are ends like any other. */
export const toFinishReason = (stopReason: unknown): FinishReason => FINISH_REASONS.get(stopReason) ?? 'stop'

/** The stop text that ended the answer. `ended` holds stop_reason and stop_sequence. */
export const matchedStopOf = (ended: Wire): { readonly matched_stop?: string } => {
  const stop = ended['stop_reason'] === 'stop_sequence' ? nonEmptyOf(ended['stop_sequence']) : null
  return stop === null ? {} : { matched_stop: stop }
}

/** The provider's words of a refusal; null if there are none. `ended` holds stop_reason and stop_details. */
export const refusalOf = (ended: Wire): string | null =>
  ended['stop_reason'] === 'refusal' ? nonEmptyOf(objectOf(ended['stop_details'])?.['explanation']) : null

/** What is read of how an answer ends. */
const END_FIELDS = ['stop_reason', 'stop_sequence', 'stop_details'] as const

/** A later report of the end over an earlier one. */
export const laterEnd = (earlier: Wire, later: unknown): Wire =>
  laterFields(END_FIELDS, earlier, later, (report, name) => Object.hasOwn(report, name))
