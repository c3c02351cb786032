import { right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { DAY_MS } from '../time-units.ts'
import { fieldsNamed } from '../exact-numbers.ts'
import { LARGEST_REQUEST } from '../largest-request.ts'
import { unsupportedParameter } from '../parameters/request-fields.ts'
import type { UnsupportedParameter } from '../parameters/request-fields.ts'
import { prefixedId } from '../prefixed-id.ts'
import { isStorableText } from '../storable-text.ts'

/** What a request, and the response that repeats it, only hand on: schemas, and what stands in items. */
export const EXACT_FIELDS = fieldsNamed('input', 'parameters', 'schema')

/** One item of an input or an output. Only the surface that made it knows what is in it. */
export type ResponseItem = Readonly<Record<string, unknown>>

/** The items of a request and of its answer: what later turns of the conversation read. Instructions are no items. */
export interface ExchangedItems {
  /** The items of the request itself, without those of the responses before it. */
  readonly input: readonly ResponseItem[]
  readonly response: { readonly output: readonly ResponseItem[] }
  /** Thoughts of the answer as its model goes on from them, by the ids of their items, of which the client saw less. */
  readonly thoughts?: Readonly<Record<string, ResponseItem>>
}

/** What a request asked with its own items, and how it was answered. */
export interface Exchange extends ExchangedItems {
  /** The response as the client got it. Its field `output` holds the items of the answer. */
  readonly response: Readonly<Record<string, unknown>> & ExchangedItems['response']
}

/** How long a chain is: a response, all before it that it continues, and their items. */
export interface ChainSize {
  readonly responses: number
  readonly items: number
  /** Of the exchanged items as they are stored, before they are sealed. */
  readonly bytes: number
  /** JSON values of the exchanged items, those inside others included. */
  readonly values: number
}

/** What only the master key opens. */
export interface Sealed {
  /** Names the key. */
  readonly keyId: string
  readonly bytes: Uint8Array
}

/** What a continuation reads of a stored response. */
export interface StoredItems {
  /** Also the id of the operation that made it. */
  readonly id: string
  readonly userId: string
  readonly previousId: string | null
  /** Its exchanged items. */
  readonly sealed: Sealed
}

/**
 * A response that its account may read and continue. It holds its own exchange and names the response before it, so
 * a conversation is stored once and not again with every answer.
 */
export interface StoredResponse extends StoredItems {
  readonly createdAt: Date
  readonly chain: ChainSize
  /** The response without its output, under the same key; null: `sealed` has it too, as earlier releases stored it. */
  readonly sealedFrame: Uint8Array | null
  /** The ids of items of its answer that name no response, because its provider gave them. */
  readonly itemIds: readonly string[]
}

/** The longest chain that is continued. */
export const MAX_CHAIN: ChainSize = {
  responses: 2_048,
  items: LARGEST_REQUEST.messages,
  bytes: LARGEST_REQUEST.bytes,
  values: LARGEST_REQUEST.values,
}

const EMPTY_CHAIN: ChainSize = { responses: 0, items: 0, bytes: 0, values: 0 }

/** A request is not nested deeper than 64, so neither is what was made of it. */
const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((count: number, inner) => count + valuesIn(inner), 1)
    : 1

/** The part of an exchange that later turns read: not the tools and instructions that a response repeats. */
export const exchangedItems = ({ input, response: { output }, thoughts }: Exchange): ExchangedItems => ({
  input,
  response: { output },
  ...(thoughts === undefined ? {} : { thoughts }),
})

/** The chain that ends with these items, whose own size is `bytes`. With a `before` of null they continue no other. */
export const chainWith = (before: ChainSize | null, exchanged: ExchangedItems, bytes: number): ChainSize => {
  const { input, response } = exchanged
  const chain = before ?? EMPTY_CHAIN
  return {
    responses: chain.responses + 1,
    items: chain.items + input.length + response.output.length,
    bytes: chain.bytes + bytes,
    values: chain.values + valuesIn(exchanged),
  }
}

/**
 * Refuses to continue a chain that with `newItems`, the number of items that are to follow it, is more than one request
 * may have.
 */
export const requireContinuable = (chain: ChainSize, newItems: number): Either<UnsupportedParameter, null> => {
  const isContinuable =
    chain.responses < MAX_CHAIN.responses &&
    chain.items + newItems <= MAX_CHAIN.items &&
    chain.bytes <= MAX_CHAIN.bytes &&
    chain.values <= MAX_CHAIN.values
  if (isContinuable) return right(null)
  return unsupportedParameter(
    'previous_response_id',
    'The responses before this one have more items, bytes or values than one request may have: send what matters as input.',
  )
}

/** The items before the next input, oldest first, of the exchanges of a chain, oldest first. */
export const itemsOf = (exchanges: readonly ExchangedItems[]): readonly ResponseItem[] =>
  exchanges.flatMap(({ input, response }) => [...input, ...response.output])

/** The thoughts of exchanges of which their clients saw less, by the ids of their items. */
export const thoughtsIn = (exchanges: readonly ExchangedItems[]): ReadonlyMap<string, ResponseItem> =>
  new Map(exchanges.flatMap(({ thoughts }) => Object.entries(thoughts ?? {})))

/** What was made before this moment is not kept any longer. With 0 days nothing that was ever made is kept. */
export const keptSince = (nowMs: number, days: number): Date => new Date(nowMs - days * DAY_MS)

/** The public names of responses. */
export const { write: responseIdOf, parse: parseResponseId } = prefixedId('resp_')

/** The name of the item at a place of an answer; `kind` says what it is: `msg`, `rs`, `fc`, `ctc`. */
export const itemIdOf = (kind: string, responseId: string, index: number): string => `${kind}_${responseId}_${index}`

const ITEM_ID = /^[a-z]{2,3}_([0-9a-f-]{36})_\d{1,4}$/

/** The response whose answer has the item of this name; null if the gateway gave no item this name. */
export const responseOfItem = (itemId: string): string | null => {
  const id = ITEM_ID.exec(itemId)?.[1]
  return id === undefined ? null : parseResponseId(id)
}

/** The name that an item without one is listed by: its place in the input of a response. */
export const listedItemId = (place: number): string => `item_${place}`

export const isListedItemId = (itemId: string): boolean => /^item_\d{1,5}$/.test(itemId)

/** Longer ids of a provider are not looked for. */
const MAX_ITEM_ID_CHARS = 256

const isForeignItemId = (id: unknown): id is string =>
  typeof id === 'string' &&
  id !== '' &&
  id.length <= MAX_ITEM_ID_CHARS &&
  isStorableText(id) &&
  responseOfItem(id) === null

/** The ids of an answer's items that do not name its response. */
export const foreignItemIds = ({ response: { output } }: ExchangedItems): readonly string[] =>
  output.flatMap(({ id }) => (isForeignItemId(id) ? [id] : []))
