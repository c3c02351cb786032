/** A JSON Web Key, as plain members. */
export type Jwk = Readonly<Record<string, unknown>>

/** A key pair that signs access tokens. */
export interface SigningKey {
  /** The RFC 7638 thumbprint of the public key. */
  readonly kid: string
  readonly publicJwk: Jwk
  readonly privateJwk: Jwk
  /** Published before it signs, so that everyone who verifies has fetched it by then. */
  readonly signsFrom: Date
  /** From then on its tokens are refused. */
  readonly retiredAt: Date | null
}

const isLive = (key: SigningKey, nowMs: number): boolean => key.retiredAt === null || key.retiredAt.getTime() > nowMs

/** The keys whose tokens are accepted now. */
export const liveKeys = (keys: readonly SigningKey[], nowMs: number): readonly SigningKey[] =>
  keys.filter((key) => isLive(key, nowMs))

/** The key that signs now: of the live ones whose time has come the newest; null when there is none. */
export const signingKeyAt = (keys: readonly SigningKey[], nowMs: number): SigningKey | null => {
  let newest: SigningKey | null = null
  for (const key of liveKeys(keys, nowMs)) {
    const began = key.signsFrom.getTime()
    if (began <= nowMs && (newest === null || began > newest.signsFrom.getTime())) newest = key
  }
  return newest
}
