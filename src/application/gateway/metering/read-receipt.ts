import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Receipt } from '../../../domain/ledger/receipt.ts'
import { startOf } from '../../../domain/ledger/operation-time.ts'
import { isUuid } from '../../../domain/uuid.ts'
import { endedWithin } from '../../ended-within.ts'
import type { CallUnderWay } from '../../billing/reservations/count-calls.ts'
import type { ReservationBook } from '../../billing/reservations/reservation-book.ts'
import type { KeyNames } from '../../ports/accounts/key-names.ts'
import type { WalletStore } from '../../ports/billing/wallet-store.ts'
import type { ReceiptLog } from '../../ports/billing/receipt-log.ts'
import type { Timer } from '../../ports/process/timer.ts'
import type { Settlements } from './settlements.ts'

interface ReadReceiptDeps {
  readonly receipts: ReceiptLog
  readonly settlements: Pick<Settlements, 'ending'>
  readonly reservations: Pick<ReservationBook, 'underWay'>
  readonly wallets: Pick<WalletStore, 'listOf'>
  readonly keyNames: KeyNames
  readonly timer: Timer
}

export interface ReceiptNotFound {
  readonly tag: 'not_found'
  readonly message: string
}

/** A call that was refused before its hold has an id and no receipt. */
const NOT_FOUND: ReceiptNotFound = { tag: 'not_found', message: 'There is no receipt under this id.' }

/** What stands before the id of an operation in the id of the chat, response, message or video that it made. */
const PREFIX = /^(?:chatcmpl-|resp_|msg_|video_)/

/** How long a reader waits for the end of a call that is on its way to the ledger. */
const ENDING_MS = 2_000

/** The receipt of a call that this process admitted against reserved money: no row has it until it ends. */
const receiptUnderWay = async (
  { wallets, keyNames }: ReadReceiptDeps,
  userId: string,
  { operationId, walletId, budgetId, kind, holdMicro }: CallUnderWay,
): Promise<Receipt | null> => {
  const wallet = (await wallets.listOf(userId)).find(({ id }) => id === walletId)
  if (wallet === undefined) return null
  const names = budgetId === null ? null : await keyNames.find(userId, [budgetId])
  return {
    operationId,
    kind,
    currency: wallet.currency,
    hold: holdMicro,
    charge: 0n,
    writeoff: 0n,
    state: 'held',
    releaseReason: null,
    model: null,
    tariffVersion: null,
    facts: null,
    key: names?.get(budgetId ?? '') ?? null,
    startedAt: new Date(startOf(operationId)),
    endedAt: null,
  }
}

/**
 * The receipt of one of the caller's operations, by its id or by the id of the chat or video it made. A call that was
 * answered here is charged behind its answer: a receipt that is read in between waits for the charge. A call that was
 * admitted against reserved money is found before its end by the process that runs it, and by no other.
 */
export const readReceipt =
  (deps: ReadReceiptDeps) =>
  async (userId: string, id: string): Promise<Either<ReceiptNotFound, Receipt>> => {
    const operationId = id.toLowerCase().replace(PREFIX, '')
    if (!isUuid(operationId)) return left(NOT_FOUND)
    const { receipts, settlements, reservations, timer } = deps
    const ending = settlements.ending(operationId)
    if (ending !== null) await endedWithin(timer, ENDING_MS, ending)
    const underWay = reservations.underWay(operationId)
    const written = await receipts.find(userId, operationId)
    const receipt = written ?? (underWay === null ? null : await receiptUnderWay(deps, userId, underWay))
    return receipt === null ? left(NOT_FOUND) : right(receipt)
  }
