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

  it('is fast on long text without a break, and lets other work run during that time', async () => {
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    const startedMs = performance.now()
    for (const run of ['a', '!', '漢', ' ', '\ud83d']) await tokens.count([run.repeat(100_000)])
    clearInterval(timer)
    expect(performance.now() - startedMs).to.be.lessThan(8_000)
    expect(turns).to.be.greaterThan(5)
  })

  it('loses little accuracy by counting in pieces', async () => {
    const text = 'The quick brown fox jumps over the lazy dog. '.repeat(1_000)
    const exact = 10_001
    expect(await tokens.count([text])).to.be.within(exact - 50, exact + 50)
  })
})
