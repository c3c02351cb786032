export type MediaVariant = 'full' | 'thumb'

/** The right to read one file until a moment. Whoever holds the signed address holds it. */
export interface MediaGrant {
  /** The message the file belongs to; for an image of the public gateway the operation. */
  readonly id: string
  /** Its place among the files of that message, from 0. */
  readonly idx: number
  readonly variant: MediaVariant
  /** Unix seconds; at this very second it is over. */
  readonly expiresAtSeconds: number
}

/** How long an address lives unless the caller has a reason. */
export const DEFAULT_GRANT_LIFE_SECONDS = 3600

/**
 * The text that is signed. Each part stands on a line of its own and none can hold a line break, so no two
 * grants share a text. `kid` is in it so that a signature cannot be passed off as another key's.
 */
export const canonicalGrant = (grant: MediaGrant, kid: string): string =>
  ['v1', grant.id, grant.idx, grant.variant, grant.expiresAtSeconds, kid].join('\n')

export const isGrantLive = (grant: MediaGrant, nowSeconds: number): boolean => nowSeconds < grant.expiresAtSeconds

/** The path and query under which the file can be read; the public base address goes before it. */
export const signedMediaPath = (grant: MediaGrant, signature: string): string =>
  `/v1/media/${grant.id}/${grant.idx}?exp=${grant.expiresAtSeconds}&sig=${signature}&variant=${grant.variant}`

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const INDEX = /^(0|[1-9]\d{0,5})$/
const SECONDS = /^[1-9]\d{0,11}$/

const isVariant = (text: string): text is MediaVariant => text === 'full' || text === 'thumb'

/** The four parts as they stand in an address. */
export interface MediaGrantText {
  readonly id: string
  readonly idx: string
  readonly exp: string
  readonly variant: string
}

/** Null unless every part is spelled the one way it is written here: another spelling was never signed. */
export const parseMediaGrant = (text: MediaGrantText): MediaGrant | null => {
  if (!ID.test(text.id) || !INDEX.test(text.idx) || !SECONDS.test(text.exp) || !isVariant(text.variant)) return null
  return { id: text.id, idx: Number(text.idx), variant: text.variant, expiresAtSeconds: Number(text.exp) }
}
