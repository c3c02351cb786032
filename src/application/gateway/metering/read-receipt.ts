import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Receipt } from '../../../domain/ledger/receipt.ts'
import type { ReceiptLog } from '../../ports/billing/receipt-log.ts'
import type { Timer } from '../../ports/process/timer.ts'
import type { Settlements } from './settlements.ts'

interface ReadReceiptDeps {
  readonly receipts: ReceiptLog
  readonly settlements: Pick<Settlements, 'ending'>
  readonly timer: Timer
}

const OPERATION_ID = /^(?:chatcmpl-|resp_|msg_|video_)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** How long a reader waits for the end of a call that is on its way to the ledger. */
const ENDING_MS = 2_000

/**
 * The receipt of one of the caller's operations, by its id or by the id of the chat or video it made. A call that was
 * answered here is charged behind its answer: a receipt that is read in between waits for the charge.
 */
export const readReceipt =
  ({ receipts, settlements, timer }: ReadReceiptDeps) =>
  async (userId: string, id: string): Promise<Either<{ readonly tag: 'not_found' }, Receipt>> => {
    const operationId = OPERATION_ID.exec(id.toLowerCase())?.[1]
    if (operationId === undefined) return left({ tag: 'not_found' })
    const ending = settlements.ending(operationId)
    if (ending !== null) await Promise.race([ending, timer.sleep(ENDING_MS)])
    const receipt = await receipts.find(userId, operationId)
    return receipt === null ? left({ tag: 'not_found' }) : right(receipt)
  }
