import { expect } from 'chai'
import fc from 'fast-check'
import {
  admitCall,
  endCall,
  freeSum,
  grantTo,
  NOTHING_RESERVED,
  returnFree,
} from '../../../src/domain/reservations/admission.ts'
import type { ReservedSums } from '../../../src/domain/reservations/admission.ts'

type Step =
  | { readonly tag: 'ask'; readonly more: bigint }
  | { readonly tag: 'carry_out' | 'answer' | 'lose_answer' | 'write' | 'return' | 'tell' }
  | { readonly tag: 'call'; readonly worstCase: bigint }
  | { readonly tag: 'end'; readonly nth: number; readonly price: bigint }

const sum = fc.bigInt({ min: 1n, max: 60n })
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    sum.map((more): Step => ({ tag: 'ask', more })),
    fc
      .constantFrom('carry_out', 'answer', 'lose_answer', 'write', 'return', 'tell')
      .map((tag: 'carry_out' | 'answer' | 'lose_answer' | 'write' | 'return' | 'tell'): Step => ({ tag })),
    sum.map((worstCase): Step => ({ tag: 'call', worstCase: worstCase / 4n + 1n })),
    fc.tuple(fc.nat(6), fc.bigInt({ min: 0n, max: 40n })).map(([nth, price]): Step => ({ tag: 'end', nth, price })),
  ),
  { maxLength: 50, size: 'max' },
)

/** How a broken process would keep its sums. */
interface PlantedBug {
  readonly believesUnanswered?: true
  readonly returnsLate?: true
  readonly end?: typeof endCall
}

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((all, each) => all + each, 0n)

/**
 * Plays one reservation of a process against what the ledger has of it. Throws where the calls under way and the
 * captures not yet written need more than is open there, or a capture takes what another call counts on.
 */
const play = (history: readonly Step[], bug: PlantedBug = {}): void => {
  let sums: ReservedSums = NOTHING_RESERVED
  const ledger = { granted: 0n, captured: 0n, returned: 0n }
  let asked: { granted: bigint; isCarriedOut: boolean } | null = null
  let toTell: bigint | null = null
  const underWay: bigint[] = []
  const unwritten: bigint[] = []

  const take = (step: Step): void => {
    switch (step.tag) {
      case 'ask':
        asked ??= { granted: sums.granted + step.more, isCarriedOut: false }
        if (bug.believesUnanswered === true) sums = grantTo(sums, asked.granted)
        return
      case 'carry_out':
        if (asked === null) return
        asked.isCarriedOut = true
        ledger.granted = asked.granted
        return
      case 'answer':
        if (asked?.isCarriedOut !== true) return
        sums = grantTo(sums, asked.granted)
        asked = null
        return
      case 'lose_answer':
        // It is asked again: nothing is believed until then.
        return
      case 'call': {
        const admitted = admitCall(sums, step.worstCase)
        if (admitted === null) return
        sums = admitted
        underWay.push(step.worstCase)
        return
      }
      case 'end': {
        const [worstCase] = underWay.splice(step.nth % Math.max(underWay.length, 1), 1)
        if (worstCase === undefined) return
        const ended = (bug.end ?? endCall)(sums, worstCase, step.price)
        sums = ended.sums
        unwritten.push(step.price < ended.cover ? step.price : ended.cover)
        return
      }
      case 'write':
        ledger.captured += unwritten.shift() ?? 0n
        return
      case 'return': {
        const returned = returnFree(sums)
        toTell = returned.returned
        if (bug.returnsLate !== true) sums = returned
        return
      }
      case 'tell':
        if (toTell === null) return
        ledger.returned = toTell
        if (bug.returnsLate === true) sums = { ...sums, returned: toTell }
        toTell = null
    }
  }

  for (const step of history) {
    take(step)
    const open = ledger.granted - ledger.captured - ledger.returned
    expect(total(underWay) + total(unwritten) <= open, 'what calls need is open').to.equal(true)
    expect(freeSum(sums) >= 0n, 'what is free').to.equal(true)
  }
}

const BUGS: Readonly<Record<string, PlantedBug>> = {
  'a grant that is believed before it is answered': { believesUnanswered: true },
  'money that is free until the ledger knows that it goes back': { returnsLate: true },
  'a expensive price that takes what other calls under way may need': {
    end: (sums, worstCase, price) => ({
      sums: { ...sums, used: sums.used + price, underWay: sums.underWay - worstCase },
      cover: price > worstCase ? price : worstCase,
    }),
  },
  'a call that is free while it is under way': {
    end: (sums, worstCase, price) => endCall({ ...sums, underWay: sums.underWay - 1n }, worstCase, price),
  },
}

describe('calls that are admitted against a reservation', () => {
  it('never need more than is open in the ledger, whatever is asked, lost, used and given back', () => {
    fc.assert(
      fc.property(steps, (history) => play(history)),
      { numRuns: 3_000 },
    )
  })

  for (const [name, bug] of Object.entries(BUGS)) {
    it(`are seen to break that: ${name}`, () => {
      const { failed } = fc.check(
        fc.property(steps, (history) => play(history, bug)),
        { numRuns: 2_000, seed: 7, endOnFailure: true },
      )
      expect(failed).to.equal(true)
    })
  }

  it('enter where what is free covers their worst case, and not for one micro-unit less', () => {
    const granted = grantTo(NOTHING_RESERVED, 100n)
    const one = admitCall(granted, 60n)!
    expect(admitCall(one, 41n)).to.equal(null)
    expect(freeSum(admitCall(one, 40n)!)).to.equal(0n)
  })

  it('take the excess of a expensive price from what is free, and from nothing else', () => {
    const two = admitCall(admitCall(grantTo(NOTHING_RESERVED, 100n), 60n)!, 30n)!
    const { cover, sums } = endCall(two, 30n, 50n)
    expect([cover, freeSum(sums), sums.underWay]).to.deep.equal([40n, 0n, 60n])
  })

  it('leave what they did not cost to the next call', () => {
    const one = admitCall(grantTo(NOTHING_RESERVED, 100n), 100n)!
    const { cover, sums } = endCall(one, 100n, 7n)
    expect([cover, freeSum(sums)]).to.deep.equal([100n, 93n])
  })
})
