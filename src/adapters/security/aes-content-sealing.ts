import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { SealBroken } from '../../application/ports/secrets/content-sealing.ts'
import type { ContentSealing } from '../../application/ports/secrets/content-sealing.ts'
import { masterKeyId } from './master-key-id.ts'

/** The form of what is sealed, its first byte; another number is another form. */
const VERSION = 1

const KEY_BYTES = 32
const SALT_BYTES = 32
const TAG_BYTES = 16
const HEAD_BYTES = 1 + SALT_BYTES

/** Every content has a key of its own, so its one nonce is never used twice with a key. */
const NONCE = new Uint8Array(12)

/** Separates these keys from all others that may be derived of the master key. */
const PURPOSE = 'stored content'

/**
 * AES-256-GCM. The key of each content is derived (HKDF-SHA256) from a master key and a random salt; the cipher
 * authenticates the version, the id of the master key and the place. The first master key seals, all open.
 */
export const aesContentSealing = (masterKeys: readonly Uint8Array[]): ContentSealing => {
  const [current] = masterKeys
  if (current === undefined) throw new Error('sealing contents needs a key')
  const byId = new Map(masterKeys.map((key) => [masterKeyId(key), key]))
  const keyId = masterKeyId(current)

  const contentKey = (masterKey: Uint8Array, salt: Uint8Array): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', masterKey, salt, PURPOSE, KEY_BYTES))

  const authenticated = (id: string, place: string): Uint8Array => Buffer.from(`${VERSION}/${id}/${place}`)

  return {
    keyId,
    olderKeyIds: [...byId.keys()].filter((id) => id !== keyId),
    seal: (content, place) => {
      const salt = randomBytes(SALT_BYTES)
      const cipher = createCipheriv('aes-256-gcm', contentKey(current, salt), NONCE)
      cipher.setAAD(authenticated(keyId, place))
      const parts = [Uint8Array.of(VERSION), salt, cipher.update(content), cipher.final(), cipher.getAuthTag()]
      return { keyId, bytes: new Uint8Array(Buffer.concat(parts)) }
    },
    open: ({ keyId: id, bytes }, place) => {
      const masterKey = byId.get(id)
      if (masterKey === undefined) throw new SealBroken(`${place} is under another key (${id}) than MASTER_KEY gives`)
      const broken = new SealBroken(`${place} was changed or moved: it does not open`)
      if (bytes.length < HEAD_BYTES + TAG_BYTES || bytes[0] !== VERSION) throw broken
      const salt = bytes.subarray(1, HEAD_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', contentKey(masterKey, salt), NONCE, {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(authenticated(id, place))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(HEAD_BYTES, -TAG_BYTES)), decipher.final()])
      } catch {
        throw broken
      }
    },
  }
}
