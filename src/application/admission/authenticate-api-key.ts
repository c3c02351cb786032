import { left, right, isLeft, isRight } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { admitKey, hasKeyFormat } from '../../domain/api-keys/api-key.ts'
import type { KnownKey, InvalidApiKey } from '../../domain/api-keys/api-key.ts'
import { whenKnown } from '../now-or-later.ts'
import type { NowOrLater } from '../now-or-later.ts'
import { keyGuessRateLimit } from '../../domain/limits/admission-rates.ts'
import type { CachedApiKeyLookup } from '../ports/accounts/api-key-lookup.ts'
import type { LocalRateCounter } from '../ports/process/rate-limiter.ts'
import type { GatewayPrincipal } from '../../domain/identity/principal.ts'
import type { ApiKeySecrets } from '../ports/accounts/api-key-secrets.ts'
import type { Clock } from '../ports/process/clock.ts'

interface FindPresentedKeyDeps {
  readonly keys: CachedApiKeyLookup
  /** The counter of this process, because the limit is on the queries that this process makes. */
  readonly guesses: LocalRateCounter
}

type TooManyGuesses = { readonly tag: 'rate_limit_exceeded'; readonly retryAfterSeconds: number }

/** Null when the key is unknown. */
type FoundKey = Either<TooManyGuesses, KnownKey | null>

/** `keyHash` is SHA-256 in hexadecimal. */
type FindPresentedKey = (keyHash: string, clientAddress: string) => NowOrLater<FoundKey>

/** Unknown keys of one address that are looked up at the same time. The limit is exceeded by no more than these. */
const LANES = 8

/**
 * Finds the API key that a client presented. An address that presents unknown keys again and again is refused without a
 * query, until its failures are a minute old. Keys that were found before are always looked up, so that a bad client
 * disturbs no other client behind the same address.
 */
export const findPresentedKey = ({ keys, guesses }: FindPresentedKeyDeps): FindPresentedKey => {
  const lanes = new Map<string, Promise<unknown>>()

  const guess = async (keyHash: string, clientAddress: string): Promise<FoundKey> => {
    const take = keyGuessRateLimit(clientAddress)
    const verdict = guesses.peek(take)
    if (!verdict.allowed) return left({ tag: 'rate_limit_exceeded', retryAfterSeconds: verdict.retryAfterSeconds })
    const known = await keys.find(keyHash)
    if (known === null) guesses.note(take)
    return right(known)
  }

  const findUncached: FindPresentedKey = async (keyHash, clientAddress) => {
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

  return (keyHash, clientAddress) =>
    keys.isCached(keyHash) ? whenKnown(keys.find(keyHash), right) : findUncached(keyHash, clientAddress)
}

interface AuthenticateApiKeyDeps {
  readonly secrets: Pick<ApiKeySecrets, 'hash'>
  readonly findKey: FindPresentedKey
  readonly clock: Clock
  /** Notes that a client used the key. Must return at once. */
  readonly noteUse: (keyId: string, nowMs: number) => void
}

export type AuthenticateApiKey = (
  presented: string,
  clientAddress: string,
) => NowOrLater<Either<InvalidApiKey | TooManyGuesses, GatewayPrincipal>>

/** Runs before every call of the public gateway, so it does no more than one hash and one cached look-up. */
export const authenticateApiKey =
  (deps: AuthenticateApiKeyDeps): AuthenticateApiKey =>
  (presented, clientAddress) => {
    if (!hasKeyFormat(presented)) return left({ tag: 'invalid_api_key' })
    return whenKnown(deps.findKey(deps.secrets.hash(presented), clientAddress), (known) => {
      if (isLeft(known)) return known
      const nowMs = deps.clock.now()
      const admitted = admitKey(known.right, { nowMs, clientAddress })
      if (isRight(admitted)) deps.noteUse(admitted.right.keyId, nowMs)
      return admitted
    })
  }
