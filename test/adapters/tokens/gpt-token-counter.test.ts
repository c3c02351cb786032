import { expect } from 'chai'
import { monotonicMs } from '../../../src/adapters/runtime/system-clock.ts'
import { gptTokenCounter } from '../../../src/adapters/tokens/gpt-token-counter.ts'

describe('counting tokens', () => {
  const tokens = gptTokenCounter({ monotonicMs })

  it('counts words of any language, all texts together', async () => {
    expect(await tokens.count([])).to.equal(0)
    expect(await tokens.count(['hello world'])).to.equal(2)
    expect(await tokens.count(['hello world', 'привет'])).to.be.greaterThan(2)
  })

  it('counts special tokens as ordinary text', async () => {
    expect(await tokens.count(['<|endoftext|>'])).to.be.greaterThan(1)
  })

  it('reads its vocabulary again where that failed, as where the process had no file free', async () => {
    let reads = 0
    const load = async () => {
      reads += 1
      if (reads === 1) throw new Error('EMFILE: too many open files')
      return (text: string) => text.length
    }
    const late = gptTokenCounter({ monotonicMs, load })
    expect(await late.count(['hello']).catch((error: unknown) => error)).to.be.an('error')
    expect(await Promise.all([late.count(['hello']), late.count(['you'])])).to.deep.equal([5, 3])
    expect(reads).to.equal(2)
  })

  /** A clock by which each piece takes a millisecond: a look at it is a look at the end of a piece. */
  const clockOfPieces = () => {
    let nowMs = 0
    return () => (nowMs += 1)
  }

  /** In how many turns of the process all these are counted at once. */
  const turnsOf = async (counted: readonly (readonly [text: string, caller?: string])[]): Promise<number> => {
    const slow = gptTokenCounter({ monotonicMs: clockOfPieces() })
    await slow.count([''])
    let turns = 0
    let isCounting = true
    const otherWork = (): void => {
      turns += 1
      if (isCounting) setImmediate(otherWork)
    }
    otherWork()
    await Promise.all(counted.map(([text, caller]) => slow.count([text], caller === undefined ? {} : { caller })))
    isCounting = false
    return turns
  }

  it('counts long text without a break in short pieces, and lets other work run between them', async () => {
    for (const run of ['a', '!', '漢', ' ', '\ud83d']) {
      expect(await turnsOf([[run.repeat(100_000)]]), JSON.stringify(run)).to.be.greaterThan(30)
    }
  })

  it('lets other work run as often while many count at once as they do one after the other', async () => {
    const text = 'a'.repeat(50_000)
    const alone = await turnsOf([[text]])
    expect(alone).to.be.above(10)
    for (const callers of [
      ['one', 'one'],
      ['one', 'two'],
      [undefined, undefined],
    ]) {
      const together = await turnsOf(callers.map((caller) => (caller === undefined ? [text] : [text, caller])))
      expect(together, JSON.stringify(callers)).to.be.within(2 * alone - 4, 2 * alone + 4)
    }
  })

  it('takes one turn for short texts that are counted one after the other, and no more than one for many', async () => {
    expect(await turnsOf([['hello'], ['world']])).to.be.below(4)
    expect(await turnsOf(Array.from({ length: 100 }, () => ['hello']))).to.be.above(15)
  })

  it('gives each caller the same share of its time, however much one of them asks for', async () => {
    const slow = gptTokenCounter({ monotonicMs: clockOfPieces() })
    await slow.count([''])
    const ended: string[] = []
    const count = async (text: string, caller: string): Promise<void> => {
      await slow.count([text], { caller })
      ended.push(caller)
    }
    const long = Array.from({ length: 20 }, () => count('a'.repeat(20_000), 'greedy'))
    await Promise.all([...long, count('a'.repeat(20_000), 'modest')])
    expect(ended.indexOf('modest')).to.be.below(3)
  })

  it('stops soon after the sum is above the most that is asked for', async () => {
    let looks = 0
    const looked = gptTokenCounter({ monotonicMs: () => (looks += 1) })
    expect(await looked.count(['a'.repeat(100_000)], { most: 100 })).to.be.within(101, 200)
    expect(looks).to.be.below(10)
  })

  it('loses little accuracy by counting in pieces', async () => {
    const text = 'The quick brown fox jumps over the lazy dog. '.repeat(1_000)
    const exact = 10_001
    expect(await tokens.count([text])).to.be.within(exact - 50, exact + 50)
  })
})
