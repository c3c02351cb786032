import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { GatewayPrincipal } from '../identity/principal.ts'

/** A key as its owner sees it. The key itself is shown once, when it is made, and never stored. */
export interface ApiKey {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly prefix: string
  readonly lastFour: string
  readonly createdAt: Date
  /** To the minute. */
  readonly lastUsedAt: Date | null
  /** Null: never. */
  readonly expiresAt: Date | null
  /** Micro-roubles the key may spend in all, > 0; null: as much as the wallet has. */
  readonly spendLimit: bigint | null
  /** Micro-roubles. */
  readonly spent: bigint
  /** Null: every model. */
  readonly allowedModels: readonly string[] | null
}

/** What its owner may change. Absent leaves, null clears. */
export interface ApiKeyChange {
  readonly name?: string
  readonly expiresAt?: Date | null
  readonly spendLimit?: bigint | null
  readonly allowedModels?: readonly string[] | null
}

export type ExpiryInPast = { readonly tag: 'expiry_in_past' }

/** A new key must be good for something. An existing one may be given a past expiry to end it. */
export const checkNewExpiry = (expiresAt: Date | null, nowMs: number): Either<ExpiryInPast, Date | null> =>
  expiresAt !== null && expiresAt.getTime() <= nowMs ? left({ tag: 'expiry_in_past' }) : right(expiresAt)

/** Live keys of one user: far more than people have programs, few enough to list. */
export const MOST_LIVE_KEYS = 100

export type TooManyKeys = { readonly tag: 'too_many_keys'; readonly most: number }

/** Whether a user with so many live keys may have one more. */
export const checkKeyCount = (live: number): Either<TooManyKeys, number> =>
  live >= MOST_LIVE_KEYS ? left({ tag: 'too_many_keys', most: MOST_LIVE_KEYS }) : right(live)

/** A live key of an active user, as looked up by the hash of what was presented. */
export interface KnownKey {
  readonly principal: GatewayPrincipal
  /** Milliseconds since the epoch; null: never. */
  readonly expiresAtMs: number | null
}

export type InvalidApiKey = { readonly tag: 'invalid_api_key' }

/** Admits the bearer of a key, at every single request anew: a key may expire between two. */
export const admitKey = (key: KnownKey | null, nowMs: number): Either<InvalidApiKey, GatewayPrincipal> =>
  key !== null && (key.expiresAtMs === null || nowMs < key.expiresAtMs)
    ? right(key.principal)
    : left({ tag: 'invalid_api_key' })
