import { itemIdOf } from '../../../../domain/responses/stored-response.ts'
import type { AnswerReasoning } from './answer-reasoning.ts'

type Fields = Readonly<Record<string, unknown>>

const KINDS: ReadonlyMap<unknown, string> = new Map([
  ['message', 'msg'],
  ['reasoning', 'rs'],
  ['function_call', 'fc'],
  ['custom_tool_call', 'ctc'],
])

/**
 * The items that a provider wrote, under the ids by which clients name them later: the gateway's own, so that it finds
 * them again. Thoughts whose seals are shown keep theirs, because the seal is bound to it.
 */
export const nativeItems = (operationId: string, reasoning: AnswerReasoning) => {
  /** An item of the provider's as its client is shown it. */
  const shown = (item: Fields, index: number): Fields => {
    const id = itemIdOf(KINDS.get(item['type']) ?? 'it', operationId, index)
    if (item['type'] !== 'reasoning') return { ...item, id }
    return reasoning.use === 'shown' ? item : reasoning.shown(id, item)
  }
  return {
    shown,
    /** The items of a whole output. */
    allShown: (output: unknown): readonly Fields[] =>
      (Array.isArray(output) ? (output as readonly Fields[]) : []).map(shown),
  }
}
