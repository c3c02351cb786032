import { isUuid } from '../uuid.ts'

export type MediaVariant = 'full' | 'thumb'

/** The right to read one file until a moment. Every bearer of the signed address has this right. */
export interface MediaGrant {
  /** The message that the file belongs to. For an image of the public gateway the id of its operation. */
  readonly id: string
  /** Its place among the files of that message, from 0. */
  readonly idx: number
  readonly variant: MediaVariant
  /** Unix seconds. At this second the grant has expired. */
  readonly expiresAtSeconds: number
}

/** Seconds that an address is valid unless the caller asks for another time. */
export const DEFAULT_GRANT_LIFE_SECONDS = 3600

/**
 * The text that the signer signs. Each part stands on a line of its own and none can hold a line break, so no two
 * grants have the same text. The text has `kid`, so that the signature of one key cannot pass as that of another key.
 *
 * The lines in order: `v1`, id, index, variant, Unix seconds of the expiry, key id.
 */
export const canonicalGrant = (grant: MediaGrant, kid: string): string =>
  ['v1', grant.id, grant.idx, grant.variant, grant.expiresAtSeconds, kid].join('\n')

export const isGrantLive = (grant: MediaGrant, nowSeconds: number): boolean => nowSeconds < grant.expiresAtSeconds

/** The path and query under which a client reads the file, without the public base address. */
export const signedMediaPath = (grant: MediaGrant, signature: string): string =>
  `/v1/media/${grant.id}/${grant.idx}?exp=${grant.expiresAtSeconds}&sig=${signature}&variant=${grant.variant}`

const INDEX = /^(0|[1-9]\d{0,5})$/
const SECONDS = /^[1-9]\d{0,11}$/

const isVariant = (text: string): text is MediaVariant => text === 'full' || text === 'thumb'

/** The four parts as they stand in an address, before any check. */
export interface MediaGrantText {
  readonly id: string
  readonly idx: string
  readonly exp: string
  readonly variant: string
}

/**
 * Reads the parts of an address. Null unless each part has exactly the spelling that `signedMediaPath` writes: another
 * spelling was never signed.
 */
export const parseMediaGrant = (text: MediaGrantText): MediaGrant | null => {
  if (!isUuid(text.id) || !INDEX.test(text.idx) || !SECONDS.test(text.exp) || !isVariant(text.variant)) return null
  return { id: text.id, idx: Number(text.idx), variant: text.variant, expiresAtSeconds: Number(text.exp) }
}
