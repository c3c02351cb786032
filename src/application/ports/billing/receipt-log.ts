import type { Receipt } from '../../../domain/ledger/receipt.ts'

/** Reads how an operation ended, from its hold and its transfers. */
export interface ReceiptLog {
  /** Null when the operation is unknown or belongs to another owner. */
  find(ownerId: string, operationId: string): Promise<Receipt | null>
}
