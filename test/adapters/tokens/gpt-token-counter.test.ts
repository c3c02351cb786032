import { expect } from 'chai'
import { gptTokenCounter } from '../../../src/adapters/tokens/gpt-token-counter.ts'

describe('counting tokens', () => {
  const tokens = gptTokenCounter()

  it('counts words of any language, all texts together', async () => {
    expect(await tokens.count([])).to.equal(0)
    expect(await tokens.count(['hello world'])).to.equal(2)
    expect(await tokens.count(['hello world', 'привет'])).to.be.greaterThan(2)
  })

  it('counts special tokens as ordinary text', async () => {
    expect(await tokens.count(['<|endoftext|>'])).to.be.greaterThan(1)
  })

  it('counts long text without a break in short pieces, and lets other work run between them', async () => {
    for (const run of ['a', '!', '漢', ' ', '\ud83d']) {
      let turns = 0
      let isCounting = true
      const otherWork = (): void => {
        turns += 1
        if (isCounting) setImmediate(otherWork)
      }
      otherWork()
      await tokens.count([run.repeat(100_000)])
      isCounting = false
      expect(turns, JSON.stringify(run)).to.be.greaterThan(10)
    }
  })

  it('loses little accuracy by counting in pieces', async () => {
    const text = 'The quick brown fox jumps over the lazy dog. '.repeat(1_000)
    const exact = 10_001
    expect(await tokens.count([text])).to.be.within(exact - 50, exact + 50)
  })
})
