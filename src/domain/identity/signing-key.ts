import { ACCESS_TOKEN_LIFE_SECONDS } from './access-token.ts'

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

/** Every instance knows a new key by then, and so does everyone who keeps the published keys for five minutes. */
const LEAD_MS = 10 * 60 * 1000

/** The last token of a key is refused by itself by then. */
const LAST_TOKEN_MS = (ACCESS_TOKEN_LIFE_SECONDS + 5 * 60) * 1000

/** Private keys of the retired are of no use to anybody honest. */
const KEPT_AFTER_RETIREMENT_MS = 24 * 60 * 60 * 1000

export interface KeyRotation {
  readonly signsFrom: Date
  /** When the keys before it stop being accepted. */
  readonly othersRetireAt: Date
  /** Keys retired before this moment are deleted. */
  readonly deleteRetiredBefore: Date
}

/**
 * How a new key takes over. In the usual way nobody notices: it is published first, signs later, and the old keys
 * are accepted until their last token is over. `leaked` takes over at once and ends every token of the old keys.
 */
export const planRotation = (leaked: boolean, nowMs: number): KeyRotation => {
  const signsFromMs = leaked ? nowMs : nowMs + LEAD_MS
  return {
    signsFrom: new Date(signsFromMs),
    othersRetireAt: new Date(leaked ? nowMs : signsFromMs + LAST_TOKEN_MS),
    deleteRetiredBefore: new Date(nowMs - KEPT_AFTER_RETIREMENT_MS),
  }
}
