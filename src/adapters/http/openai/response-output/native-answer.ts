import { BYTES_OF_CHAR } from '../../../../domain/bytes-of-char.ts'
import type { ChatDelta } from '../../../../domain/chat/chunk.ts'
import type { NativeAnswer, NativeEvent } from '../../../../domain/chat/native.ts'
import { withExactFields } from '../../../../domain/exact-numbers.ts'
import { isRecord } from '../../../../domain/json.ts'
import { shownWholeBy } from '../../../../domain/responses/shown-whole.ts'
import { EXACT_FIELDS } from '../../../../domain/responses/stored-response.ts'
import { nativeEventText } from '../../paid-calls/native-event-text.ts'
import { roubleSum } from '../../codecs/money/rouble-sum.ts'
import { eventFrames } from './event-frames.ts'
import { valueOf } from './kept-json.ts'
import { nativeItemLog } from './native-item-log.ts'
import type { nativeItems } from './native-items.ts'
import { usageOf } from './response-object.ts'
import type { AnsweredResponse, ResponseBill } from './response-object.ts'
import type { ItemStatus } from './text-items.ts'
import { valueAt } from '../../../../domain/json-strings.ts'

type Fields = Readonly<Record<string, unknown>>

type NativeItems = ReturnType<typeof nativeItems>

/** What of a provider's response is the gateway's own to say: ids, the public name of the model, what is stored. */
type OwnFields = Fields

const ITEM_ADDED = 'response.output_item.added'

const ITEM_ID = '"item_id"'

interface EnvelopeEvent {
  readonly type: string
  readonly response: Fields
}

interface ItemEvent {
  readonly output_index: number
  readonly item: Fields
}

const dataOf = <A>({ data }: NativeEvent): A => valueOf(data) as A

/** A response with what is the gateway's own to say in it. */
const withOwn = (response: Fields, own: OwnFields, items: NativeItems): Fields => ({
  ...response,
  ...own,
  output: items.allShown(response['output']),
})

/** An event that shows the response, with what is the gateway's own to say in it. */
const envelopeOf = (event: NativeEvent, own: OwnFields, items: NativeItems): EnvelopeEvent => {
  const envelope = dataOf<EnvelopeEvent>(event)
  return { ...envelope, response: withOwn(envelope.response, own, items) }
}

/** A response with the price of the call in its usage, which is the count that is paid where the provider has none. */
const withPrice = (response: Fields, bill: ResponseBill): AnsweredResponse => {
  const { usage } = response
  const output = (response['output'] ?? []) as AnsweredResponse['output']
  return {
    ...response,
    output,
    usage: isRecord(usage) ? { ...usage, ...roubleSum('cost', bill.priceMicro) } : usageOf(bill),
  }
}

/** A response of a provider that speaks this wire, and that came whole. */
export const wholeNativeAnswer = (
  { text, body }: NativeAnswer,
  { own, items }: { readonly own: OwnFields; readonly items: NativeItems },
  bill: ResponseBill,
): AnsweredResponse => withPrice(withOwn(withExactFields(text, body, EXACT_FIELDS) as Fields, own, items), bill)

const write = (envelope: EnvelopeEvent): string =>
  nativeEventText({ name: envelope.type, data: JSON.stringify(envelope) })

/** Our ids of the items, by the provider's. */
const itemIds = () => {
  const renamed = new Map<string, string>()
  let chars = 0
  return {
    rename: (theirs: string, ours: string): void => {
      if (!renamed.has(theirs)) chars += theirs.length
      renamed.set(theirs, ours)
    },
    /** An event about a part of an item, with our id. */
    inPart: ({ data, place }: NativeEvent): string => {
      const theirs = place?.itemId ?? null
      const ours = theirs === null ? undefined : renamed.get(theirs)
      if (theirs === null || ours === undefined) return data
      const start = valueAt(data, ITEM_ID) + 1
      const end = start + theirs.length
      return data.slice(start, end) === theirs ? data.slice(0, start) + ours + data.slice(end) : data
    },
    keptBytes: (): number => BYTES_OF_CHAR * chars,
  }
}

/** An event that shows one item whole: only its id is written anew, unless the client is shown less of the item. */
const withShown = ({ data }: NativeEvent, whole: ItemEvent, shown: Fields): string => {
  const { item } = whole
  if (Object.keys(shown).length < Object.keys(item).length) return JSON.stringify({ ...whole, item: shown })
  return data.replace(JSON.stringify(item['id']), () => JSON.stringify(shown['id']))
}

/** The provider's last event, which is read once the call has ended. */
const lastEvent = (own: OwnFields, items: NativeItems) => {
  let came: NativeEvent | null = null
  let read: EnvelopeEvent | null = null
  return {
    came: (event: NativeEvent): void => {
      came = event
    },
    /** The response that it shows, and its price; null if it never came. */
    response: (bill: ResponseBill): AnsweredResponse | null => {
      if (came === null) return null
      read = envelopeOf(came, own, items)
      return withPrice(read.response, bill)
    },
    /** The event with the response in this form. */
    with: (response: AnsweredResponse): string => (read === null ? '' : write({ ...read, response })),
    keptBytes: (): number => BYTES_OF_CHAR * (came?.data.length ?? 0),
  }
}

/**
 * The answer of a provider that speaks this wire, as a stream. Its events are handed on byte for byte but for the ids
 * of items, except for those that show the response as a whole. The last of them waits for the end of the call: only
 * then its price is known, and that it is whole.
 */
export const nativeAnswer = ({ own, items }: { readonly own: OwnFields; readonly items: NativeItems }) => {
  const ids = itemIds()
  const log = nativeItemLog()
  const frames = eventFrames()
  let hasBegun = false
  let created: number | null = null
  const last = lastEvent(own, items)

  const showItem = (event: NativeEvent): string => {
    const whole = dataOf<ItemEvent>(event)
    const { item, output_index: index } = whole
    const shown = items.shown(item, index)
    if (event.name === ITEM_ADDED) log.addItem(index, shown)
    else log.endItem(index, shown)
    const [theirs, ours] = [item['id'], shown['id']]
    if (typeof theirs !== 'string' || typeof ours !== 'string') return event.data
    ids.rename(theirs, ours)
    return withShown(event, whole, shown)
  }

  return {
    hasBegun: (): boolean => hasBegun,
    /** `delta` is the piece of the answer that the event brings, where it brings one. */
    add: (event: NativeEvent, delta?: ChatDelta): string => {
      hasBegun = true
      frames.passOn()
      switch (shownWholeBy(event.name)) {
        case 'beginning': {
          const envelope = envelopeOf(event, own, items)
          const at = envelope.response['created_at']
          if (typeof at === 'number') created ??= at
          return write(envelope)
        }
        case 'end':
          last.came(event)
          return ''
        case 'item':
          return nativeEventText(event, showItem(event))
        case 'part':
        case null:
          log.notePart(event, delta)
          return nativeEventText(event, ids.inPart(event))
      }
    },
    /** The most that is kept of the answer in memory, beside its words, until it ends. */
    keptBytes: (): number => log.keptBytes() + ids.keptBytes() + last.keptBytes(),
    /** The response that the provider ended with, and its price; null if it did not end its own. */
    ended: last.response,
    /** The provider's last event with the response in this form. */
    end: last.with,
    /** Ends the items that the provider left open, and tells the events of that. */
    endItems: (status: ItemStatus): string => {
      log.end(status, frames.write)
      return frames.take()
    },
    /** A response of ours as the end of the one that the provider began: with its items and its time. */
    continued: (response: AnsweredResponse): AnsweredResponse => ({
      ...response,
      created_at: created ?? response['created_at'],
      output: log.output(),
    }),
    /** An event of ours that shows the response in this form, numbered behind those that were handed on. */
    endAs: (type: string, response: AnsweredResponse): string => {
      frames.write(type, { response })
      return frames.take()
    },
  }
}
