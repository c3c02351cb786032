import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { jweSecretWrapping } from '../../../src/adapters/security/jwe-secret-wrapping.ts'
import { WrongMasterKey } from '../../../src/application/ports/secrets/secret-wrapping.ts'

const [older, newer, foreign] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const SECRET = new TextEncoder().encode('a secret of an installation')

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

describe('wrapped secrets', () => {
  it('unwrap to what they were, and show neither the secret nor the key', async () => {
    const wrapping = jweSecretWrapping([older])
    const wrapped = await wrapping.wrap(SECRET, 'place/1')
    expect(await wrapping.unwrap(wrapped, 'place/1')).to.deep.equal(SECRET)
    for (const bytes of [Buffer.from(SECRET), older]) {
      const parts = wrapped.split('.').map((part) => Buffer.from(part, 'base64url'))
      expect(parts.some((part) => part.includes(bytes))).to.equal(false)
    }
    expect(await wrapping.wrap(SECRET, 'place/1')).not.to.equal(wrapped)
  })

  it('are wrapped by the first key and unwrapped by every one, in any order', async () => {
    const before = await jweSecretWrapping([older]).wrap(SECRET, 'p')
    for (const keys of [
      [newer, older],
      [older, newer],
    ]) {
      expect(await jweSecretWrapping(keys).unwrap(before, 'p')).to.deep.equal(SECRET)
    }
    expect(jweSecretWrapping([older, newer]).isCurrent(before)).to.equal(true)
    expect(jweSecretWrapping([newer, older]).isCurrent(before)).to.equal(false)
  })

  it('do not unwrap under a key that did not wrap them', async () => {
    const wrapped = await jweSecretWrapping([older]).wrap(SECRET, 'p')
    const error = await failureOf(jweSecretWrapping([foreign]).unwrap(wrapped, 'p'))
    expect(error).to.be.instanceOf(WrongMasterKey).with.property('message').that.contains('MASTER_KEY')
  })

  it('do not unwrap in another place, with any bit of them changed, or where they are no wrapped secret', async () => {
    const wrapping = jweSecretWrapping([older])
    const wrapped = await wrapping.wrap(SECRET, 'signing_keys/a')
    expect(await failureOf(wrapping.unwrap(wrapped, 'signing_keys/b'))).to.be.instanceOf(WrongMasterKey)
    const parts = wrapped.split('.')
    for (const [index, part] of parts.entries()) {
      if (part === '') continue
      const bytes = Buffer.from(part, 'base64url')
      bytes[0] = (bytes[0] ?? 0) ^ 1
      const changed = parts.with(index, bytes.toString('base64url')).join('.')
      expect(await failureOf(wrapping.unwrap(changed, 'signing_keys/a')), `part ${index}`).to.be.instanceOf(
        WrongMasterKey,
      )
    }
    for (const text of ['', 'x', 'a.b.c.d.e', 'e30....']) {
      expect(await failureOf(wrapping.unwrap(text, 'signing_keys/a')), text).to.be.instanceOf(WrongMasterKey)
    }
  })
})
