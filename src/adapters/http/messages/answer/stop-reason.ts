import type { FinishReason } from '../../../../domain/chat/chunk.ts'

const REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
}

/** How an answer ended. */
interface Ending {
  readonly finishReason: FinishReason | null
  /** The provider's words of a refusal, empty where there are none. */
  readonly refusal: string
  readonly hasCalls: boolean
  /** One of the request's stop texts, where the provider says that it ended the answer; null else. */
  readonly stopSequence: string | null
}

/**
 * The fields that tell how a message ended. Some providers end an answer that calls tools with `stop`. Most say `stop`
 * for a stop text too and do not name it: such an answer ends with `end_turn`, because nothing tells the two apart.
 */
export const writeEnding = ({
  finishReason,
  refusal,
  hasCalls,
  stopSequence,
}: Ending): Readonly<Record<string, unknown>> => {
  const reason = REASONS[finishReason ?? 'stop']
  const isRefused = reason === 'refusal' || refusal !== ''
  const isStopped = !isRefused && !hasCalls && reason === 'end_turn' && stopSequence !== null
  const ended = hasCalls && reason === 'end_turn' ? 'tool_use' : reason
  return {
    stop_reason: isRefused ? 'refusal' : isStopped ? 'stop_sequence' : ended,
    stop_sequence: isStopped ? stopSequence : null,
    stop_details: isRefused ? { type: 'refusal', category: null, explanation: refusal === '' ? null : refusal } : null,
    container: null,
  }
}
