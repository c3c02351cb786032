import { expect } from 'chai'
import { shortageText } from '../../../../src/adapters/http/paid-calls/shortage-text.ts'

describe('the text of a shortage', () => {
  const shortage = { neededMicro: 3_000_000n, heldMicro: 2_000_000n, availableMicro: 1_000_000n, isOfKey: false }

  it('names what is needed, held and available', () => {
    expect(shortageText(shortage)).to.equal(
      'It needs 3.00 RUB; running calls hold 2.00 RUB, and 1.00 RUB is available.',
    )
    expect(shortageText({ ...shortage, availableMicro: -1n, isOfKey: true })).to.equal(
      'It needs 3.00 RUB; running calls of this key hold 2.00 RUB, and its limit leaves 0.00 RUB.',
    )
  })

  it('says where a sum is the most or the least that may be needed', () => {
    expect(shortageText({ ...shortage, bound: 'at_most' })).to.match(/^It needs at most 3\.00 RUB; /)
    expect(shortageText({ ...shortage, bound: 'at_least' })).to.match(/^It needs at least 3\.00 RUB; /)
  })
})
