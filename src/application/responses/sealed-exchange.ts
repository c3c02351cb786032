import { withExactFields } from '../../domain/exact-numbers.ts'
import { EXACT_FIELDS, exchangedItems } from '../../domain/responses/stored-response.ts'
import type { Exchange, ExchangedItems, StoredItems, StoredResponse } from '../../domain/responses/stored-response.ts'
import type { Timer } from '../ports/process/timer.ts'
import { SealBroken } from '../ports/secrets/content-sealing.ts'
import type { ContentSealing } from '../ports/secrets/content-sealing.ts'

type Place = Pick<StoredItems, 'id' | 'userId' | 'previousId'>
type SealedParts = Pick<StoredResponse, 'sealed' | 'sealedFrame'>

/** The bytes that are sealed: the items, which every later turn reads, and all else of the response beside them. */
interface ExchangeParts {
  readonly items: Uint8Array
  /** Null in a response of an earlier release: its items are read with all else. */
  readonly frame: Uint8Array | null
}

/** What is sealed opens in no other row, for no other account, and behind no other response. */
const placeOf = ({ id, userId, previousId }: Place): string => `stored_responses/${userId}/${id}/${previousId ?? ''}`

/** Neither part opens as the other. */
const framePlaceOf = (place: Place): string => `${placeOf(place)}/frame`

const written = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

/** The seal proves that these bytes were `written` by `exchangeParts`. */
const read = (bytes: Uint8Array): unknown => {
  const text = new TextDecoder().decode(bytes)
  return withExactFields(text, JSON.parse(text), EXACT_FIELDS)
}

export const exchangeParts = (exchange: Exchange): ExchangeParts => {
  const { output: _, ...frame } = exchange.response
  return { items: written(exchangedItems(exchange)), frame: written(frame) }
}

export const sealParts = (sealing: ContentSealing, { items, frame }: ExchangeParts, place: Place): SealedParts => ({
  sealed: sealing.seal(items, placeOf(place)),
  sealedFrame: frame === null ? null : sealing.seal(frame, framePlaceOf(place)).bytes,
})

const openItems = (sealing: ContentSealing, stored: StoredItems): Uint8Array =>
  sealing.open(stored.sealed, placeOf(stored))

const openFrame = (sealing: ContentSealing, stored: StoredResponse): Uint8Array | null =>
  stored.sealedFrame === null
    ? null
    : sealing.open({ keyId: stored.sealed.keyId, bytes: stored.sealedFrame }, framePlaceOf(stored))

/** The parts that `sealParts` sealed. Throws `SealBroken`. */
export const openParts = (sealing: ContentSealing, stored: StoredResponse): ExchangeParts => ({
  items: openItems(sealing, stored),
  frame: openFrame(sealing, stored),
})

/** Throws `SealBroken`. */
export const unsealItems = (sealing: ContentSealing, stored: StoredItems): ExchangedItems =>
  read(openItems(sealing, stored)) as ExchangedItems

/** What takes some milliseconds to open. */
const TURN_BYTES = 500_000

/**
 * The items of the responses of a chain, opened in turns, between which other work runs: the longest chain takes the
 * process half a second, and a look-up asks for it with a few bytes, free. Throws `SealBroken`.
 */
export const unsealChain = async (
  timer: Timer,
  sealing: ContentSealing,
  chain: readonly StoredItems[],
): Promise<readonly ExchangedItems[]> => {
  const exchanges: ExchangedItems[] = []
  let bytes = 0
  for (const stored of chain) {
    bytes += stored.sealed.bytes.length
    if (bytes > TURN_BYTES) {
      await timer.sleep(0)
      bytes = stored.sealed.bytes.length
    }
    exchanges.push(unsealItems(sealing, stored))
  }
  return exchanges
}

/** The response as the client got it. Throws `SealBroken`. */
export const unsealResponse = (sealing: ContentSealing, stored: StoredResponse): Exchange['response'] => {
  const { items, frame } = openParts(sealing, stored)
  const { response } = read(items) as ExchangedItems
  if (frame !== null) return { ...(read(frame) as object), ...response }
  if (Object.keys(response).length === 1) throw new SealBroken(`${placeOf(stored)} lost a part: it does not open`)
  return response
}

/** How many bytes an unsealed response takes at the most. */
export const sealedBytes = ({ sealed, sealedFrame }: SealedParts): number =>
  sealed.bytes.length + (sealedFrame?.length ?? 0)
