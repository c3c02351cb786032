import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { argon2id, hash, needsRehash, verify } from 'argon2'
import type { PasswordHasher } from '../../application/ports/password-hasher.ts'
import { boundedWork } from '../../application/load/bounded-work.ts'

/** OWASP ASVS 5, appendix C: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export interface Argon2Options {
  readonly parameters?: { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number }
  /** Each running hash takes a core and 19 MiB. */
  readonly mostAtOnce?: number
  readonly mostWaiting?: number
}

/** argon2id. Memory and cores are bounded: four hashes at once, fifty waiting, further ones refused. */
export const argon2PasswordHasher = async (options: Argon2Options = {}): Promise<PasswordHasher> => {
  const { parameters = PARAMETERS, mostAtOnce = Math.min(4, availableParallelism()), mostWaiting = 50 } = options
  const bounded = boundedWork({ mostAtOnce, mostWaiting })
  const make = (password: string): Promise<string> => hash(password, { ...parameters, type: argon2id })
  // Verified instead of a hash that is not there; of a password nobody knows, with today's parameters.
  const nobodysHash = await make(randomBytes(32).toString('base64'))
  return {
    hash: (password) => bounded(() => make(password)),
    verify: (password, stored) =>
      bounded(async () => {
        const matches = await verify(stored ?? nobodysHash, password)
        return stored === null
          ? { matches: false, outdated: false }
          : { matches, outdated: needsRehash(stored, parameters) || !stored.startsWith('$argon2id$') }
      }),
  }
}
