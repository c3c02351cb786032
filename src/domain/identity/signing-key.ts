import { DAY_MS, MINUTE_MS, SECOND_MS } from '../time-units.ts'
import { ACCESS_TOKEN_LIFE_SECONDS } from './signed-token.ts'

/** A JSON Web Key (RFC 7517), as plain members. */
export type Jwk = Readonly<Record<string, unknown>>

/** A key pair that signs access tokens. */
export interface SigningKey {
  /** The RFC 7638 thumbprint of the public key. */
  readonly kid: string
  readonly publicJwk: Jwk
  readonly privateJwk: Jwk
  /** The key is published before it signs, so that every verifier has fetched it by then. */
  readonly signsFrom: Date
  /** From this moment the gateway refuses the tokens of the key. Null: no end is set. */
  readonly retiredAt: Date | null
}

const isLive = (key: SigningKey, nowMs: number): boolean => key.retiredAt === null || key.retiredAt.getTime() > nowMs

/** The keys whose tokens the gateway accepts now. */
export const liveSigningKeys = (keys: readonly SigningKey[], nowMs: number): readonly SigningKey[] =>
  keys.filter((key) => isLive(key, nowMs))

/**
 * The key that signs now: the newest live key whose `signsFrom` has passed. Where none has passed, the clock that wrote
 * it was ahead, and the first to come signs: no user could sign in otherwise. Null when there is no live key.
 */
export const signingKeyAt = (keys: readonly SigningKey[], nowMs: number): SigningKey | null => {
  let newest: SigningKey | null = null
  let first: SigningKey | null = null
  for (const key of liveSigningKeys(keys, nowMs)) {
    const began = key.signsFrom.getTime()
    if (began <= nowMs && (newest === null || began > newest.signsFrom.getTime())) newest = key
    if (first === null || began < first.signsFrom.getTime()) first = key
  }
  return newest ?? first
}

/**
 * By then every instance knows the new key, and so does every client that caches the published keys for five minutes.
 */
const LEAD_MS = 10 * MINUTE_MS

/** By then the last token of a key has expired. */
const LAST_TOKEN_MS = ACCESS_TOKEN_LIFE_SECONDS * SECOND_MS + 5 * MINUTE_MS

/** How long the private key of a retired key stays stored. */
const KEPT_AFTER_RETIREMENT_MS = DAY_MS

interface KeyRotation {
  readonly signsFrom: Date
  /** When the gateway stops accepting the tokens of the older keys. */
  readonly othersRetireAt: Date
  /** Keys retired before this moment are deleted. */
  readonly deleteRetiredBefore: Date
}

/**
 * How a new key takes over. Usually no client notices: the key is published first and signs later, and the gateway
 * accepts the old keys until their last token has expired. With `leaked` the new key signs at once and every token of
 * the old keys becomes invalid.
 */
export const planRotation = (leaked: boolean, nowMs: number): KeyRotation => {
  const signsFromMs = leaked ? nowMs : nowMs + LEAD_MS
  return {
    signsFrom: new Date(signsFromMs),
    othersRetireAt: new Date(leaked ? nowMs : signsFromMs + LAST_TOKEN_MS),
    deleteRetiredBefore: new Date(nowMs - KEPT_AFTER_RETIREMENT_MS),
  }
}
