import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { GatewayPrincipal } from '../identity/principal.ts'

/** A key as its owner sees it. The API shows the key itself once, when it is created, and never stores it. */
export interface ApiKey {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly prefix: string
  readonly lastFour: string
  readonly createdAt: Date
  /** To the minute. Null: the key has never been used. */
  readonly lastUsedAt: Date | null
  /** Null: the key never expires. */
  readonly expiresAt: Date | null
  /** Micro-roubles that the key may spend in total, > 0. Null: as much as the wallet has. */
  readonly spendLimit: bigint | null
  /** Micro-roubles. */
  readonly spent: bigint
  /** Null: the key may call every model. */
  readonly allowedModels: readonly string[] | null
}

/** What the owner of a key may change. An absent field stays as it is; null removes the limit. */
export interface ApiKeyChange {
  readonly name?: string
  readonly expiresAt?: Date | null
  readonly spendLimit?: bigint | null
  readonly allowedModels?: readonly string[] | null
}

export type ExpiryInPast = { readonly tag: 'expiry_in_past' }

/** The expiry of a new key has to be in the future. An existing key may get a past expiry, which ends it. */
export const checkNewExpiry = (expiresAt: Date | null, nowMs: number): Either<ExpiryInPast, Date | null> =>
  expiresAt !== null && expiresAt.getTime() <= nowMs ? left({ tag: 'expiry_in_past' }) : right(expiresAt)

/** Live keys of one user: many more than a person has programs, and few enough for one list. */
const MAX_LIVE_KEYS = 100

export type TooManyKeys = { readonly tag: 'too_many_keys'; readonly most: number }

/** Whether a user with `live` keys may create one more. */
export const checkKeyCount = (live: number): Either<TooManyKeys, number> =>
  live >= MAX_LIVE_KEYS ? left({ tag: 'too_many_keys', most: MAX_LIVE_KEYS }) : right(live)

/** A live key of an active user, as the look-up by the key's hash found it. */
export interface KnownKey {
  readonly principal: GatewayPrincipal
  /** Milliseconds since the epoch. Null: the key never expires. */
  readonly expiresAtMs: number | null
}

export type InvalidApiKey = { readonly tag: 'invalid_api_key' }

/**
 * Admits a request that presented a key. It is decided again for every request, because a key may expire between two.
 */
export const admitKey = (key: KnownKey | null, nowMs: number): Either<InvalidApiKey, GatewayPrincipal> =>
  key !== null && (key.expiresAtMs === null || nowMs < key.expiresAtMs)
    ? right(key.principal)
    : left({ tag: 'invalid_api_key' })
