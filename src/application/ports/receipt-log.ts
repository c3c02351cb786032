import type { Receipt } from '../../domain/ledger/receipt.ts'

/** Reads what an operation came to, from its hold and what moved for it. */
export interface ReceiptLog {
  /** Null when there is no such operation, or it is another owner's. */
  find(ownerId: string, operationId: string): Promise<Receipt | null>
}
