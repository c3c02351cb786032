import { expect } from 'chai'
import fc from 'fast-check'
import { judgeStall } from '../../../../src/infrastructure/server/connections/stall.ts'
import type { Look, Mark, StallRule } from '../../../../src/infrastructure/server/connections/stall.ts'
import { SERVER_LIMITS } from '../../../../src/infrastructure/server/create-http-server.ts'

const RULE: StallRule = { afterMs: 30_000, leastBytes: 1_000, leastBytesPerSecond: 0, paceAfterMs: 0 }
const PACED: StallRule = { ...RULE, leastBytesPerSecond: 1_000, paceAfterMs: 60_000 }

/** The time of the look that found the peer stalled; null when none did. Looks are five seconds apart. */
const stalledAt = (looks: readonly Look[], rule: StallRule = RULE): number | null => {
  let mark: Mark | null = null
  for (const [index, look] of looks.entries()) {
    const verdict = judgeStall(mark, look, index * 5_000, rule)
    if (verdict.tag === 'stalled') return index * 5_000
    mark = verdict.mark
  }
  return null
}

const looks = (count: number, at: (index: number) => Look): readonly Look[] =>
  Array.from({ length: count }, (_, index) => at(index))

describe('a peer that owes bytes', () => {
  it('is stalled when it has moved none of them for the time of the rule, and not before', () => {
    expect(stalledAt(looks(20, () => ({ owed: 500, moved: 0 })))).to.equal(30_000)
    expect(stalledAt(looks(6, () => ({ owed: 500, moved: 0 })))).to.equal(null)
  })

  it('is not stalled while it owes nothing, however long that lasts', () => {
    expect(stalledAt(looks(1_000, () => ({ owed: 0, moved: 7 })))).to.equal(null)
  })

  it('gets the whole time again after a moment in which it owed nothing', () => {
    const once = looks(5, () => ({ owed: 500, moved: 0 }))
    expect(stalledAt([...once, { owed: 0, moved: 500 }, ...once, { owed: 0, moved: 1_000 }, ...once])).to.equal(null)
  })

  it('is stalled although it moves a little, unless that is all that it owed', () => {
    expect(stalledAt(looks(20, (index) => ({ owed: 5_000, moved: index * 30 })))).to.equal(30_000)
    expect(stalledAt(looks(200, (index) => ({ owed: 50, moved: index * 10 })))).to.equal(null)
    expect(stalledAt(looks(200, (index) => ({ owed: 5_000, moved: index * 200 })))).to.equal(null)
  })

  it('is stalled although it goes on, once it has been slower than the least pace for the time of the rule', () => {
    // 600 bytes a second: after 150 s it should have moved those of 90.
    expect(
      stalledAt(
        looks(200, (index) => ({ owed: 5_000, moved: index * 3_000 })),
        PACED,
      ),
    ).to.equal(155_000)
    expect(
      stalledAt(
        looks(2_000, (index) => ({ owed: 5_000, moved: index * 5_000 })),
        PACED,
      ),
    ).to.equal(null)
  })

  it('has the whole time of the pace again after a moment in which it owed nothing', () => {
    const slow = (from: number) => looks(20, (index) => ({ owed: 5_000, moved: from + index * 3_000 }))
    const rested = { owed: 0, moved: 60_000 }
    expect(stalledAt([...slow(0), rested, ...slow(60_000)], PACED)).to.equal(null)
  })

  it('is never stalled when it moves enough between any two looks, and always when it moves nothing', () => {
    const amounts = fc.array(fc.integer({ min: 1_000, max: 100_000 }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 1_000_000 }), (steps, owed) => {
        let moved = 0
        const moving = steps.map((step) => ({ owed, moved: (moved += step) }))
        const still = looks(7, () => ({ owed, moved }))
        return stalledAt(moving) === null && stalledAt([...moving, ...still]) !== null
      }),
    )
  })
})

describe('the limits of the server', () => {
  const { stallMs, leastBytesPerSecond, paceAfterMs, wholeRequestMs } = SERVER_LIMITS
  const rule: StallRule = { afterMs: stallMs, leastBytes: 1, leastBytesPerSecond, paceAfterMs }
  const body = (bytesPerSecond: number) =>
    looks(wholeRequestMs / 5_000, (index) => ({ owed: 1, moved: index * 5 * bytesPerSecond }))

  it('let a body of 25 MB come over a line of 100 kB a second', () => {
    expect(25_000_000 / 100).to.be.below(wholeRequestMs)
    expect(stalledAt(body(100_000), rule)).to.equal(null)
  })

  it('let a client go after a good minute that sends a byte of its body a second', () => {
    expect(stalledAt(body(1), rule)).to.equal(65_000)
  })
})
