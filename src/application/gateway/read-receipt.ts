import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { Receipt } from '../../domain/ledger/receipt.ts'
import type { ReceiptLog } from '../ports/receipt-log.ts'

const OPERATION_ID = /^(?:chatcmpl-|video_)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The receipt of one of the caller's operations, by its id or by the id of the chat or video it made. */
export const readReceipt =
  ({ receipts }: { readonly receipts: ReceiptLog }) =>
  async (userId: string, id: string): Promise<Either<{ readonly tag: 'not_found' }, Receipt>> => {
    const operationId = OPERATION_ID.exec(id.toLowerCase())?.[1]
    const receipt = operationId === undefined ? null : await receipts.find(userId, operationId)
    return receipt === null ? left({ tag: 'not_found' }) : right(receipt)
  }
