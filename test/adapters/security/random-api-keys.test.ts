import { expect } from 'chai'
import { createHash } from 'node:crypto'
import { randomApiKeys } from '../../../src/adapters/security/random-api-keys.ts'
import { hasKeyFormat } from '../../../src/domain/api-keys/api-key.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

describe('API keys of random bits', () => {
  it('have the form of a key, and none is made twice', () => {
    const made = Array.from({ length: 100 }, () => randomApiKeys.make())
    expect(made.every(hasKeyFormat)).to.equal(true)
    expect(new Set(made).size).to.equal(100)
  })

  it('have one hash, whenever it is made', () => {
    const keys = Array.from({ length: 100 }, () => randomApiKeys.make())
    for (const key of [...keys, ...keys.toReversed()]) expect(randomApiKeys.hash(key)).to.equal(sha256(key))
  })
})
