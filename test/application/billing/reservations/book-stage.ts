import { isRight, left } from 'fp-ts/lib/Either.js'
import { askingLedger } from '../../../../src/application/billing/reservations/ask-back.ts'
import { reservationBook } from '../../../../src/application/billing/reservations/reservation-book.ts'
import type { ReservationBook } from '../../../../src/application/billing/reservations/reservation-book.ts'
import { openHeldCall } from '../../../../src/application/gateway/metering/held-call.ts'
import type { HeldCall } from '../../../../src/application/gateway/metering/held-call.ts'
import { openSettlements } from '../../../../src/application/gateway/metering/settlements.ts'
import type { Settlements } from '../../../../src/application/gateway/metering/settlements.ts'
import type { Ledger } from '../../../../src/application/ports/billing/ledger.ts'
import type { PressedWallets } from '../../../../src/application/ports/billing/pressed-wallets.ts'
import type { LedgerCommand } from '../../../../src/domain/ledger/command.ts'
import type { Reservation } from '../../../../src/domain/ledger/reservation.ts'
import { receiptOf } from '../../../support/ledger/ledger-commands.ts'
import { testId, walletOf } from '../../../support/ledger/ledger-state.ts'
import { memoryPressedWallets } from '../../../twins/billing/pressed-wallets.ts'
import { memoryLedger } from '../../../twins/billing/ledger.ts'
import { ledgerMemory } from '../../../twins/billing/ledger-memory.ts'
import type { LedgerMemory } from '../../../twins/billing/ledger-memory.ts'

export const WALLET = testId(1)
export const KEY = testId(2)
export const OTHER_KEY = testId(3)

/** What becomes of a command: it is carried out, or its answer gets lost behind or before that. */
export type Fate = 'done' | 'answer_lost' | 'refused'

export interface BookStage {
  readonly book: ReservationBook
  readonly pressedWallets: PressedWallets
  readonly memory: LedgerMemory
  readonly settlements: Settlements
  /** All that the ledger was sent, in order. */
  readonly commands: LedgerCommand[]
  readonly troubles: string[]
  readonly time: { nowMs: number; isAdmitting: boolean; fateOf: (command: LedgerCommand) => Fate }
  /** A call that enters, against reserved money or with a hold of its own; null if there is no money. */
  call(worstCase?: bigint, key?: string | null): Promise<HeldCall | null>
  /** The same, ended at this price, and durable. */
  whole(price?: bigint, worstCase?: bigint): Promise<void>
  /** As many calls as make the key busy, and its reservation granted. */
  warmUp(): Promise<void>
  tags(): readonly string[]
  reservation(): Reservation | undefined
  settle(): Promise<void>
}

interface BookStageOptions {
  readonly balance?: bigint
  readonly limit?: bigint | null
  readonly mostKeys?: number
}

export const endAt = (price: bigint) => ({ tag: 'charge', price, usage: null, receipt: receiptOf() }) as const

export const bookStage = ({ balance = 100_000n, limit = null, mostKeys = 100 }: BookStageOptions = {}): BookStage => {
  const memory = ledgerMemory()
  memory.wallets.set(WALLET, walletOf(balance, 0n, WALLET))
  for (const id of [KEY, OTHER_KEY]) memory.budgets.set(id, { id, limit, spent: 0n, held: 0n, period: null })
  const time: BookStage['time'] = { nowMs: 0, isAdmitting: true, fateOf: () => 'done' }
  const twin = memoryLedger(memory, () => time.nowMs)
  const pressedWallets = memoryPressedWallets(memory, () => time.nowMs)
  const commands: LedgerCommand[] = []
  const ledger: Ledger = {
    submit: async (command) => {
      commands.push(command)
      const fate = time.fateOf(command)
      if (fate === 'refused') return left({ tag: 'ledger_unavailable' })
      const answer = await twin.submit(command)
      return fate === 'done' ? answer : left({ tag: 'ledger_unavailable', mayHaveLanded: true })
    },
  }
  let made = 100
  const ids = { next: () => testId((made += 1)) }
  const instance = { id: 'here', mayAdmit: () => time.isAdmitting }
  const troubles: string[] = []
  const settlements = openSettlements({
    ledger,
    timer: { sleep: async () => undefined },
    reporter: {
      delayed: () => undefined,
      abandoned: () => void troubles.push('abandoned'),
      refused: (_, outcome) => void troubles.push(outcome),
      lost: () => void troubles.push('lost'),
    },
  })
  const book = reservationBook({
    idleMs: 10_000,
    ledger,
    instance,
    ids,
    mostKeys,
    monotonicMs: () => time.nowMs,
    onTrouble: (_, trouble) => void troubles.push(String(trouble)),
  })
  const asking = askingLedger({ ledger, reservedMoney: book, pressedWallets })
  const open = openHeldCall({ ledger: asking, settlements, instance, reservations: book })
  const settle = async (): Promise<void> => {
    await settlements.drain()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const call: BookStage['call'] = async (worstCase = 10n, key = KEY) => {
    const terms = { walletId: WALLET, budgetId: key, kind: 'chat', description: 'Chat', tariffVersion: null } as const
    const opened = await open({ ...terms, operationId: ids.next(), holdMicro: worstCase })
    return isRight(opened) ? opened.right : null
  }
  const whole: BookStage['whole'] = async (price = 4n, worstCase = 10n) => {
    const entered = await call(worstCase)
    entered?.end(endAt(price))
    await settle()
  }
  return {
    book,
    pressedWallets,
    memory,
    settlements,
    commands,
    troubles,
    time,
    call,
    whole,
    warmUp: async () => {
      for (let nth = 0; nth < 3; nth += 1) await whole()
    },
    tags: () => commands.map(({ tag }) => tag),
    reservation: () => [...memory.reservations.values()].at(-1),
    settle,
  }
}
