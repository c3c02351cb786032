import { right } from 'fp-ts/lib/Either.js'
import type { PasswordHasher } from '../../../src/application/ports/accounts/password-hasher.ts'

/** Hashes in no time and hides nothing. `strength` is the parameter that may be outdated. */
export const plainPasswords = (strength = 2): PasswordHasher => ({
  hash: async (password) => right(`plain:${strength}:${password}`),
  verify: async (password, stored) => {
    const [, madeWith = '', ...rest] = (stored ?? '').split(':')
    const matches = stored !== null && rest.join(':') === password
    return right({ matches, outdated: stored !== null && Number(madeWith) < strength })
  },
})
