import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { argon2id, hash, needsRehash, verify } from 'argon2'
import type { HashingFor, PasswordHasher } from '../../application/ports/password-hasher.ts'
import { boundedWork, type Lane } from '../../application/load/bounded-work.ts'

/** OWASP ASVS 5, appendix C: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export interface Argon2Options {
  readonly parameters?: { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number }
  /** Each running hash takes a core and 19 MiB. */
  readonly mostAtOnce?: number
  readonly mostWaiting?: number
}

/** Strangers who try passwords by the dozen must not keep users waiting. */
const LANES: Readonly<Record<HashingFor, Lane>> = { known: 'ahead', stranger: 'ordinary' }

/** argon2id. Memory and cores are bounded: four hashes at once, fifty of each lane waiting, further ones refused. */
export const argon2PasswordHasher = async (options: Argon2Options = {}): Promise<PasswordHasher> => {
  const { parameters = PARAMETERS, mostAtOnce = Math.min(4, availableParallelism()), mostWaiting = 50 } = options
  const bounded = boundedWork({ mostAtOnce, mostWaiting })
  const make = (password: string): Promise<string> => hash(password, { ...parameters, type: argon2id })
  // Verified instead of a hash that is not there; of a password nobody knows, with today's parameters.
  const nobodysHash = await make(randomBytes(32).toString('base64'))
  return {
    hash: (password, asker = 'stranger') => bounded(() => make(password), LANES[asker]),
    verify: (password, stored, asker = 'stranger') =>
      bounded(async () => {
        const matches = await verify(stored ?? nobodysHash, password)
        return stored === null
          ? { matches: false, outdated: false }
          : { matches, outdated: needsRehash(stored, parameters) || !stored.startsWith('$argon2id$') }
      }, LANES[asker]),
  }
}
