import { randomUUID } from 'node:crypto'
import { systemAccountId } from '../../../src/domain/ledger/account.ts'
import type { ReceiptFacts } from '../../../src/domain/ledger/receipt-facts.ts'
import type { MakeTransfer, PlaceHold, Release, Settle } from '../../../src/domain/ledger/command.ts'
import type { Capture, GiveBack, Reserve } from '../../../src/domain/ledger/reservation-command.ts'
import { systemClock } from '../../../src/adapters/runtime/system-clock.ts'
import { uuidV7Ids } from '../../../src/adapters/runtime/uuid-v7-ids.ts'

/** Ids of operations tell when they began. */
const operations = uuidV7Ids(systemClock)

/** A receipt with everything filled in that a test does not care about. */
export const receiptOf = (rest: Partial<ReceiptFacts> = {}): ReceiptFacts => ({
  model: 'sandbox/echo',
  kind: 'chat',
  deployment: null,
  usage: null,
  tariffVersion: null,
  outcome: 'succeeded',
  estimated: false,
  attempts: [],
  ...rest,
})

/** Commands with everything filled in that a test does not care about. */
export const holdCommand = (walletId: string, amount: bigint, rest: Partial<PlaceHold> = {}): PlaceHold => {
  const holdId = rest.holdId ?? randomUUID()
  return {
    tag: 'place_hold',
    holdId,
    walletId,
    amount,
    reference: { kind: 'chat', id: holdId },
    budgetId: null,
    instance: 'this-process',
    lifeSeconds: 60,
    ...rest,
  }
}

type Reserving = Pick<Reserve, 'walletId' | 'budgetId'>

/** Opens a reservation of the living instance, or extends it to this sum. */
export const reserveCommand = (of: Reserving, granted: bigint, rest: Partial<Reserve> = {}): Reserve => ({
  tag: 'reserve',
  reservationId: randomUUID(),
  walletId: of.walletId,
  budgetId: of.budgetId,
  instance: 'here',
  granted,
  ...rest,
})

export const captureCommand = (of: Reserve, price: bigint, rest: Partial<Capture> = {}): Capture => {
  const holdId = rest.holdId ?? operations.next()
  const { reservationId, walletId, budgetId, instance } = of
  const amount = rest.amount ?? 10n
  return {
    tag: 'capture',
    holdId,
    reservationId,
    walletId,
    budgetId,
    instance,
    amount,
    cover: amount,
    price,
    releaseReason: 'upstream_failed',
    reference: { kind: 'chat', id: holdId },
    description: 'a call',
    tariffVersion: null,
    receipt: null,
    ...rest,
  }
}

export const returnCommand = (of: Reserve, returned: GiveBack['returned']): GiveBack => {
  const { reservationId, walletId, budgetId } = of
  return { tag: 'give_back', reservationId, walletId, budgetId, returned }
}

type Held = Pick<PlaceHold, 'holdId' | 'walletId'>

export const settleCommand = ({ holdId, walletId }: Held, price: bigint, rest: Partial<Settle> = {}): Settle => ({
  tag: 'settle',
  holdId,
  walletId,
  price,
  reference: { kind: 'chat', id: holdId },
  description: 'sandbox/echo',
  tariffVersion: 'test',
  receipt: receiptOf({ usage: { prompt_tokens: 1 } }),
  ...rest,
})

export const releaseCommand = ({ holdId, walletId }: Held, rest: Partial<Release> = {}): Release => ({
  tag: 'release',
  holdId,
  walletId,
  reason: 'upstream_failed',
  receipt: null,
  ...rest,
})

const transferCommand = (
  command: Pick<MakeTransfer, 'kind' | 'debit' | 'credit' | 'amount'>,
  rest: Partial<MakeTransfer>,
): MakeTransfer => ({
  tag: 'transfer',
  transferId: randomUUID(),
  reverses: null,
  reference: { kind: command.kind, id: 'test' },
  description: 'test',
  operationId: null,
  ...command,
  ...rest,
})

export const topUpCommand = (walletId: string, amount: bigint, rest: Partial<MakeTransfer> = {}): MakeTransfer =>
  transferCommand({ kind: 'topup', debit: systemAccountId('deposits', 'RUB'), credit: walletId, amount }, rest)

export const refundCommand = (
  walletId: string,
  chargeId: string,
  amount: bigint,
  rest: Partial<MakeTransfer> = {},
): MakeTransfer =>
  transferCommand(
    { kind: 'refund', debit: systemAccountId('revenue', 'RUB'), credit: walletId, amount },
    { reverses: chargeId, ...rest },
  )

/** Takes a top-up back out of the wallet. */
export const giveBackCommand = (
  walletId: string,
  topUpId: string,
  amount: bigint,
  rest: Partial<MakeTransfer> = {},
): MakeTransfer =>
  transferCommand(
    { kind: 'refund', debit: walletId, credit: systemAccountId('deposits', 'RUB'), amount },
    { reverses: topUpId, ...rest },
  )

/** Takes from the wallet without a hold. */
export const takeCommand = (walletId: string, amount: bigint, rest: Partial<MakeTransfer> = {}): MakeTransfer =>
  transferCommand({ kind: 'adjustment', debit: walletId, credit: systemAccountId('adjustment', 'RUB'), amount }, rest)
