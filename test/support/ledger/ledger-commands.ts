import { randomUUID } from 'node:crypto'
import { systemAccountId } from '../../../src/domain/ledger/account.ts'
import type { ReceiptFacts } from '../../../src/domain/ledger/receipt-facts.ts'
import type { MakeTransfer, PlaceHold, Release, Settle } from '../../../src/domain/ledger/command.ts'

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

type Held = Pick<PlaceHold, 'holdId' | 'walletId'>

export const settleCommand = ({ holdId, walletId }: Held, price: bigint, rest: Partial<Settle> = {}): Settle => ({
  tag: 'settle',
  holdId,
  walletId,
  price,
  reference: { kind: 'chat', id: holdId },
  description: 'sandbox/echo',
  tariffVersion: 'test',
  usage: { prompt_tokens: 1 },
  receipt: receiptOf(),
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
