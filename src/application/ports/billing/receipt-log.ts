import type { ReceiptOutcome } from '../../../domain/ledger/receipt-facts.ts'
import type { Receipt } from '../../../domain/ledger/receipt.ts'
import type { Currency } from '../../../domain/money/money.ts'
import type { Page } from '../../page.ts'

/** Which receipts are wanted. What is null takes all. */
export interface ReceiptFilter {
  readonly currency: Currency | null
  readonly model: string | null
  readonly keyId: string | null
  readonly outcome: ReceiptOutcome | null
  /** As the usage names it: `chat`, `responses`, `image` and so on. */
  readonly surface: string | null
  /** Milliseconds since the epoch, of the start of the operation. */
  readonly fromMs: number | null
  /** The same; an operation that began at this moment is left out. */
  readonly toMs: number | null
}

/** One page of an owner's receipts. */
export interface ReceiptQuery {
  readonly ownerId: string
  readonly filter: ReceiptFilter
  /** The `next` of the page before this one; null for the first. */
  readonly before: string | null
  readonly limit: number
}

/** Reads how operations ended, from their holds and their transfers. The refund of a top-up is no operation here. */
export interface ReceiptLog {
  /** Null when the operation is unknown or belongs to another owner. */
  find(ownerId: string, operationId: string): Promise<Receipt | null>
  /**
   * The receipts of ended operations in the order of their ids, the latest start first. Pages that are read one after
   * another show what had ended before the first of them was read without a gap or a double, whatever ends in between.
   *
   * A page reads a bounded number of receipts, whatever the filter leaves out: where few fit, it may hold fewer than
   * `limit`, or none, while `next` says that there is more. That place is an operation id, which need not be one of
   * this list.
   */
  page(query: ReceiptQuery): Promise<Page<Receipt, string>>
}
