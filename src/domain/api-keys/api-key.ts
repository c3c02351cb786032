import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { GatewayPrincipal } from '../identity/principal.ts'
import { isInNetworks } from '../addresses/address-network.ts'
import type { AddressNetwork } from '../addresses/address-network.ts'
import { withoutZone } from '../addresses/ip-address.ts'
import type { KeyLimits, KeyPeriod } from './key-limits.ts'

/** The text that every API key begins with. People and secret scanners recognise a key by it. */
const KEY_PREFIX = 'sk-aiagg-'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** A number of 256 bits has at most this many digits in base 62. */
const SECRET_LENGTH = 43
export const SECRET_BYTES = 32

const SHAPE = /^sk-aiagg-[0-9A-Za-z]{43}$/

/** Whether the text has the form of a key. A text without it needs neither hashing nor a look-up. */
export const hasKeyFormat = (presented: string): boolean => SHAPE.test(presented)

/**
 * Writes 32 random bytes as a key. All keys have the same length. Throws a `RangeError` on any other number of bytes.
 *
 * Example: `encodeKey(new Uint8Array(32))` is `sk-aiagg-` followed by 43 zeros.
 */
export const encodeKey = (secret: Uint8Array): string => {
  if (secret.length !== SECRET_BYTES) throw new RangeError(`an API key is made of ${SECRET_BYTES} bytes`)
  let rest = secret.reduce((number, byte) => number * 256n + BigInt(byte), 0n)
  let digits = ''
  for (let place = 0; place < SECRET_LENGTH; place += 1) {
    digits = DIGITS.charAt(Number(rest % 62n)) + digits
    rest /= 62n
  }
  return KEY_PREFIX + digits
}

/**
 * The parts of a key that a list shows: the owner recognises the key by them, and no reader of the list can use them.
 */
export const maskedParts = (key: string): { readonly prefix: string; readonly lastFour: string } => ({
  prefix: key.slice(0, KEY_PREFIX.length + 3),
  lastFour: key.slice(-4),
})

/** A key as a mail names it, for example `sk-aiagg-AbC…wxyz`. */
export const maskedKey = ({ prefix, lastFour }: ReturnType<typeof maskedParts>): string => `${prefix}…${lastFour}`

/** A key as its owner sees it. The API shows the key itself once, when it is created, and never stores it. */
export interface ApiKey extends KeyLimits, KeyPeriod {
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
  /** All that the key was ever charged, in micro-roubles. */
  readonly spent: bigint
  /** What the owner wrote beside the key. */
  readonly note: string | null
  /** A disabled key is refused as a deleted one is, until it is enabled again. */
  readonly disabled: boolean
}

/** What the owner of a key may change. An absent field stays as it is; null removes the limit. */
export type ApiKeyChange = Partial<KeyLimits & Pick<ApiKey, 'name' | 'expiresAt' | 'note' | 'disabled'>>

export type ExpiryInPast = { readonly tag: 'expiry_in_past' }

/** The expiry of a new key has to be in the future. An existing key may get a past expiry, which ends it. */
export const checkNewExpiry = (expiresAt: Date | null, nowMs: number): Either<ExpiryInPast, null> =>
  expiresAt !== null && expiresAt.getTime() <= nowMs ? left({ tag: 'expiry_in_past' }) : right(null)

/** Live keys of one user: many more than a person has programs, and few enough for one list. */
const MAX_LIVE_KEYS = 100

/** Keys that one user makes in a day, deleted or not: receipts refer to the row of a deleted key, so it stays. */
export const MAX_KEYS_MADE_A_DAY = 200

export interface TooManyKeys {
  /** `too_many_keys`: at once. `too_many_new_keys`: in a day. */
  readonly tag: 'too_many_keys' | 'too_many_new_keys'
  readonly most: number
}

/** Whether a user with `live` keys, who has made so many within a day, may make one more. */
export const checkKeyCount = (live: number, madeWithinDay: number): Either<TooManyKeys, null> => {
  if (live >= MAX_LIVE_KEYS) return left({ tag: 'too_many_keys', most: MAX_LIVE_KEYS })
  return madeWithinDay >= MAX_KEYS_MADE_A_DAY
    ? left({ tag: 'too_many_new_keys', most: MAX_KEYS_MADE_A_DAY })
    : right(null)
}

/** A live key of an active user, as the look-up by the key's hash found it. */
export interface KnownKey {
  readonly principal: GatewayPrincipal
  /** Milliseconds since the epoch. Null: the key never expires. */
  readonly expiresAtMs: number | null
  readonly disabled: boolean
  /** Null: the key may be used from everywhere. */
  readonly allowedAddresses: readonly AddressNetwork[] | null
}

export interface InvalidApiKey {
  readonly tag: 'invalid_api_key'
  /** The owner of a good key that came from an address that is not allowed. For the log: no answer may tell it. */
  readonly misusedKeyOf?: string
}

/** A request that presented a key. */
interface Presentation {
  readonly nowMs: number
  readonly clientAddress: string
}

/**
 * Admits a request that presented a key. It is decided again for every request, because a key may expire between two.
 */
export const admitKey = (
  key: KnownKey | null,
  { nowMs, clientAddress }: Presentation,
): Either<InvalidApiKey, GatewayPrincipal> => {
  if (key === null || key.disabled || (key.expiresAtMs !== null && nowMs >= key.expiresAtMs)) {
    return left({ tag: 'invalid_api_key' })
  }
  const { principal, allowedAddresses } = key
  return allowedAddresses === null || isInNetworks(allowedAddresses, withoutZone(clientAddress))
    ? right(principal)
    : left({ tag: 'invalid_api_key', misusedKeyOf: principal.userId })
}
