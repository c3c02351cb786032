import type { FinishReason } from '../../../../domain/chat/chunk.ts'
import { nonEmptyOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'

/** `failed`: the provider ended the answer because it broke, whatever text came before. */
type UpstreamFinish = FinishReason | 'failed' | null

const FINISH_REASONS: ReadonlyMap<string, UpstreamFinish> = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
  ['tool_calls', 'tool_calls'],
  ['content_filter', 'content_filter'],
  // Of the older form of calls, which are read as calls of tools.
  ['function_call', 'tool_calls'],
  ['model_length', 'length'],
  ['max_tokens', 'length'],
  ['max_output_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  // vLLM breaks off an answer that says the same again and again.
  ['repetition', 'length'],
  ['tool_use', 'tool_calls'],
  ['safety', 'content_filter'],
  ['sensitive', 'content_filter'],
  // Google, whose model wrote a call that cannot be read.
  ['function_call_filter', 'failed'],
  ['malformed_function_call', 'failed'],
  ['error', 'failed'],
  ['abort', 'failed'],
  ['aborted', 'failed'],
  ['cancelled', 'failed'],
  ['canceled', 'failed'],
  ['network_error', 'failed'],
  ['insufficient_system_resource', 'failed'],
])

/** The word itself. Google names its own reason behind it, as in `content_filter: RECITATION`. */
const wordIn = (value: string): string => value.toLowerCase().split(':', 1)[0] ?? ''

/** Null while the answer goes on. A word that no table knows is an end like any other. */
export const toFinishReason = (value: unknown): UpstreamFinish =>
  typeof value !== 'string' || value === '' ? null : (FINISH_REASONS.get(wordIn(value)) ?? 'stop')

/** Some providers end a call with `stop`; agents that read the reason would end there too. */
export const endWithCalls = (finish: FinishReason, hasCalls: boolean): FinishReason =>
  hasCalls && finish === 'stop' ? 'tool_calls' : finish

/** No stop text: one object, since nearly all chunks of a stream have none. */
const NO_STOP: Wire = {}

/**
 * The stop text that ended a choice: vLLM tells it as `stop_reason`, SGLang as `matched_stop`, and both may name a
 * token by its number instead. OpenAI tells nothing.
 */
export const matchedStopOf = (choice: Wire): { readonly matched_stop?: string } => {
  const stop = nonEmptyOf(choice['matched_stop']) ?? nonEmptyOf(choice['stop_reason'])
  return stop === null ? NO_STOP : { matched_stop: stop }
}
