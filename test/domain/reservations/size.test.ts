import { expect } from 'chai'
import fc from 'fast-check'
import {
  isBusy,
  needsRefill,
  newPace,
  paceAfterBegin,
  paceAfterEnd,
  reservationSize,
} from '../../../src/domain/reservations/size.ts'
import type { Funds, KeyPace } from '../../../src/domain/reservations/size.ts'

/** As many calls, one after the other, each with this worst case and price. */
const calls = (count: number, everyMs: number, worstCase: bigint, price: bigint): KeyPace => {
  let pace = newPace(0)
  for (let nth = 0; nth < count; nth += 1) {
    pace = paceAfterBegin(pace, worstCase, nth * everyMs)
    pace = paceAfterEnd(pace, worstCase, price, nth * everyMs)
  }
  return pace
}

const RICH: Funds = { balance: 1_000_000n, held: 0n, reserved: 0n, open: 0n, leftOfKey: null }

describe('the size of a reservation', () => {
  it('is nothing for a key with fewer than three calls in ten seconds', () => {
    expect(isBusy(calls(2, 10, 10n, 1n), 20)).to.equal(false)
    expect(isBusy(calls(3, 5_000, 10n, 1n), 10_000)).to.equal(true)
    expect(isBusy(calls(3, 5_001, 10n, 1n), 10_002)).to.equal(false)
    expect(isBusy(calls(9, 10, 10n, 1n), 20_000)).to.equal(false)
    expect(reservationSize(calls(2, 10, 10n, 1n), RICH, 20)).to.equal(null)
  })

  it('is twenty worst cases for a key that calls one by one and spends little', () => {
    expect(reservationSize(calls(3, 10, 10n, 1n), RICH, 30)).to.equal(200n)
  })

  it('is twice what was under way at once, and what the key spends in 45 seconds', () => {
    let pace = newPace(0)
    for (let nth = 0; nth < 50; nth += 1) pace = paceAfterBegin(pace, 10n, nth)
    for (let nth = 0; nth < 50; nth += 1) pace = paceAfterEnd(pace, 10n, 4n, 100)
    // 200 in the ten seconds of a window are 900 in 45 seconds.
    expect(reservationSize(pace, RICH, 10_000)).to.equal(2n * 500n + 900n)
  })

  it('leaves out what was under way and spent two windows ago', () => {
    let pace = calls(50, 1, 1_000n, 900n)
    for (const atMs of [25_000, 25_010, 25_020]) pace = paceAfterEnd(paceAfterBegin(pace, 10n, atMs), 10n, 1n, atMs)
    expect(reservationSize(pace, RICH, 25_030)).to.equal(200n)
  })

  it('is nothing where wallet or key have not sixteen times twenty worst cases', () => {
    const pace = calls(3, 10, 10n, 1n)
    expect(reservationSize(pace, { ...RICH, balance: 3_200n }, 30)).to.equal(200n)
    expect(reservationSize(pace, { ...RICH, balance: 3_199n }, 30)).to.equal(null)
    expect(reservationSize(pace, { ...RICH, leftOfKey: 3_199n }, 30)).to.equal(null)
    expect(reservationSize(pace, { ...RICH, held: 996_801n }, 30)).to.equal(null)
  })

  it('counts what is open in it already as available to it', () => {
    const pace = calls(3, 10, 10n, 1n)
    const funds = { ...RICH, balance: 3_200n, held: 90n, reserved: 90n, open: 90n }
    expect(reservationSize(pace, funds, 30)).to.equal(200n)
  })

  it('is reached again once less than half of it is open', () => {
    expect([needsRefill(99n, 200n), needsRefill(100n, 200n)]).to.deep.equal([true, false])
  })

  it('is at most a sixteenth of what is available, a quarter of the balance with all others, and never small', () => {
    const money = fc.bigInt({ min: 0n, max: 1_000_000n })
    fc.assert(
      fc.property(
        money,
        money,
        money,
        fc.integer({ min: 3, max: 60 }),
        fc.bigInt({ min: 1n, max: 4_000n }),
        (balance, heldBy, others, count, worst) => {
          const [held, reserved] = [heldBy % (balance + 1n), others % (heldBy + 1n)]
          const open = reserved / 2n
          const size = reservationSize(
            calls(count, 7, worst, worst),
            { balance, held, reserved, open, leftOfKey: null },
            count * 7,
          )
          if (size === null) return
          expect(size * 16n <= balance - held + open).to.equal(true)
          expect((reserved - open + size) * 4n <= balance).to.equal(true)
          expect(size >= 20n * worst).to.equal(true)
        },
      ),
      { numRuns: 5_000 },
    )
  })
})
