import { expect } from 'chai'
import { createHash } from 'node:crypto'
import { randomApiKeys } from '../../../src/adapters/security/random-api-keys.ts'
import { hasKeyFormat } from '../../../src/domain/api-keys/api-key.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

describe('API keys of random bits', () => {
  it('have the form of a key, and none is made twice', () => {
    const secrets = randomApiKeys()
    const made = Array.from({ length: 100 }, () => secrets.make())
    expect(made.every(hasKeyFormat)).to.equal(true)
    expect(new Set(made).size).to.equal(100)
  })

  it('have the same hash each time, whether it is cached or evicted', () => {
    const secrets = randomApiKeys()
    const keys = Array.from({ length: 1_700 }, () => secrets.make())
    const order = [...keys, ...keys.slice(0, 300), ...keys.toReversed()]
    for (const key of order) expect(secrets.hash(key)).to.equal(sha256(key))
  })
})
