import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { MediaSigner } from '../../application/ports/media/media-signer.ts'
import { canonicalGrant, isGrantLive } from '../../domain/media/signed-url.ts'
import type { MediaGrant } from '../../domain/media/signed-url.ts'

interface MediaSigningSecret {
  /** Names the key inside signatures: letters, digits, `_` and `-`. */
  readonly kid: string
  /** At least 32 bytes from a secure source. Other code may use it too: the signer derives its own key from it. */
  readonly secret: Uint8Array
}

const MIN_SECRET_BYTES = 32
const KEY_BYTES = 32
const PURPOSE = 'media-url v1'

const derivedKey = ({ kid, secret }: MediaSigningSecret): Uint8Array => {
  if (!/^[\w-]{1,64}$/.test(kid)) throw new Error('a media signing key has an id that cannot stand in an address')
  if (secret.length < MIN_SECRET_BYTES) throw new Error(`media signing key ${kid} is shorter than 32 bytes`)
  return new Uint8Array(hkdfSync('sha256', secret, '', `${PURPOSE}\n${kid}`, KEY_BYTES))
}

const mac = (key: Uint8Array, grant: MediaGrant, kid: string): string =>
  createHmac('sha256', key).update(canonicalGrant(grant, kid)).digest('base64url')

/** Compares the texts and not the decoded bytes, because base64url has several spellings of the same bytes. */
const sameText = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * Signs with the first key and recognises all of them, so a key is rotated by putting a new one in front and
 * dropping the old one when its last address has expired. A signature is `<kid>.<HMAC-SHA256 in base64url>`.
 */
export const hmacMediaSigner = (secrets: readonly MediaSigningSecret[]): MediaSigner => {
  const keys = new Map(secrets.map((secret) => [secret.kid, derivedKey(secret)]))
  const [current] = keys
  if (current === undefined || keys.size !== secrets.length) throw new Error('media signing keys need distinct ids')
  const [currentKid, currentKey] = current
  return {
    sign: (grant) => `${currentKid}.${mac(currentKey, grant, currentKid)}`,
    verify: (grant, signature, nowSeconds) => {
      if (!isGrantLive(grant, nowSeconds)) return false
      const [kid = '', presented = '', ...rest] = signature.split('.')
      const key = keys.get(kid)
      return key !== undefined && rest.length === 0 && sameText(presented, mac(key, grant, kid))
    },
  }
}
