import { itemIdOf } from '../../../../domain/responses/stored-response.ts'

type Fields = Readonly<Record<string, unknown>>

const KINDS: ReadonlyMap<unknown, string> = new Map([
  ['message', 'msg'],
  ['reasoning', 'rs'],
  ['function_call', 'fc'],
  ['custom_tool_call', 'ctc'],
])

/**
 * The ids of the items that a provider wrote, by which clients name them later: the gateway's own, so that it finds
 * them again. Thoughts that are sealed keep theirs, because the seal is bound to it.
 */
export const nativeItems = (operationId: string, keepsThoughts: boolean) => {
  const idOf = (item: Fields, index: number): unknown => {
    const isKept = keepsThoughts && item['type'] === 'reasoning'
    return isKept ? item['id'] : itemIdOf(KINDS.get(item['type']) ?? 'it', operationId, index)
  }
  return {
    idOf,
    /** The items of a whole output under these ids. */
    named: (output: unknown): readonly Fields[] =>
      (Array.isArray(output) ? (output as readonly Fields[]) : []).map((item, index) => ({
        ...item,
        id: idOf(item, index),
      })),
  }
}
