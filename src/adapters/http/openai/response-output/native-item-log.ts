import type { ChatDelta } from '../../../../domain/chat/chunk.ts'
import type { NativeEvent } from '../../../../domain/chat/native.ts'
import { shownWholeBy } from '../../../../domain/responses/shown-whole.ts'
import type { OutputItem } from './item-log.ts'
import type { ItemStatus } from './text-items.ts'
import { valueAt } from './value-at.ts'

type Fields = Readonly<Record<string, unknown>>

/** Writes one event of the gateway's own. */
type WriteEvent = (type: string, fields: Fields) => void

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
  /** As the provider ended it; null until then. */
  whole: Fields | null
}

interface OpenItem {
  readonly item: OutputItem
  /** By the list that they stand in and their place there. */
  readonly texts: Map<string, OpenText>
}

/** The names of the places of an event, as its text has them. */
const PLACES = {
  output_index: '"output_index"',
  content_index: '"content_index"',
  summary_index: '"summary_index"',
} as const

const MOST_DIGITS = 8

const placeIn = (data: string, name: keyof typeof PLACES): number => {
  const at = valueAt(data, PLACES[name])
  return at === -1 ? 0 : Number.parseInt(data.slice(at, at + MOST_DIGITS), 10) || 0
}

const pieceOf = ({ content, refusal, reasoning_content: reasoning, tool_calls: calls }: ChatDelta): string =>
  content || refusal || reasoning || calls?.[0]?.function?.arguments || ''

const textAt = ({ texts }: OpenItem, kind: TextKind, place: number): OpenText => {
  const key = `${kind.part?.list ?? 'item'} ${place}`
  const known = texts.get(key)
  if (known !== undefined) return known
  const text: OpenText = { kind, place, pieces: [], isPart: false, hasText: false, whole: null }
  texts.set(key, text)
  return text
}

/** The events that end a text, and the text as it stands in its item. */
const endText = ({ kind, place, pieces, ...text }: OpenText, at: Fields, name: unknown, write: WriteEvent): unknown => {
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

/** The events that end an item, and the item. */
const endItem = ({ item, texts }: OpenItem, index: number, status: ItemStatus, write: WriteEvent): OutputItem => {
  const at = { item_id: item.id, output_index: index }
  const fields: Record<string, unknown> = {}
  const lists: Record<string, unknown[]> = {}
  for (const text of [...texts.values()].toSorted((one, other) => one.place - other.place)) {
    const { field, part } = text.kind
    const ended = endText(text, at, item['name'], write)
    if (part === null) fields[field] = ended
    else (lists[part.list] ??= []).push(ended)
  }
  const whole = { ...item, ...fields, ...lists, status }
  write('response.output_item.done', { output_index: index, item: whole })
  return whole
}

/**
 * The items that a provider's own events have shown, so that the gateway can end an answer that its provider did
 * not. No more is kept than of an answer that the gateway writes itself: of an item that has ended the item, of an open
 * one the pieces of its texts.
 */
export const nativeItemLog = () => {
  const ended = new Map<number, OutputItem>()
  const open = new Map<number, OpenItem>()
  /** The text of the last event: nearly always the next one tells of the same. */
  let latest: { readonly index: number; readonly text: OpenText } | null = null

  const findText = (kind: TextKind, index: number, place: number): OpenText | null => {
    if (latest?.index === index && latest.text.kind === kind && latest.text.place === place) return latest.text
    const item = open.get(index)
    if (item === undefined) return null
    const text = textAt(item, kind, place)
    latest = { index, text }
    return text
  }

  const notePart = (data: string): void => {
    const event = JSON.parse(data) as Fields & { readonly part?: Fields }
    const kind = BY_PART_TYPE.get(event.part?.['type'] as string)
    const item = open.get(Number(event['output_index']))
    if (kind?.part === undefined || kind.part === null || item === undefined) return
    const text = textAt(item, kind, Number(event[kind.part.place]))
    text.isPart = true
    if (event['type'] === kind.part.done) text.whole = event.part ?? null
  }

  const output = (): readonly OutputItem[] =>
    [...ended].toSorted(([one], [other]) => one - other).map(([, item]) => item)

  return {
    addItem: (index: number, item: Fields): void => {
      latest = null
      open.set(index, { item: item as OutputItem, texts: new Map() })
    },
    endItem: (index: number, item: Fields): void => {
      latest = null
      open.delete(index)
      ended.set(index, item as OutputItem)
    },
    /** Notes an event about a part of an item; `delta` is the piece that it brings, where it brings one. */
    notePart: ({ name, data }: NativeEvent, delta: ChatDelta | undefined): void => {
      if (name === null) return
      const found = TEXT_EVENTS.get(name)
      if (found === undefined) return shownWholeBy(name) === 'part' ? notePart(data) : undefined
      const { kind, isPiece } = found
      const place = kind.part === null ? 0 : placeIn(data, kind.part.place)
      const text = findText(kind, placeIn(data, 'output_index'), place)
      if (text === null) return
      if (isPiece) text.pieces.push(pieceOf(delta ?? {}))
      else text.hasText = true
    },
    /** The items that have ended, in the order of their places. */
    output,
    /** Ends the open items in the provider's place, and tells all. */
    end: (status: ItemStatus, write: WriteEvent): readonly OutputItem[] => {
      for (const [index, item] of [...open].toSorted(([one], [other]) => one - other)) {
        ended.set(index, endItem(item, index, status, write))
      }
      open.clear()
      return output()
    },
  }
}
