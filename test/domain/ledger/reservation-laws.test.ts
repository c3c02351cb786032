import { expect } from 'chai'
import fc from 'fast-check'
import { applyBatch } from '../../../src/domain/ledger/apply-batch.ts'
import { available } from '../../../src/domain/ledger/account.ts'
import { countedSpending } from '../../../src/domain/ledger/budget.ts'
import type { LedgerCommand, LedgerOutcome } from '../../../src/domain/ledger/command.ts'
import { openSum } from '../../../src/domain/ledger/reservation.ts'
import type { Capture, Reserve } from '../../../src/domain/ledger/reservation-command.ts'
import {
  captureCommand,
  returnCommand,
  holdCommand,
  refundCommand,
  releaseCommand,
  settleCommand,
  takeCommand,
  topUpCommand,
} from '../../support/ledger/ledger-commands.ts'
import { testId, walletOf } from '../../support/ledger/ledger-state.ts'
import { applyToMemory, ledgerMemory } from '../../twins/billing/ledger-memory.ts'
import type { LedgerMemory } from '../../twins/billing/ledger-memory.ts'

const WALLETS = [testId(1), testId(2)] as const
const LIMITED = testId(11)
const UNLIMITED = testId(12)

/** Two instances, each with a reservation for a limited key, and one for a key without a limit. */
const RESERVATIONS = (['one', 'two'] as const).flatMap((instance, nth): readonly Reserve[] => [
  {
    tag: 'reserve',
    reservationId: testId(21 + nth),
    walletId: WALLETS[0],
    budgetId: LIMITED,
    instance,
    granted: 1n,
  },
  {
    tag: 'reserve',
    reservationId: testId(31 + nth),
    walletId: WALLETS[1],
    budgetId: UNLIMITED,
    instance,
    granted: 1n,
  },
])

type Step =
  | { readonly tag: 'command'; readonly command: LedgerCommand }
  | { readonly tag: 'again'; readonly nth: number }
  | { readonly tag: 'end_instance'; readonly instance: string }

const sum = fc.bigInt({ min: 1n, max: 60n })
const reservation = fc.constantFrom(...RESERVATIONS)
const operation = fc.integer({ min: 100, max: 112 }).map(testId)

const captureOf = (of: Reserve, holdId: string, amount: bigint, more: bigint, price: bigint): Capture =>
  captureCommand(of, price, { holdId, amount, cover: amount + more })

const command: fc.Arbitrary<LedgerCommand> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...WALLETS), sum, fc.uuid())
    .map(([walletId, amount, transferId]) => topUpCommand(walletId, amount * 3n, { transferId })),
  fc.tuple(reservation, sum).map(([of, granted]): LedgerCommand => ({ ...of, granted: granted * 2n })),
  fc
    .tuple(reservation, operation, sum, fc.bigInt({ min: 0n, max: 20n }), fc.bigInt({ min: 0n, max: 90n }))
    .map((args) => captureOf(...args)),
  fc
    .tuple(reservation, fc.oneof(sum, fc.constant('all' as const)))
    .map(([of, returned]) => returnCommand(of, returned)),
  fc
    .tuple(operation, sum)
    .map(([holdId, amount]) => holdCommand(WALLETS[0], amount, { holdId, budgetId: LIMITED, instance: 'one' })),
  fc.tuple(operation, sum).map(([holdId, price]) => settleCommand({ holdId, walletId: WALLETS[0] }, price)),
  operation.map((holdId) => releaseCommand({ holdId, walletId: WALLETS[0] })),
)

/** Those, and the movements that a wallet may be too poor for. */
const anyCommand: fc.Arbitrary<LedgerCommand> = fc.oneof(
  { weight: 7, arbitrary: command },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...WALLETS), sum).map(([walletId, amount]) => takeCommand(walletId, amount)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(operation, sum).map(([holdId, amount]) => refundCommand(WALLETS[0], holdId, amount)),
  },
)

const anyCommands = fc.array(anyCommand, { maxLength: 40, size: 'max' })

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: command.map((each): Step => ({ tag: 'command', command: each })) },
    { weight: 3, arbitrary: fc.nat(40).map((nth): Step => ({ tag: 'again', nth })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('one', 'two').map((instance): Step => ({ tag: 'end_instance', instance })),
    },
  ),
  { maxLength: 60, size: 'max' },
)

/** What a broken ledger would do instead: the command it carries out, or the rows it leaves. */
interface PlantedBug {
  readonly command?: (memory: LedgerMemory, command: LedgerCommand) => LedgerCommand
  readonly before?: (memory: LedgerMemory) => void
  readonly after?: (memory: LedgerMemory, command: LedgerCommand, outcome: LedgerOutcome) => void
}

const openMemory = (): LedgerMemory => {
  const memory = ledgerMemory()
  for (const id of WALLETS) memory.wallets.set(id, walletOf(0n, 0n, id))
  memory.budgets.set(LIMITED, { id: LIMITED, limit: 150n, spent: 0n, held: 0n, period: null })
  memory.budgets.set(UNLIMITED, { id: UNLIMITED, limit: null, spent: 0n, held: 0n, period: null })
  memory.livingInstances.clear()
  memory.livingInstances.add('one').add('two')
  return memory
}

const total = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((all, each) => all + each, 0n)

/** Everything that must hold after each step of a history. */
const assertBooks = ({ wallets, budgets, holds, reservations, transfers, livingInstances }: LedgerMemory): void => {
  const [every, calls] = [[...reservations.values()], [...holds.values()]]
  const openHolds = (isMeant: (hold: (typeof calls)[number]) => boolean): bigint =>
    total(calls.filter((hold) => hold.state === 'held' && isMeant(hold)).map(({ amount }) => amount))
  for (const wallet of wallets.values()) {
    const reserved = total(every.filter(({ walletId }) => walletId === wallet.id).map(openSum))
    expect(available(wallet) >= 0n, 'available').to.equal(true)
    expect(wallet.reserved, 'reserved').to.equal(reserved)
    expect(wallet.held, 'held').to.equal(openHolds(({ walletId }) => walletId === wallet.id) + reserved)
  }
  for (const budget of budgets.values()) {
    const reserved = total(every.filter(({ budgetId }) => budgetId === budget.id).map(openSum))
    expect(budget.held, 'held of a key').to.equal(openHolds(({ budgetId }) => budgetId === budget.id) + reserved)
  }
  for (const each of every) {
    const taken = calls.flatMap((hold) => (hold.taken?.reservationId === each.id ? [hold.taken.amount] : []))
    expect(each.captured, 'captured').to.equal(total(taken))
    expect(openSum(each) >= 0n, 'open').to.equal(true)
    if (each.ended) expect(openSum(each), 'open at its end').to.equal(0n)
    else expect(livingInstances.has(each.instance), 'reserved for the dead').to.equal(true)
  }
  for (const { id, state, settledAmount, taken } of calls) {
    const moved = total([...transfers.values()].filter(({ holdId }) => holdId === id).map(({ amount }) => amount))
    if (state === 'settled') expect(moved, 'moved').to.equal(settledAmount)
    if (taken !== null) expect(state, 'a captured call').not.to.equal('held')
  }
}

/** Plays a history, with the laws after each step. Throws at the first that is broken. */
const play = (history: readonly Step[], bug: PlantedBug = {}): void => {
  const memory = openMemory()
  const sent: (readonly [LedgerCommand, LedgerOutcome])[] = []
  const priceOf = new Map<string, bigint>()

  const apply = (asked: LedgerCommand): LedgerOutcome => {
    bug.before?.(memory)
    const meant = bug.command?.(memory, asked) ?? asked
    const spentBefore = new Map([...memory.reservations].map(([id, { captured }]) => [id, captured]))
    const outcome = applyToMemory<LedgerCommand>(memory, meant, 0)
    bug.after?.(memory, meant, outcome)
    const isFresh = 'fresh' in outcome && outcome.fresh
    if (asked.tag === 'capture') {
      const taken =
        (memory.reservations.get(asked.reservationId)?.captured ?? 0n) - (spentBefore.get(asked.reservationId) ?? 0n)
      expect(taken <= asked.cover, 'taken above its own cover').to.equal(true)
      // A call is sent as often as it may be, and charged once.
      if (outcome.tag === 'settled' && isFresh) {
        expect(priceOf.has(asked.holdId), 'charged again').to.equal(false)
        priceOf.set(asked.holdId, asked.price)
        expect(outcome.charged + outcome.writtenOff, 'the whole price').to.equal(asked.price)
      }
    }
    if (isFresh && (outcome.tag === 'held' || outcome.tag === 'reserved')) {
      const { limit, held, ...budget } = memory.budgets.get(LIMITED)!
      const isOfKey = 'budgetId' in asked && asked.budgetId === LIMITED
      if (isOfKey) expect(countedSpending(budget) + held <= (limit ?? 0n), 'the limit of the key').to.equal(true)
    }
    return outcome
  }

  for (const step of history) {
    switch (step.tag) {
      case 'command':
        sent.push([step.command, apply(step.command)])
        break
      case 'again': {
        const earlier = sent[step.nth]
        if (earlier === undefined) break
        const [repeated, first] = earlier
        const wasDone = 'fresh' in first
        const again = apply(repeated)
        if (wasDone) expect('fresh' in again && again.fresh, `${repeated.tag} done again`).to.equal(false)
        break
      }
      case 'end_instance':
        memory.livingInstances.delete(step.instance)
        for (const of of RESERVATIONS) if (of.instance === step.instance) apply(returnCommand(of, 'all'))
    }
    assertBooks(memory)
  }
  for (const of of RESERVATIONS) apply(returnCommand(of, 'all'))
  for (const hold of memory.holds.values())
    if (hold.state === 'held') apply(releaseCommand({ holdId: hold.id, walletId: hold.walletId }))
  assertBooks(memory)
  for (const { held, reserved } of memory.wallets.values()) expect([held, reserved]).to.deep.equal([0n, 0n])
}

/** Broken ledgers, each of which breaks a law. */
const BUGS: Readonly<Record<string, PlantedBug>> = {
  'a reservation that is not held': {
    after: (memory, { tag }, outcome) => {
      if (tag !== 'reserve' || outcome.tag !== 'reserved' || !outcome.fresh) return
      const wallet = memory.wallets.get(outcome.reservation.walletId)!
      memory.wallets.set(wallet.id, { ...wallet, held: wallet.held - wallet.reserved })
    },
  },
  'a reservation that is added to instead of extended to a sum': {
    command: ({ reservations }, each) =>
      each.tag === 'reserve'
        ? { ...each, granted: each.granted + (reservations.get(each.reservationId)?.granted ?? 0n) }
        : each,
  },
  'a charge without the id of its call': {
    command: ({ transfers }, each) => {
      if (each.tag !== 'capture' || !transfers.has(each.holdId)) return each
      const holdId = testId(1_000 + transfers.size)
      return { ...each, holdId, reference: { kind: 'chat', id: holdId } }
    },
  },
  'an excess that is taken from the covers of other calls': {
    command: (_, each) => (each.tag === 'capture' ? { ...each, cover: each.cover + 1_000n } : each),
  },
  'a reservation for an instance that has ended': {
    before: ({ livingInstances }) => void livingInstances.add('two'),
    after: ({ livingInstances, reservations }) => {
      const isSwept = [...reservations.values()].some(({ instance, ended }) => instance === 'two' && ended)
      if (isSwept) livingInstances.delete('two')
    },
  },
  'a reservation that the limit of its key does not see': {
    before: ({ budgets }) => void budgets.set(LIMITED, { ...budgets.get(LIMITED)!, limit: 10_000n }),
    after: ({ budgets }) => void budgets.set(LIMITED, { ...budgets.get(LIMITED)!, limit: 150n }),
  },
  'a reservation that returns its money at its end without being closed': {
    after: (memory, { tag }, outcome) => {
      if (tag !== 'give_back' || outcome.tag !== 'given_back' || !outcome.reservation.ended || !outcome.fresh) return
      memory.reservations.set(outcome.reservation.id, {
        ...outcome.reservation,
        returned: outcome.reservation.returned - 1n,
      })
    },
  },
}

describe('the laws of reservations', () => {
  it('hold after every step of any history, sent in any order and again', () => {
    fc.assert(
      fc.property(steps, (history) => play(history)),
      { numRuns: 20_000 },
    )
  })

  it('do not depend on where a batch is cut', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
        const [whole, memory] = [openMemory(), openMemory()]
        const apart = commands.map((each) => applyToMemory<LedgerCommand>(memory, each, 0))
        const { outcomes, writes } = applyBatch(whole, commands, 0)
        expect(outcomes).to.deep.equal(apart)
        for (const wallet of writes.wallets) expect(wallet).to.deep.equal(memory.wallets.get(wallet.id))
        for (const each of writes.reservations) expect(each).to.deep.equal(memory.reservations.get(each.id))
      }),
      { numRuns: 500 },
    )
  })

  it('let a command that is refused write nothing, also where its wallet is unknown', () => {
    fc.assert(
      fc.property(anyCommands, anyCommand, fc.boolean(), (commands, last, isUnknown) => {
        const memory = openMemory()
        for (const each of commands) applyToMemory<LedgerCommand>(memory, each, 0)
        if (isUnknown) memory.wallets.delete(WALLETS[0])
        const { outcomes, writes } = applyBatch(memory, [last], 0)
        const [outcome] = outcomes
        if (outcome === undefined || ('fresh' in outcome && outcome.fresh)) return
        expect(Object.values(writes).flat(), `${last.tag}, ${outcome.tag}`).to.deep.equal([])
      }),
      { numRuns: 2_000 },
    )
  })

  for (const [name, bug] of Object.entries(BUGS)) {
    it(`are seen to break: ${name}`, () => {
      const { failed } = fc.check(
        fc.property(steps, (history) => play(history, bug)),
        { numRuns: 2_000, seed: 7, endOnFailure: true },
      )
      expect(failed).to.equal(true)
    })
  }
})
