import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { aesContentSealing } from '../../../src/adapters/security/aes-content-sealing.ts'
import { SealBroken } from '../../../src/application/ports/secrets/content-sealing.ts'

const newKey = (): Uint8Array => Uint8Array.from(randomBytes(32))
const PLACE = 'stored_responses/1'
const CONTENT = new TextEncoder().encode('what a user wrote')

describe('sealed content', () => {
  const [older, newer] = [newKey(), newKey()]
  const sealing = aesContentSealing([older])

  it('opens to what was sealed, the empty content too', () => {
    expect(Buffer.from(sealing.open(sealing.seal(CONTENT, PLACE), PLACE))).to.deep.equal(Buffer.from(CONTENT))
    expect(sealing.open(sealing.seal(new Uint8Array(), PLACE), PLACE)).to.have.length(0)
  })

  it('shows nothing of the content, and differs each time', () => {
    const [one, other] = [sealing.seal(CONTENT, PLACE), sealing.seal(CONTENT, PLACE)]
    expect(Buffer.from(one.bytes).includes('user')).to.equal(false)
    expect(Buffer.from(one.bytes).equals(other.bytes)).to.equal(false)
  })

  it('opens at no other place', () => {
    const sealed = sealing.seal(CONTENT, PLACE)
    expect(() => sealing.open(sealed, 'stored_responses/2')).to.throw(SealBroken, 'changed or moved')
  })

  it('does not open when any byte of it was changed, or when it was cut', () => {
    const { keyId, bytes } = sealing.seal(CONTENT, PLACE)
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Uint8Array.from(bytes)
      changed[at]! ^= 1
      expect(() => sealing.open({ keyId, bytes: changed }, PLACE), `byte ${at}`).to.throw(SealBroken)
    }
    for (const length of [0, 1, 40, bytes.length - 1]) {
      expect(() => sealing.open({ keyId, bytes: bytes.subarray(0, length) }, PLACE), `${length}`).to.throw(SealBroken)
    }
  })

  it('opens with every key that is given, and is sealed with the first', () => {
    const rotated = aesContentSealing([newer, older])
    expect(rotated.olderKeyIds).to.deep.equal([sealing.keyId])
    expect(Buffer.from(rotated.open(sealing.seal(CONTENT, PLACE), PLACE))).to.deep.equal(Buffer.from(CONTENT))
    expect(rotated.seal(CONTENT, PLACE).keyId).to.equal(aesContentSealing([newer]).keyId)
  })

  it('names the key that it would need', () => {
    const sealed = sealing.seal(CONTENT, PLACE)
    expect(() => aesContentSealing([newer]).open(sealed, PLACE)).to.throw(SealBroken, sealing.keyId)
    const claimed = { ...sealed, keyId: aesContentSealing([newer]).keyId }
    expect(() => aesContentSealing([newer, older]).open(claimed, PLACE)).to.throw(SealBroken)
  })
})
