import type { nativeItems } from './native-items.ts'
import { eventText } from './stream-codec.ts'

type Fields = Readonly<Record<string, unknown>>

type NativeItems = ReturnType<typeof nativeItems>

/** What of a provider's response is the gateway's own to say: ids, the public name of the model, what is stored. */
type OwnFields = Fields

const NAME = /^event: ([\w.]+)\n/

const BEGINNINGS: ReadonlySet<string> = new Set(['response.created', 'response.in_progress', 'response.queued'])
const ENDS: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete'])

const ITEM_EVENTS: ReadonlySet<string> = new Set(['response.output_item.added', 'response.output_item.done'])
const ITEM_ID = '"item_id":"'

interface EnvelopeEvent {
  readonly type: string
  readonly response: Fields
}

interface ItemEvent {
  readonly output_index: number
  readonly item: Fields
}

const dataIn = <A>(event: string): A => {
  const data = event.slice(event.indexOf('data: ') + 6).trimEnd()
  return JSON.parse(data.replaceAll('\ndata: ', '\n')) as A
}

/**
 * Hands on the events of a provider that speaks this wire, byte for byte but for the ids of items, except for those that
 * show the response as a whole. The last of them waits for the end of the call: only then its price is known, and that
 * it is whole.
 */
export const nativeEvents = (own: OwnFields, items: NativeItems) => {
  /** Our ids of the items, by the provider's. */
  const renamed = new Map<string, string>()
  let count = 0
  let last: EnvelopeEvent | null = null

  const write = ({ type, response, ...rest }: EnvelopeEvent): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...rest, response: { ...response, ...own } })}\n\n`

  const withItems = (envelope: EnvelopeEvent): EnvelopeEvent => ({
    ...envelope,
    response: { ...envelope.response, output: items.named(envelope.response['output']) },
  })

  /** An event that shows one item whole: only its id is written anew. */
  const renameItem = (event: string): string => {
    const { item, output_index: index } = dataIn<ItemEvent>(event)
    const [theirs, ours] = [item['id'], items.idOf(item, index)]
    if (typeof theirs !== 'string' || typeof ours !== 'string') return event
    renamed.set(theirs, ours)
    return event.replace(JSON.stringify(theirs), () => JSON.stringify(ours))
  }

  /** An event about a part of an item. A text cannot hold the mark: JSON writes its quotes in another way. */
  const renamePart = (event: string): string => {
    const at = event.indexOf(ITEM_ID)
    if (at === -1) return event
    const [start, end] = [at + ITEM_ID.length, event.indexOf('"', at + ITEM_ID.length)]
    const ours = renamed.get(event.slice(start, end))
    return ours === undefined ? event : event.slice(0, start) + ours + event.slice(end)
  }

  return {
    hasBegun: (): boolean => count > 0,
    add: (event: string): string => {
      const name = NAME.exec(event)?.[1] ?? ''
      count += 1
      if (BEGINNINGS.has(name)) return write(withItems(dataIn(event)))
      if (ENDS.has(name)) {
        last = withItems(dataIn(event))
        return ''
      }
      return ITEM_EVENTS.has(name) ? renameItem(event) : renamePart(event)
    },
    /** The response that the provider ended with; null where it did not end its own. */
    ended: (): Fields | null => (last === null ? null : { ...last.response, ...own }),
    /** The event that shows the response in this form, numbered behind those that were handed on. */
    end: (type: string, response: Fields): string =>
      last === null ? eventText(type, count, JSON.stringify({ response }).slice(1, -1)) : write({ ...last, response }),
  }
}
