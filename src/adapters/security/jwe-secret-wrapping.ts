import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose'
import { WrongMasterKey } from '../../application/ports/secrets/secret-wrapping.ts'
import type { SecretWrapping } from '../../application/ports/secrets/secret-wrapping.ts'
import { masterKeyId } from './master-key-id.ts'

/** The form of what is wrapped; another number is another form. */
const VERSION = 1

const headerOf = (wrapped: string): Readonly<Record<string, unknown>> => {
  try {
    return decodeProtectedHeader(wrapped)
  } catch {
    return {}
  }
}

const WRONG_KEY =
  'the secrets of this database were encrypted with another key than MASTER_KEY: set MASTER_KEY to that key, or to a ' +
  'new key, a comma, and that key'

/**
 * AES-256-GCM in the compact form of JWE (RFC 7516). Version, key id and place stand in the protected header, which
 * the cipher authenticates: a secret that was moved to another row does not unwrap. The first key wraps, all unwrap.
 * `wrongKey` is what the operator reads where none of them does.
 */
export const jweSecretWrapping = (keys: readonly Uint8Array[], wrongKey = WRONG_KEY): SecretWrapping => {
  const [current] = keys
  if (current === undefined) throw new Error('wrapping secrets needs a key')
  const byId = new Map(keys.map((key) => [masterKeyId(key), key]))
  const currentId = masterKeyId(current)
  return {
    wrap: (secret, place) =>
      new CompactEncrypt(secret)
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: currentId, v: VERSION, place })
        .encrypt(current),
    unwrap: async (wrapped, place) => {
      const { kid } = headerOf(wrapped)
      const key = typeof kid === 'string' ? byId.get(kid) : undefined
      if (key === undefined) throw new WrongMasterKey(wrongKey)
      const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
      const opened = await compactDecrypt(wrapped, key, options).catch(() => null)
      if (opened === null || opened.protectedHeader['v'] !== VERSION || opened.protectedHeader['place'] !== place) {
        throw new WrongMasterKey(`a secret of this database was changed or moved: ${place} does not unwrap`)
      }
      return opened.plaintext
    },
    isCurrent: (wrapped) => headerOf(wrapped)['kid'] === currentId,
  }
}
