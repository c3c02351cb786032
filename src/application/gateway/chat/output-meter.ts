import type { ChatChunk, ChatDelta } from '../../../domain/chat/chunk.ts'
import { utf8Length } from '../../../domain/utf8-length.ts'
import { isNonEmptyText } from '../../../domain/json.ts'
import type { ChatPlan } from '../../../domain/chat/plan.ts'
import type { TokenCounter } from '../../ports/providers/token-counter.ts'

/**
 * How far our count may be above what was sent before a stream is cut, in per cent: vocabularies differ, and an answer
 * that keeps its limit must never be cut.
 */
const PERCENT_OF_LIMIT = 150

const textsOf = ({ content, refusal, reasoning_content: reasoning, tool_calls }: ChatDelta) =>
  [
    content,
    refusal,
    reasoning,
    ...(tool_calls ?? []).flatMap((call) => [call.function?.name, call.function?.arguments]),
  ].filter(isNonEmptyText)

/** Counts the output of one stream as it comes. */
interface OutputMeter {
  /** Adds what arrived, and tells the tokens so far where they are more than the limit allows; null until then. */
  readonly add: (chunks: readonly ChatChunk[]) => Promise<number | null>
}

/** Only the answers that were shortened are counted. What arrives is counted once, and in few pieces. */
export const outputMeter = (tokens: TokenCounter, plan: ChatPlan): OutputMeter => {
  if (!plan.isShortened) return { add: async () => null }
  const most = Math.ceil((plan.outputTokens * PERCENT_OF_LIMIT) / 100)
  let counted = 0
  let texts: string[] = []
  let bytes = 0
  return {
    add: async (chunks) => {
      for (const { choices } of chunks) {
        for (const { delta } of choices) {
          for (const text of textsOf(delta)) {
            texts.push(text)
            bytes += utf8Length(text)
          }
        }
      }
      // A token has one byte at least: with so few bytes the limit cannot have been passed.
      if (counted + bytes <= most) return null
      counted += await tokens.count([texts.join('')])
      texts = []
      bytes = 0
      return counted > most ? counted : null
    },
  }
}
