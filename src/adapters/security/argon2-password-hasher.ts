import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { argon2id, hash, needsRehash, verify } from 'argon2'
import type { HashingCaller, PasswordHasher } from '../../application/ports/accounts/password-hasher.ts'
import { concurrencyLimiter } from '../../application/load/concurrency-limiter.ts'
import type { QueuePriority } from '../../application/load/concurrency-limiter.ts'

/** OWASP ASVS 5, appendix C: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

interface Argon2Options {
  readonly parameters?: { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number }
  /** Each running hash takes a core and 19 MiB. */
  readonly maxConcurrent?: number
  readonly maxQueued?: number
}

/** Unknown callers who try passwords by the dozen must not keep users waiting. */
const LANES: Readonly<Record<HashingCaller, QueuePriority>> = { known: 'ahead', unknown: 'ordinary' }

/** argon2id. Memory and cores are bounded: four hashes at once, fifty of each lane waiting, further ones refused. */
export const argon2PasswordHasher = async (options: Argon2Options = {}): Promise<PasswordHasher> => {
  const { parameters = PARAMETERS, maxConcurrent = Math.min(4, availableParallelism()), maxQueued = 50 } = options
  const bounded = concurrencyLimiter({ maxConcurrent, maxQueued })
  const make = (password: string): Promise<string> => hash(password, { ...parameters, type: argon2id })
  // Verified in the place of a missing hash. Its password is random, its parameters are today's.
  const dummyHash = await make(randomBytes(32).toString('base64'))
  return {
    hash: (password, caller = 'unknown') => bounded(() => make(password), LANES[caller]),
    verify: (password, stored, caller = 'unknown') =>
      bounded(async () => {
        const matches = await verify(stored ?? dummyHash, password)
        return stored === null
          ? { matches: false, outdated: false }
          : { matches, outdated: needsRehash(stored, parameters) || !stored.startsWith('$argon2id$') }
      }, LANES[caller]),
  }
}
