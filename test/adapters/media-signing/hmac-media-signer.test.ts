import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { hmacMediaSigner } from '../../../src/adapters/media-signing/hmac-media-signer.ts'
import type { MediaGrant } from '../../../src/domain/media/signed-url.ts'

const NOW = 1_800_000_000
const GRANT: MediaGrant = {
  id: '0198c0de-0000-7000-8000-000000000001',
  idx: 0,
  variant: 'full',
  expiresAtSeconds: NOW + 3600,
}
const OLD = { kid: '2026-10', secret: randomBytes(32) }
const NEW = { kid: '2026-11', secret: randomBytes(32) }

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

describe('media signer', () => {
  const signer = hmacMediaSigner([NEW, OLD])
  const signature = signer.sign(GRANT)

  it('accepts its own signature until the second in which it expires', () => {
    expect(signer.verify(GRANT, signature, NOW)).to.equal(true)
    expect(signer.verify(GRANT, signature, GRANT.expiresAtSeconds - 1)).to.equal(true)
    expect(signer.verify(GRANT, signature, GRANT.expiresAtSeconds)).to.equal(false)
  })

  it('writes only characters that a query takes unescaped', () => {
    expect(signature).to.match(/^2026-11\.[\w-]{43}$/)
    expect(encodeURIComponent(signature)).to.equal(signature)
  })

  it('refuses every other spelling of every character', () => {
    let tried = 0
    for (let index = 0; index < signature.length; index += 1) {
      for (const other of `${BASE64URL}.=+/`.split('')) {
        if (other === signature[index]) continue
        const forged = signature.slice(0, index) + other + signature.slice(index + 1)
        expect(signer.verify(GRANT, forged, NOW), forged).to.equal(false)
        tried += 1
      }
    }
    expect(tried).to.be.above(3000)
  })

  it('refuses every other length', () => {
    for (const forged of [
      '',
      '.',
      signature.slice(0, -1),
      `${signature}=`,
      `${signature}A`,
      `${signature}.`,
      '2026-11.',
    ]) {
      expect(signer.verify(GRANT, forged, NOW), forged).to.equal(false)
    }
  })

  it('refuses the signature for anything else', () => {
    const others: readonly Partial<MediaGrant>[] = [
      { id: '0198c0de-0000-7000-8000-000000000002' },
      { idx: 1 },
      { variant: 'thumb' },
      { expiresAtSeconds: GRANT.expiresAtSeconds + 1 },
      { expiresAtSeconds: GRANT.expiresAtSeconds - 1 },
    ]
    for (const other of others) expect(signer.verify({ ...GRANT, ...other }, signature, NOW)).to.equal(false)
  })

  it('signs with the new key, and accepts the old key until the operator removes it', () => {
    const before = hmacMediaSigner([OLD]).sign(GRANT)
    expect(signer.verify(GRANT, before, NOW)).to.equal(true)
    expect(signature.startsWith('2026-11.')).to.equal(true)
    expect(hmacMediaSigner([NEW]).verify(GRANT, before, NOW)).to.equal(false)
  })

  it('refuses the signature of one key under the id of another', () => {
    const relabelled = hmacMediaSigner([{ kid: OLD.kid, secret: NEW.secret }]).sign(GRANT)
    expect(signer.verify(GRANT, relabelled, NOW)).to.equal(false)
    expect(signer.verify(GRANT, signature.replace('2026-11', '2026-10'), NOW)).to.equal(false)
  })

  it('refuses to start with unusable keys', () => {
    expect(() => hmacMediaSigner([])).to.throw()
    expect(() => hmacMediaSigner([NEW, NEW])).to.throw()
    expect(() => hmacMediaSigner([{ kid: 'a', secret: randomBytes(31) }])).to.throw()
    expect(() => hmacMediaSigner([{ kid: 'a.b', secret: randomBytes(32) }])).to.throw()
  })
})
