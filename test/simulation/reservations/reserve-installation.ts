import { auditLedger } from '../../../src/application/billing/wallets/audit-ledger.ts'
import type { HoldStore } from '../../../src/application/ports/billing/hold-store.ts'
import type { Ledger } from '../../../src/application/ports/billing/ledger.ts'
import type { PressedWallets } from '../../../src/application/ports/billing/pressed-wallets.ts'
import type { ReservationStore } from '../../../src/application/ports/billing/reservation-store.ts'
import type { InstanceStore } from '../../../src/application/ports/process/instance-store.ts'
import type { Wallet } from '../../../src/domain/ledger/account.ts'
import type { LedgerViolation } from '../../../src/domain/ledger/audit.ts'
import type { Budget } from '../../../src/domain/ledger/budget.ts'
import type { LedgerCommand } from '../../../src/domain/ledger/command.ts'
import type { Hold } from '../../../src/domain/ledger/hold.ts'
import type { Reservation } from '../../../src/domain/ledger/reservation.ts'
import { minMicro } from '../../../src/domain/money/money.ts'
import { topUpCommand } from '../../support/ledger/ledger-commands.ts'
import { walletOf } from '../../support/ledger/ledger-state.ts'
import { memoryHolds } from '../../twins/billing/holds.ts'
import { memoryLedgerAudit } from '../../twins/billing/ledger-audit.ts'
import { applyToMemory, isPressedAt, ledgerMemory } from '../../twins/billing/ledger-memory.ts'
import type { LedgerMemory } from '../../twins/billing/ledger-memory.ts'
import { memoryLedger } from '../../twins/billing/ledger.ts'
import { memoryPressedWallets } from '../../twins/billing/pressed-wallets.ts'
import { memoryReservations } from '../../twins/billing/reservations.ts'
import { memoryInstances } from '../../twins/process/instances.ts'
import type { MemoryInstances } from '../../twins/process/instances.ts'
import { idSeries } from '../installation.ts'

const START_MS = Date.UTC(2026, 10, 23, 12)

/** Enough that several keys of several processes may have reservations, and too little for two huge calls. */
const BALANCE = 8_000n

/** One key with no limit, one with enough, and one whose limit is below what would be reserved for it. */
const LIMITS: readonly (bigint | null)[] = [null, 5_000n, 350n]

/** What the ledger has written down, read after every step. */
export interface ReserveFacts {
  readonly wallet: Pick<Wallet, 'balance' | 'held' | 'reserved'>
  readonly keys: ReadonlyMap<string, Pick<Budget, 'limit' | 'spent' | 'held'>>
  readonly holds: ReadonlyMap<string, Pick<Hold, 'amount' | 'state' | 'budgetId' | 'taken'>>
  readonly reservations: ReadonlyMap<string, Reservation>
  readonly transfers: readonly MovedFact[]
  readonly living: ReadonlySet<string>
  /** What the wallet and the limit of the key had for a hold when it was placed, by its id. */
  readonly found: ReadonlyMap<string, bigint>
  /** Instances that have lived and do no more. */
  readonly ended: ReadonlySet<string>
  /** When the wallet was marked, where that mark counts still. */
  readonly pressedAtMs: number | null
}

export interface MovedFact {
  readonly kind: string
  readonly holdId: string | null
  readonly amount: bigint
  /** As the wallet sees it: what it paid is negative, what did not touch it is zero. */
  readonly moved: bigint
}

/** What outlives processes: a wallet with three keys, and the ledger. */
export interface ReserveInstallation {
  readonly walletId: string
  readonly keyIds: readonly string[]
  readonly ids: ReturnType<typeof idSeries>
  /** The time in the world; the clocks of processes may differ from it. */
  readonly time: { nowMs: number }
  readonly openLedger: () => Ledger
  readonly instances: InstanceStore
  readonly reservations: ReservationStore
  readonly holds: HoldStore
  readonly pressedWallets: PressedWallets
  readonly setLimit: (keyId: string, limit: bigint) => Promise<void>
  readonly facts: () => Promise<ReserveFacts>
  /** What an audit of the ledger finds wrong. */
  readonly violations: () => Promise<readonly LedgerViolation[]>
}

/**
 * Changes what the ledger finds before it decides: a fault, planted to see that it is noticed. What it answers puts
 * things back behind the decision.
 */
export type LedgerFault = (memory: LedgerMemory, command: LedgerCommand) => void | (() => void)

export interface InstallationFaults {
  readonly ledger?: LedgerFault
  /** Which reservations a sweep ends. */
  readonly ofEndedInstances?: (memory: LedgerMemory) => readonly Reservation[]
}

const factsOf = (memory: LedgerMemory, walletId: string, nowMs: number): Omit<ReserveFacts, 'ended' | 'found'> => ({
  wallet: memory.wallets.get(walletId)!,
  keys: new Map(memory.budgets),
  holds: new Map(memory.holds),
  reservations: new Map(memory.reservations),
  transfers: [...memory.transfers.values()].map(({ kind, holdId, amount, debit, credit }) => ({
    kind,
    holdId,
    amount,
    moved: credit === walletId ? amount : debit === walletId ? -amount : 0n,
  })),
  living: new Set(memory.livingInstances),
  pressedAtMs: isPressedAt(memory, walletId, nowMs) ? (memory.pressedAt.get(walletId) ?? null) : null,
})

/** What there is for a hold that is not placed yet; null for every other command. */
const foundFor = ({ wallets, budgets, holds }: LedgerMemory, command: LedgerCommand) => {
  if (command.tag !== 'place_hold' || holds.has(command.holdId)) return null
  const { balance, held } = wallets.get(command.walletId)!
  const key = budgets.get(command.budgetId ?? '')
  const left = key === undefined || key.limit === null ? null : key.limit - key.spent - key.held
  return { holdId: command.holdId, micro: minMicro(balance - held, left ?? balance) }
}

/** The instances that the ledger's memory knows are those that live. */
const followed = (instances: MemoryInstances, memory: LedgerMemory, ended: Set<string>): InstanceStore => {
  const follow = async <A>(done: Promise<A>): Promise<A> => {
    const answer = await done
    const living = await instances.living()
    for (const instance of memory.livingInstances) ended.add(instance)
    memory.livingInstances.clear()
    for (const { instance } of living) {
      memory.livingInstances.add(instance)
      ended.delete(instance)
    }
    return answer
  }
  return {
    begin: (instance) => follow(instances.begin(instance)),
    beat: (instance) => instances.beat(instance),
    living: () => instances.living(),
    endSilent: (silent) => follow(instances.endSilent(silent)),
    end: (instance) => follow(instances.end(instance)),
    endOthers: (mine) => follow(instances.endOthers(mine)),
  }
}

/** Everything in maps, made anew for each history. */
export const memoryReserveInstallation = async (faults: InstallationFaults = {}): Promise<ReserveInstallation> => {
  const ids = idSeries(1)
  const memory = ledgerMemory()
  memory.livingInstances.clear()
  const time = { nowMs: START_MS }
  const nowMs = (): number => time.nowMs
  const [walletId, keyIds] = [ids.next(), LIMITS.map(() => ids.next())]
  memory.wallets.set(walletId, walletOf(0n, 0n, walletId))
  applyToMemory(memory, topUpCommand(walletId, BALANCE, { transferId: ids.next() }), nowMs())
  for (const [index, id] of keyIds.entries()) {
    memory.budgets.set(id, { id, limit: LIMITS[index]!, spent: 0n, held: 0n, period: null })
  }
  const instances = memoryInstances()
  const ended = new Set<string>()
  const found = new Map<string, bigint>()
  const ledger = memoryLedger(memory, nowMs)
  const ledgerAudit = memoryLedgerAudit(memory, nowMs)
  return {
    walletId,
    keyIds,
    ids,
    time,
    openLedger: () => ({
      submit: async (command) => {
        const sum = foundFor(memory, command)
        if (sum !== null) found.set(sum.holdId, sum.micro)
        const putBack = faults.ledger?.(memory, command)
        const outcome = await ledger.submit(command)
        putBack?.()
        return outcome
      },
    }),
    instances: followed(instances, memory, ended),
    reservations:
      faults.ofEndedInstances === undefined
        ? memoryReservations(memory)
        : { ofEndedInstances: async () => faults.ofEndedInstances!(memory) },
    pressedWallets: memoryPressedWallets(memory, nowMs),
    holds: memoryHolds(memory, nowMs, instances.isLiving),
    setLimit: async (id, limit) => void memory.budgets.set(id, { ...memory.budgets.get(id)!, limit }),
    facts: async () => ({ ...factsOf(memory, walletId, nowMs()), ended: new Set(ended), found: new Map(found) }),
    violations: async () => (await auditLedger({ ledgerAudit })()).violations,
  }
}
