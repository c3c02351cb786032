import type { Receipt } from '../../../domain/ledger/receipt.ts'
import type { Page } from '../../page.ts'
import type { ReceiptLog, ReceiptQuery } from '../../ports/billing/receipt-log.ts'

interface ListReceiptsDeps {
  readonly receipts: Pick<ReceiptLog, 'page'>
}

export type ListReceipts = (query: ReceiptQuery) => Promise<Page<Receipt, string>>

/** One page of the caller's receipts, as the port promises it. */
export const listReceipts =
  (deps: ListReceiptsDeps): ListReceipts =>
  (query) =>
    deps.receipts.page(query)
