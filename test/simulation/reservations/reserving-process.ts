import { isLeft, left } from 'fp-ts/lib/Either.js'
import { sweepHolds } from '../../../src/application/billing/holds/sweep-holds.ts'
import { sweepReservations } from '../../../src/application/billing/holds/sweep-reservations.ts'
import { askingLedger } from '../../../src/application/billing/reservations/ask-back.ts'
import { giveBackPressed } from '../../../src/application/billing/reservations/give-back-pressed.ts'
import { reservationBook } from '../../../src/application/billing/reservations/reservation-book.ts'
import type { ReservationBook } from '../../../src/application/billing/reservations/reservation-book.ts'
import type { HoldFailure } from '../../../src/application/gateway/metering/hold-failure.ts'
import { openHeldCall } from '../../../src/application/gateway/metering/held-call.ts'
import type { HeldCall } from '../../../src/application/gateway/metering/held-call.ts'
import { outageRecovery } from '../../../src/application/gateway/metering/outage-recovery.ts'
import type { OutageRecovery } from '../../../src/application/gateway/metering/outage-recovery.ts'
import { openSettlements } from '../../../src/application/gateway/metering/settlements.ts'
import { endSilentInstances } from '../../../src/application/instances/end-silent-instances.ts'
import { runningInstance } from '../../../src/application/instances/running-instance.ts'
import type { AdmittingInstance } from '../../../src/application/instances/running-instance.ts'
import type { Ledger } from '../../../src/application/ports/billing/ledger.ts'
import type { PressedWallets } from '../../../src/application/ports/billing/pressed-wallets.ts'
import type { InstanceStore } from '../../../src/application/ports/process/instance-store.ts'
import type { LedgerCommand } from '../../../src/domain/ledger/command.ts'
import { INSTANCE_LIFE } from '../../../src/domain/limits/instance-life.ts'
import { maxMicro } from '../../../src/domain/money/money.ts'
import { receiptOf } from '../../support/ledger/ledger-commands.ts'
import { around } from '../around.ts'
import { faultyLedger } from '../faulty-ports.ts'
import type { Gates } from '../gates.ts'
import { agentHolding, planOf, sentFor } from './agent-calls.ts'
import type { AgentRequest, SentRequest } from './agent-calls.ts'
import type { ReserveInstallation } from './reserve-installation.ts'

/** A call of a customer, as the world outside knows it. */
export interface SimulatedCall {
  readonly operationId: string
  readonly process: string
  readonly keyId: string
  readonly worstCase: bigint
  /** The least sum for which it is carried out: below its worst case where its answer may be shortened. */
  readonly least: bigint
  /** What an agent asks for; null for a call whose worst case is its one sum. */
  readonly agent: AgentRequest | null
  /** What its provider is asked for; null until then. */
  sent: SentRequest | null
  /** The instance in whose reservation its worst case is kept; null if it has a hold of its own. */
  instance: string | null
  /** From when it has its money until it is answered. */
  metered: HeldCall | null
  /** Once it is answered. */
  price: bigint | null
  /** What its reservation gives for it at most; known once it is answered. */
  cover: bigint | null
}

/** Parts of a process that are planted to be wrong. */
export interface ProcessFaults {
  readonly ledger?: (ledger: Ledger) => Ledger
  readonly asking?: typeof askingLedger
  readonly holding?: typeof agentHolding
  readonly pressedWallets?: (pressedWallets: PressedWallets) => PressedWallets
  readonly instances?: (instances: InstanceStore) => InstanceStore
  readonly instance?: (instance: AdmittingInstance, clock: BeatClock) => AdmittingInstance
}

/** When a process sent its last beat and heard its answer, by its own clock. */
export interface BeatClock {
  readonly nowMs: () => number
  sentMs: number | null
  answeredMs: number | null
}

interface Surroundings {
  readonly name: string
  readonly installation: ReserveInstallation
  readonly gates: Gates
  /** Keys that it looks after at once: there may be more. */
  readonly mostKeys: number
  /** Whether this process reaches the database. */
  readonly isAway: () => boolean
  readonly calls: Map<string, SimulatedCall>
  /** The most that was ever asked for, by reservation. */
  readonly asked: Map<string, bigint>
  /** Hears that a beat of it has reached the database. */
  readonly onHeard: () => void
  /** Hears that this process ended another instance. */
  readonly onEnded: (instance: string) => void
  readonly complain: (wrong: string) => void
  readonly faults: ProcessFaults
}

export interface ReservingProcess {
  readonly name: string
  readonly instance: AdmittingInstance
  readonly begin: () => Promise<void>
  /** Opens a call; answers why it was refused, or null. */
  readonly open: (call: SimulatedCall) => Promise<HoldFailure | null>
  readonly end: (call: SimulatedCall, price: bigint) => void
  /** Sends a command that may be short of money. */
  readonly submit: (command: LedgerCommand) => Promise<unknown>
  readonly beat: () => Promise<unknown>
  /** A beat that waits at the gates, with no other beside it. */
  readonly slowBeat: () => Promise<unknown>
  /** Looks for wallets that are short of what it has reserved. */
  readonly giveBackPressed: () => Promise<unknown>
  readonly tend: () => Promise<unknown>
  readonly look: () => Promise<unknown>
  /** Hears when the database goes and comes, and when another server takes its place. */
  readonly recovery: OutageRecovery
  readonly stop: () => Promise<void>
  /** Reservations that it believes to be open. */
  readonly reservations: () => number
  /** Its clock goes on by so much more than the world's; below zero where it stands still. */
  readonly turnClock: (ms: number) => void
}

/** Runs of one task never overlap, and one that fails changes nothing. */
const repeated = (run: () => Promise<unknown>) => {
  let current: Promise<unknown> | null = null
  return async (): Promise<void> => {
    if (current !== null) return
    current = run()
    await current.catch(() => undefined).finally(() => (current = null))
  }
}

const openInstance = ({ name, installation, gates, isAway, onHeard, faults }: Surroundings, nowMs: () => number) => {
  const clock: BeatClock = { nowMs, sentMs: null, answeredMs: null }
  let isSlow = false
  const reached = <A>(call: () => Promise<A>): Promise<A> =>
    isAway() ? Promise.reject(new Error('the database is away')) : gates.follow(call())
  const store = around(installation.instances, reached)
  const instances: InstanceStore = {
    ...store,
    begin: async (id) => {
      const sentMs = nowMs()
      await store.begin(id)
      clock.sentMs = sentMs
      clock.answeredMs = nowMs()
    },
    beat: async (id) => {
      const sentMs = nowMs()
      const isLiving = await (isSlow ? gates.pass(name, 'beat', () => store.beat(id)) : store.beat(id))
      onHeard()
      clock.sentMs = isLiving ? sentMs : null
      clock.answeredMs = isLiving ? nowMs() : null
      return isLiving
    },
  }
  const own = runningInstance({ instances, ids: installation.ids, monotonicMs: nowMs, onEnded: () => undefined })
  const beat = repeated(() => own.beat())
  return {
    reached,
    clock,
    own,
    instances: faults.instances?.(instances) ?? instances,
    admitting: faults.instance?.(own, clock) ?? own,
    beat,
    slowBeat: async () => {
      isSlow = true
      const beaten = beat()
      isSlow = false
      await beaten
    },
  }
}

/** The book. What it admits is noted for the world outside. */
const watchedBook = (
  book: ReservationBook,
  { name, calls, complain }: Surroundings,
  clock: BeatClock,
  instance: AdmittingInstance,
): ReservationBook => ({
  ...book,
  admit: (call) => {
    const as = instance.id
    const admitted = book.admit(call)
    const known = calls.get(call.operationId)
    if (admitted === null || known === undefined) return admitted
    const agoMs = clock.sentMs === null ? Infinity : clock.nowMs() - clock.sentMs
    if (agoMs >= INSTANCE_LIFE.admitsForMs) complain(`${name} admits a call ${agoMs} ms after its last beat`)
    known.instance = as
    return {
      ...admitted,
      end: (price) => {
        const from = admitted.end(price)
        known.cover = from.cover
        return from
      },
    }
  },
})

export const startReserving = (surroundings: Surroundings): ReservingProcess => {
  const { name, installation, gates, isAway, complain, faults } = surroundings
  const { ids, walletId, time } = installation
  const { asked } = surroundings
  let aheadMs = 0
  const nowMs = (): number => time.nowMs + aheadMs
  const { reached, clock, own, instances, admitting, beat, slowBeat } = openInstance(surroundings, nowMs)

  const opened = installation.openLedger()
  const database: Ledger = {
    submit: async (command) => (isAway() ? left({ tag: 'ledger_unavailable' }) : opened.submit(command)),
  }
  const gated = faultyLedger(database, (what, call) => gates.pass(name, what, call), gates)
  const faulty: Ledger = {
    submit: (command) => {
      if (command.tag === 'reserve')
        asked.set(command.reservationId, maxMicro(asked.get(command.reservationId) ?? 0n, command.granted))
      return gated.submit(command)
    },
  }
  const ledger = faults.ledger?.(faulty) ?? faulty
  const settlements = openSettlements({
    ledger,
    timer: { sleep: () => gates.pass(name, 'sleep', async () => undefined) },
    reporter: {
      delayed: () => undefined,
      abandoned: ({ holdId }) => complain(`the end of ${holdId} was given up`),
      refused: ({ holdId }, outcome) => complain(`the end of ${holdId} was refused: ${outcome}`),
      lost: (operationId, error) => complain(`the end of ${operationId} was lost: ${String(error)}`),
    },
  })
  const onTrouble = (id: string, trouble: unknown): void => complain(`${name}, reservation ${id}: ${String(trouble)}`)
  const book = reservationBook({
    ledger,
    instance: admitting,
    ids,
    mostKeys: surroundings.mostKeys,
    idleMs: 10_000,
    monotonicMs: nowMs,
    onTrouble,
  })
  const watched = watchedBook(book, surroundings, clock, own)
  const pressed = around(installation.pressedWallets, reached)
  const pressedWallets = faults.pressedWallets?.(pressed) ?? pressed
  const asking = (faults.asking ?? askingLedger)({ ledger, reservedMoney: watched, pressedWallets })
  const openCall = openHeldCall({ ledger: asking, settlements, instance: own, reservations: watched })

  const endSilent = endSilentInstances({
    instances: {
      ...instances,
      endSilent: async (silent) => {
        const hasEnded = await instances.endSilent(silent)
        if (hasEnded) surroundings.onEnded(silent.instance)
        return hasEnded
      },
    },
    // A look sweeps whether it has found one or not.
    endLostWork: async () => undefined,
    monotonicMs: nowMs,
  })
  const sweeps = [
    sweepHolds({ holds: around(installation.holds, reached), ledger }),
    sweepReservations({ reservations: around(installation.reservations, reached), ledger }),
  ]
  return {
    name,
    instance: own,
    begin: () => own.begin(),
    open: async (call) => {
      const { operationId, keyId: budgetId, worstCase: holdMicro } = call
      const terms = { operationId, walletId, budgetId, holdMicro, kind: 'chat', description: 'Chat' } as const
      const holding = call.agent === null ? null : (faults.holding ?? agentHolding)(planOf(call.agent), operationId)
      const answer = await openCall({ ...terms, tariffVersion: null }, holding?.findSmallerHold)
      if (isLeft(answer)) return answer.left
      call.metered = answer.right
      if (holding !== null) call.sent = sentFor(holding.affordedBy(answer.right.holdMicro))
      return null
    },
    end: (call, price) => {
      const { metered } = call
      call.metered = null
      call.price = price
      metered?.end({ tag: 'charge', price, receipt: receiptOf() })
    },
    submit: (command) => asking.submit(command),
    beat,
    slowBeat,
    giveBackPressed: repeated(giveBackPressed({ pressedWallets, instance: own, reservations: watched })),
    tend: repeated(() => watched.tend()),
    look: repeated(async () => {
      await endSilent()
      await Promise.all(sweeps.map((sweep) => sweep()))
    }),
    recovery: outageRecovery({
      instance: { beat },
      settlements,
      reservations: watched,
      timer: { sleep: () => gates.pass(name, 'sleep', async () => undefined) },
      onFailure: () => undefined,
    }),
    reservations: () => book.open(),
    stop: async () => {
      await settlements.drain()
      await watched.endAll()
      await own.end().catch(() => undefined)
    },
    turnClock: (ms) => {
      aheadMs += ms
    },
  }
}
