import type { FinishReason } from '../../../../domain/chat/chunk.ts'

const REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  function_call: 'tool_use',
  content_filter: 'refusal',
}

/** How an answer ended. */
interface Ending {
  readonly finishReason: FinishReason | null
  /** The provider's words of a refusal, empty where there are none. */
  readonly refusal: string
  readonly hasCalls: boolean
}

/** The fields that tell how a message ended. Some providers end an answer that calls tools with `stop`. */
export const writeEnding = ({ finishReason, refusal, hasCalls }: Ending): Readonly<Record<string, unknown>> => {
  const reason = REASONS[finishReason ?? 'stop']
  const isRefused = reason === 'refusal' || refusal !== ''
  return {
    stop_reason: isRefused ? 'refusal' : hasCalls && reason === 'end_turn' ? 'tool_use' : reason,
    stop_sequence: null,
    stop_details: isRefused ? { type: 'refusal', category: null, explanation: refusal === '' ? null : refusal } : null,
    container: null,
  }
}
