import { randomBytes } from 'node:crypto'
import type { ApiKeySecrets } from '../../application/ports/accounts/api-key-secrets.ts'
import { SECRET_BYTES, encodeKey } from '../../domain/api-keys/api-key.ts'
import { sha256 } from './sha256.ts'

/** No hash is cached: to make one costs a quarter of a microsecond more, and a cache would keep keys as clear text. */
export const randomApiKeys: ApiKeySecrets = {
  make: () => encodeKey(randomBytes(SECRET_BYTES)),
  hash: sha256,
}
