import { randomBytes } from 'node:crypto'
import type { ApiKeySecrets } from '../../application/ports/api-key-secrets.ts'
import { SECRET_BYTES, writeKey } from '../../domain/api-keys/presented-key.ts'
import { sha256 } from './sha256.ts'

export const randomApiKeys: ApiKeySecrets = {
  make: () => writeKey(randomBytes(SECRET_BYTES)),
  hash: sha256,
}
