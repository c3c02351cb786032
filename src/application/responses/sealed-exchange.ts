import type { Exchange, Sealed, StoredResponse } from '../../domain/responses/stored-response.ts'
import type { ContentSealing } from '../ports/secrets/content-sealing.ts'

type Place = Pick<StoredResponse, 'id' | 'userId' | 'previousId'>

/** What is sealed opens in no other row, for no other account, and behind no other response. */
const placeOf = ({ id, userId, previousId }: Place): string => `stored_responses/${userId}/${id}/${previousId ?? ''}`

/** An exchange as the bytes that are sealed. */
export const exchangeBytes = ({ input, response }: Exchange): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ input, response }))

export const sealBytes = (sealing: ContentSealing, bytes: Uint8Array, place: Place): Sealed =>
  sealing.seal(bytes, placeOf(place))

/** The bytes that `sealBytes` sealed. Throws `SealBroken`. */
export const openBytes = (sealing: ContentSealing, stored: StoredResponse): Uint8Array =>
  sealing.open(stored.sealed, placeOf(stored))

/** Throws `SealBroken`. */
export const unsealExchange = (sealing: ContentSealing, stored: StoredResponse): Exchange =>
  // The seal proves that these bytes were written by `exchangeBytes`.
  JSON.parse(new TextDecoder().decode(openBytes(sealing, stored))) as Exchange
