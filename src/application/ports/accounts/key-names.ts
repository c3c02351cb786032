import type { ReceiptKey } from '../../../domain/ledger/receipt.ts'

/** Tells how the owner of API keys recognises them. */
export interface KeyNames {
  /** Those of the keys that belong to the owner, by their ids, deleted ones too. */
  find(ownerId: string, keyIds: readonly string[]): Promise<ReadonlyMap<string, ReceiptKey>>
}
