import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { KnownKey } from '../../domain/api-keys/api-key.ts'
import { keyGuessTake } from '../../domain/limits/admission-buckets.ts'
import type { FamiliarKeyLookup } from '../ports/api-key-lookup.ts'
import type { LocalRateCounter } from '../ports/rate-limiter.ts'

export interface FindPresentedKeyDeps {
  readonly keys: FamiliarKeyLookup
  /** Counts in this process: what is limited are the queries that this process makes. */
  readonly guesses: LocalRateCounter
}

export type TooManyGuesses = { readonly tag: 'rate_limit_exceeded'; readonly retryAfterSeconds: number }

/** `keyHash` is SHA-256 in hexadecimal. Null when the key is unknown. */
export type FindPresentedKey = (
  keyHash: string,
  clientAddress: string,
) => Promise<Either<TooManyGuesses, KnownKey | null>>

/** So many unfamiliar keys of one address are looked up at the same time; the limit is passed by no more than these. */
const LANES = 8

/**
 * Finds a key that a client presented. An address whose keys turn out unknown again and again is refused without a
 * query, until its failures are a minute old. Keys that were good before are always looked up, so that a bad client
 * disturbs no other one behind the same address.
 */
export const findPresentedKey = ({ keys, guesses }: FindPresentedKeyDeps): FindPresentedKey => {
  const lanes = new Map<string, Promise<unknown>>()

  const guess = async (keyHash: string, clientAddress: string): ReturnType<FindPresentedKey> => {
    const take = keyGuessTake(clientAddress)
    const verdict = guesses.peek(take)
    if (!verdict.allowed) return left({ tag: 'rate_limit_exceeded', retryAfterSeconds: verdict.retryAfterSeconds })
    const known = await keys.find(keyHash)
    if (known === null) guesses.note(take)
    return right(known)
  }

  return async (keyHash, clientAddress) => {
    if (keys.isFamiliar(keyHash)) return right(await keys.find(keyHash))
    const lane = `${Number.parseInt(keyHash.slice(0, 2), 16) % LANES} ${clientAddress}`
    const mine = (lanes.get(lane) ?? Promise.resolve()).then(() => guess(keyHash, clientAddress))
    const ended = mine.catch(() => null)
    lanes.set(lane, ended)
    try {
      return await mine
    } finally {
      if (lanes.get(lane) === ended) lanes.delete(lane)
    }
  }
}
