import { expect } from 'chai'
import fc from 'fast-check'
import type { HeldCall } from '../../../../src/application/gateway/metering/held-call.ts'
import { openSum } from '../../../../src/domain/ledger/reservation.ts'
import { bookStage, endAt, KEY, OTHER_KEY, WALLET } from './book-stage.ts'
import type { Fate } from './book-stage.ts'

type Step =
  | { readonly tag: 'call'; readonly worstCase: bigint; readonly key: string }
  | { readonly tag: 'end'; readonly nth: number; readonly price: bigint }
  | { readonly tag: 'pass'; readonly ms: number }
  | { readonly tag: 'faults'; readonly of: 'reserve' | 'give_back' | 'capture' | 'place_hold'; readonly fate: Fate }
  | { readonly tag: 'press' | 'tend' | 'repair' | 'other_server' }

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(fc.bigInt({ min: 1n, max: 40n }), fc.constantFrom(KEY, KEY, OTHER_KEY))
        .map(([worstCase, key]): Step => ({ tag: 'call', worstCase, key })),
    },
    {
      weight: 8,
      arbitrary: fc
        .tuple(fc.nat(9), fc.bigInt({ min: 0n, max: 60n }))
        .map(([nth, price]): Step => ({ tag: 'end', nth, price })),
    },
    { weight: 2, arbitrary: fc.constantFrom(100, 4_000, 11_000).map((ms): Step => ({ tag: 'pass', ms })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.constantFrom('reserve' as const, 'give_back' as const, 'capture' as const, 'place_hold' as const),
          fc.constantFrom('answer_lost' as const, 'refused' as const),
        )
        .map(([of, fate]): Step => ({ tag: 'faults', of, fate })),
    },
    { weight: 4, arbitrary: fc.constantFrom('tend' as const, 'repair' as const).map((tag): Step => ({ tag })) },
    { weight: 1, arbitrary: fc.constantFrom('press' as const, 'other_server' as const).map((tag): Step => ({ tag })) },
  ),
  { minLength: 10, maxLength: 80, size: 'max' },
)

/** Plays calls of two keys while answers of the ledger get lost, and counts what each call must cost. */
const play = async (history: readonly Step[]): Promise<void> => {
  const on = bookStage({ balance: 20_000n })
  const running: { readonly call: HeldCall; readonly isAdmitted: boolean }[] = []
  const owed = new Map<string, bigint>()
  const faults = new Map<string, Fate>()
  on.time.fateOf = ({ tag }) => {
    // A fault meets one command: behind it an end is sent again until it is durable.
    const fate = faults.get(tag) ?? 'done'
    if (tag === 'capture' || tag === 'place_hold') faults.delete(tag)
    return fate
  }

  const take = async (step: Step): Promise<void> => {
    switch (step.tag) {
      case 'call': {
        const call = await on.call(step.worstCase, step.key)
        if (call !== null) running.push({ call, isAdmitted: on.book.underWay(call.operationId) !== null })
        return
      }
      case 'end': {
        const [ended] = running.splice(step.nth % Math.max(running.length, 1), 1)
        if (ended === undefined) return
        ended.call.end(endAt(step.price))
        owed.set(ended.call.operationId, step.price)
        return
      }
      case 'pass':
        on.time.nowMs += step.ms
        return
      case 'faults':
        faults.set(step.of, step.fate)
        return
      case 'repair':
        faults.clear()
        return
      case 'tend':
        return on.book.tend()
      case 'press':
        await on.book.giveBackFree(WALLET)
        return
      case 'other_server':
        return on.book.endKnown()
    }
  }

  for (const step of history) {
    await take(step)
    await on.settle()
    for (const key of [KEY, OTHER_KEY]) {
      const kept = running
        .filter(({ isAdmitted }) => isAdmitted)
        .map(({ call }) => on.book.underWay(call.operationId))
        .filter((call) => call?.budgetId === key)
        .reduce((sum, call) => sum + (call?.holdMicro ?? 0n), 0n)
      const open = [...on.memory.reservations.values()]
        .filter(({ budgetId }) => budgetId === key)
        .reduce((sum, reservation) => sum + openSum(reservation), 0n)
      expect(kept <= open, 'worst cases under way').to.equal(true)
    }
  }
  faults.clear()
  for (const { call } of running) call.end(endAt(1n))
  for (const { call } of running) owed.set(call.operationId, 1n)
  await on.settle()
  on.time.nowMs += 11_000
  // One round may send again what was not answered, the next gives back.
  for (let round = 0; round < 3; round += 1) await on.book.tend()
  await on.settle()
  const spent = [...owed.values()].reduce((sum, price) => sum + price, 0n)
  const lost = [...on.memory.holds.values()].filter(({ state }) => state === 'held')
  expect(lost).to.deep.equal([])
  expect(on.memory.wallets.get(WALLET)).to.include({ balance: 20_000n - spent, held: 0n, reserved: 0n })
  expect([on.book.open(), on.troubles]).to.deep.equal([0, []])
}

describe('the reservations of a process, whatever answers of the ledger get lost', () => {
  it('cover its calls at each moment, charge each once, and leave nothing reserved', () =>
    fc.assert(fc.asyncProperty(steps, play), { numRuns: 400 }))
})
