import { randomBytes } from 'node:crypto'
import type { OneTimeSecrets } from '../../application/ports/accounts/one-time-secrets.ts'
import { sha256 } from './sha256.ts'

/** Full entropy, so a fast hash is right: nothing can be guessed from it. */
const TOKEN_BYTES = 32
const SHAPE = /^[A-Za-z0-9_-]{43}$/

export const randomOneTimeSecrets: OneTimeSecrets = {
  make: () => {
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    return { token, hash: sha256(token) }
  },
  hash: (presented) => (SHAPE.test(presented) ? sha256(presented) : null),
}
