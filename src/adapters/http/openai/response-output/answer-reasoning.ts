import { keptJson } from './kept-json.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * What becomes of the seals of an answer's reasoning: the client asked for them, or they are kept for the next turn, or
 * neither.
 */
type SealUse = 'shown' | 'kept' | 'unused'

/** The reasoning of one answer, as far as it is written. */
export interface AnswerReasoning {
  readonly use: SealUse
  /** An item of reasoning as its client is shown it, under this id. */
  readonly shown: (id: string, item: Fields) => Fields
  /** The items that led to a call of this output, in whole, by their ids; null if there are none to keep. */
  readonly kept: (output: readonly Fields[]) => Readonly<Record<string, Fields>> | null
  /** The most that they take in memory until then. */
  readonly keptBytes: () => number
}

const CALLS: ReadonlySet<unknown> = new Set(['function_call', 'custom_tool_call'])

/** Models go on from their thoughts while they call tools; what led to words they think anew. */
export const answerReasoning = (use: SealUse): AnswerReasoning => {
  const sealed = keptJson<unknown, Fields>()
  return {
    use,
    shown: (id, item) => {
      const { encrypted_content: seal, ...rest } = item
      if (use === 'shown' || typeof seal !== 'string' || seal === '') return { ...item, id }
      if (use === 'kept') sealed.set(id, item)
      return { ...rest, id }
    },
    kept: (output) => {
      const lastCall = output.findLastIndex(({ type }) => CALLS.has(type))
      const led = output.slice(0, Math.max(lastCall, 0)).flatMap(({ id }) => {
        const item = sealed.get(id)
        return item === null ? [] : [[String(id), item] as const]
      })
      return led.length === 0 ? null : Object.fromEntries(led)
    },
    keptBytes: sealed.bytes,
  }
}
