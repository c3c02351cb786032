import { itemIdOf } from '../../../../domain/responses/stored-response.ts'
import { eventText } from './stream-codec.ts'

type Fields = Readonly<Record<string, unknown>>

/** An item of the output, as clients know it. */
export type OutputItem = Fields & { readonly id: string; readonly type: string }

/** The output of one response as it grows: its items by their place, and the events that tell of them. */
export interface ItemLog {
  readonly event: (type: string, fields: Fields) => void
  /** Opens the next place of the output and tells its index. `idPrefix` names the kind of the item. */
  readonly addItem: (idPrefix: string, item: Fields) => OpenItem
  /** The items that have ended, in the order of their places. */
  readonly output: () => readonly OutputItem[]
  /** The events since it was last asked. */
  readonly takeEvents: () => string
}

export interface OpenItem {
  readonly id: string
  readonly event: (type: string, fields: Fields) => void
  readonly end: (item: Fields) => void
}

export const startItemLog = (operationId: string): ItemLog => {
  const output: (OutputItem | null)[] = []
  let sequence = 0
  let text = ''

  const event = (type: string, fields: Fields): void => {
    text += eventText(type, sequence, JSON.stringify(fields).slice(1, -1))
    sequence += 1
  }

  return {
    event,
    addItem: (idPrefix, item) => {
      const index = output.length
      const id = itemIdOf(idPrefix, operationId, index)
      output.push(null)
      event('response.output_item.added', { output_index: index, item: { id, ...item } })
      return {
        id,
        event: (type, fields) => event(type, { item_id: id, output_index: index, ...fields }),
        end: (ended) => {
          const whole = { id, ...ended } as OutputItem
          output[index] = whole
          event('response.output_item.done', { output_index: index, item: whole })
        },
      }
    },
    output: () => output.filter((item) => item !== null),
    takeEvents: () => {
      const taken = text
      text = ''
      return taken
    },
  }
}
