import type { Either } from 'fp-ts/lib/Either.js'
import type { Receipt } from '../../../domain/ledger/receipt.ts'
import type { ReceiptLog, ReceiptQuery } from '../../ports/billing/receipt-log.ts'
import type { Export, ExportFailure, ExportPages } from '../export-pages.ts'

interface ExportReceiptsDeps {
  readonly receipts: Pick<ReceiptLog, 'page'>
  readonly exportPages: ExportPages
}

type ExportQuery = Pick<ReceiptQuery, 'ownerId' | 'filter' | 'before'>
export type ExportReceipts = (query: ExportQuery) => Promise<Either<ExportFailure, Export<Receipt>>>

/** All receipts that fit, the latest start first, within the bounds of `exportPages`. */
export const exportReceipts =
  (deps: ExportReceiptsDeps): ExportReceipts =>
  ({ ownerId, filter, before }) =>
    deps.exportPages<Receipt, string>({
      ownerId,
      before,
      read: (from, limit) => deps.receipts.page({ ownerId, filter, before: from, limit }),
    })
