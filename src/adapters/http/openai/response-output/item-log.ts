import { itemIdOf } from '../../../../domain/responses/stored-response.ts'
import type { WriteEvent } from './event-frames.ts'

type Fields = Readonly<Record<string, unknown>>

/** An item of the output, as clients know it. */
export type OutputItem = Fields & { readonly id: string; readonly type: string }

/** The output of one response as it grows: its items by their place. */
export interface ItemLog {
  /** Opens the next place of the output and tells its index. `idPrefix` names the kind of the item. */
  readonly addItem: (idPrefix: string, item: Fields) => OpenItem
  /** The items that have ended, in the order of their places. */
  readonly output: () => readonly OutputItem[]
}

export interface OpenItem {
  readonly id: string
  readonly event: WriteEvent
  readonly end: (item: Fields) => void
}

/** The events of its items and of their parts go to `write`. */
export const startItemLog = (operationId: string, write: WriteEvent): ItemLog => {
  const output: (OutputItem | null)[] = []
  return {
    addItem: (idPrefix, item) => {
      const index = output.length
      const id = itemIdOf(idPrefix, operationId, index)
      output.push(null)
      write('response.output_item.added', { output_index: index, item: { id, ...item } })
      return {
        id,
        event: (type, fields) => write(type, { item_id: id, output_index: index, ...fields }),
        end: (ended) => {
          const whole = { id, ...ended } as OutputItem
          output[index] = whole
          write('response.output_item.done', { output_index: index, item: whole })
        },
      }
    },
    output: () => output.filter((item) => item !== null),
  }
}
