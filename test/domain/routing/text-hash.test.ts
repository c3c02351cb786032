import { expect } from 'chai'
import { HASHES, hashText } from '../../../src/domain/routing/text-hash.ts'

describe('the hash of a text', () => {
  it('is the same number every time, and another one for another text', () => {
    const texts = Array.from({ length: 20_000 }, (_, index) => `conversation ${index}`)
    expect(new Set(texts.map(hashText)).size).to.equal(texts.length)
    expect(texts.map(hashText)).to.deep.equal(texts.map(hashText))
    expect(hashText('')).to.be.within(0, HASHES - 1)
    expect(hashText('ab')).to.not.equal(hashText('ba'))
  })

  it('is spread evenly over all numbers', () => {
    const buckets = Array.from({ length: 16 }, () => 0)
    for (let index = 0; index < 16_000; index += 1) {
      const bucket = Math.floor((hashText(`key ${index}`) / HASHES) * 16)
      buckets[bucket] = (buckets[bucket] ?? 0) + 1
    }
    for (const count of buckets) expect(count).to.be.within(850, 1150)
  })
})
