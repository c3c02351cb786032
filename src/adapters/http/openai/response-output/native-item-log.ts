import type { ChatDelta } from '../../../../domain/chat/chunk.ts'
import type { NativeEvent } from '../../../../domain/chat/native.ts'
import { shownWholeBy } from '../../../../domain/responses/shown-whole.ts'
import type { WriteEvent } from './event-frames.ts'
import type { OutputItem } from './item-log.ts'
import { keptJson } from './kept-json.ts'
import type { ItemStatus } from './text-items.ts'

type Fields = Readonly<Record<string, unknown>>

/** How the events of one kind of text tell of it: as a part in a list of its item, or as a field of the item itself. */
interface TextKind {
  readonly stem: string
  readonly field: 'text' | 'refusal' | 'arguments' | 'input'
  /** Null where the text is a field of the item. */
  readonly part: {
    readonly type: string
    readonly list: 'content' | 'summary'
    readonly place: 'content_index' | 'summary_index'
    readonly common: Fields
    readonly done: string
  } | null
}

const inContent = { list: 'content', place: 'content_index', done: 'response.content_part.done' } as const
const inSummary = { list: 'summary', place: 'summary_index', done: 'response.reasoning_summary_part.done' } as const

const NO_LOGPROBS = { annotations: [], logprobs: [] }

const KINDS: readonly TextKind[] = [
  {
    stem: 'response.output_text',
    field: 'text',
    part: { ...inContent, type: 'output_text', common: NO_LOGPROBS },
  },
  { stem: 'response.refusal', field: 'refusal', part: { ...inContent, type: 'refusal', common: {} } },
  { stem: 'response.reasoning_text', field: 'text', part: { ...inContent, type: 'reasoning_text', common: {} } },
  {
    stem: 'response.reasoning_summary_text',
    field: 'text',
    part: { ...inSummary, type: 'summary_text', common: {} },
  },
  { stem: 'response.function_call_arguments', field: 'arguments', part: null },
  { stem: 'response.custom_tool_call_input', field: 'input', part: null },
]

/** An event that tells of a text: whether it brings a piece of it, or ends it. */
interface TextEvent {
  readonly kind: TextKind
  readonly isPiece: boolean
}

const TEXT_EVENTS = new Map(
  KINDS.flatMap((kind): readonly (readonly [name: string, event: TextEvent])[] => [
    [`${kind.stem}.delta`, { kind, isPiece: true }],
    [`${kind.stem}.done`, { kind, isPiece: false }],
  ]),
)
const BY_PART_TYPE = new Map(KINDS.map((kind) => [kind.part?.type, kind]))

/** One text of an item as it is written. */
interface OpenText {
  readonly kind: TextKind
  /** Its place in the list of its kind; 0 where it is a field of the item. */
  readonly place: number
  readonly pieces: string[]
  /** Whether an event has opened it as a part. */
  isPart: boolean
  hasText: boolean
}

/** The texts of an open item, by the list that they stand in and their place there. */
type OpenTexts = Map<string, OpenText>

/** What an open text takes in memory beside its words, which count as those of the answer. */
const BYTES_OF_TEXT = 256

const pieceOf = ({ content, refusal, reasoning_content: reasoning, tool_calls: calls }: ChatDelta): string =>
  content || refusal || reasoning || calls?.[0]?.function?.arguments || ''

/** A text as it is ended; `whole` as its provider ended it, null where it did not. */
type EndingText = OpenText & { readonly whole: Fields | null }

/** The events that end a text, and the text as it stands in its item. */
const endText = (
  { kind, place, pieces, ...text }: EndingText,
  at: Fields,
  name: unknown,
  write: WriteEvent,
): unknown => {
  const { stem, field, part } = kind
  const written = pieces.join('')
  if (part === null) {
    const whole = written === '' && field === 'arguments' ? '{}' : written
    const named = field === 'arguments' ? { name } : {}
    if (!text.hasText) write(`${stem}.done`, { ...at, ...named, [field]: whole })
    return whole
  }
  if (text.whole !== null) return text.whole
  const index = { ...at, [part.place]: place }
  const whole = { type: part.type, ...part.common, [field]: written }
  const logprobs = part.type === 'output_text' ? { logprobs: [] } : {}
  if (!text.hasText) write(`${stem}.done`, { ...index, [field]: written, ...logprobs })
  if (text.isPart) write(part.done, { ...index, part: whole })
  return whole
}

interface EndingItem {
  readonly item: OutputItem
  readonly index: number
  readonly texts: readonly EndingText[]
}

/** The events that end an item, and the item. */
const endItem = ({ item, index, texts }: EndingItem, status: ItemStatus, write: WriteEvent): OutputItem => {
  const at = { item_id: item.id, output_index: index }
  const fields: Record<string, unknown> = {}
  const lists: Record<string, unknown[]> = {}
  for (const text of texts.toSorted((one, other) => one.place - other.place)) {
    const { field, part } = text.kind
    const ended = endText(text, at, item['name'], write)
    if (part === null) fields[field] = ended
    else (lists[part.list] ??= []).push(ended)
  }
  const whole = { ...item, ...fields, ...lists, status }
  write('response.output_item.done', { output_index: index, item: whole })
  return whole
}

const inOrder = (places: Iterable<number>): readonly number[] => [...places].toSorted((one, other) => one - other)

/** The items that have not ended, each with its texts and, of those that have, the parts that ended them. */
const openItems = () => {
  const items = keptJson<number, OutputItem>()
  const parts = keptJson<OpenText, Fields>()
  const textsOf = new Map<number, OpenTexts>()
  let textCount = 0
  const close = (index: number): void => {
    const texts = textsOf.get(index)
    if (texts === undefined) return
    for (const text of texts.values()) parts.drop(text)
    textCount -= texts.size
    textsOf.delete(index)
    items.drop(index)
  }
  return {
    add: (index: number, item: OutputItem): void => {
      close(index)
      items.set(index, item)
      textsOf.set(index, new Map())
    },
    close,
    /** Null where no item is open at that index. */
    textAt: (index: number, kind: TextKind, place: number): OpenText | null => {
      const texts = textsOf.get(index)
      const key = `${kind.part?.list ?? 'item'} ${place}`
      const known = texts?.get(key)
      if (texts === undefined || known !== undefined) return known ?? null
      const text: OpenText = { kind, place, pieces: [], isPart: false, hasText: false }
      texts.set(key, text)
      textCount += 1
      return text
    },
    endPart: (text: OpenText, part: Fields): void => parts.set(text, part),
    /** Takes the items out, in the order of their places. */
    takeAll: function* (): Generator<EndingItem, void, undefined> {
      for (const index of inOrder(items.keys())) {
        const item = items.get(index)
        const texts = [...(textsOf.get(index)?.values() ?? [])].map((text) => ({ ...text, whole: parts.get(text) }))
        close(index)
        if (item !== null) yield { item, index, texts }
      }
    },
    keptBytes: (): number => items.bytes() + parts.bytes() + BYTES_OF_TEXT * textCount,
  }
}

/**
 * The items that a provider's own events have shown, so that the gateway can end an answer that its provider did
 * not. No more is kept than of an answer that the gateway writes itself: of an item that has ended the item, of an open
 * one the pieces of its texts.
 */
export const nativeItemLog = () => {
  const ended = keptJson<number, OutputItem>()
  const open = openItems()
  /** The text of the last event: nearly always the next one tells of the same. */
  let latest: { readonly index: number; readonly text: OpenText } | null = null

  const findText = (kind: TextKind, index: number, place: number): OpenText | null => {
    if (latest?.index === index && latest.text.kind === kind && latest.text.place === place) return latest.text
    const text = open.textAt(index, kind, place)
    if (text !== null) latest = { index, text }
    return text
  }

  const notePart = (data: string): void => {
    const event = JSON.parse(data) as Fields & { readonly part?: Fields }
    const kind = BY_PART_TYPE.get(event.part?.['type'] as string)
    if (kind?.part === undefined || kind.part === null) return
    const text = open.textAt(Number(event['output_index']), kind, Number(event[kind.part.place]))
    if (text === null) return
    text.isPart = true
    if (event['type'] === kind.part.done && event.part !== undefined) open.endPart(text, event.part)
  }

  const output = (): readonly OutputItem[] => inOrder(ended.keys()).flatMap((index) => ended.get(index) ?? [])

  return {
    addItem: (index: number, item: Fields): void => {
      latest = null
      open.add(index, item as OutputItem)
    },
    endItem: (index: number, item: Fields): void => {
      latest = null
      open.close(index)
      ended.set(index, item as OutputItem)
    },
    /** Notes an event about a part of an item; `delta` is the piece that it brings, where it brings one. */
    notePart: ({ name, data, place }: NativeEvent, delta: ChatDelta | undefined): void => {
      if (name === null || place === undefined) return
      const found = TEXT_EVENTS.get(name)
      if (found === undefined) return shownWholeBy(name) === 'part' ? notePart(data) : undefined
      const { kind, isPiece } = found
      const text = findText(kind, place.item, kind.part === null ? 0 : place.part)
      if (text === null) return
      if (isPiece) text.pieces.push(pieceOf(delta ?? {}))
      else text.hasText = true
    },
    /** The most that is kept here in memory, beside the words of open texts. */
    keptBytes: (): number => ended.bytes() + open.keptBytes(),
    /** The items that have ended, in the order of their places. */
    output,
    /** Ends the open items in the provider's place, and tells all. */
    end: (status: ItemStatus, write: WriteEvent): readonly OutputItem[] => {
      for (const item of open.takeAll()) ended.set(item.index, endItem(item, status, write))
      return output()
    },
  }
}
