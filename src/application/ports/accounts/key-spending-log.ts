import type { KeySpending } from '../../../domain/api-keys/key-spending.ts'

/** Reads what keys have spent. */
export interface KeySpendingLog {
  /** All figures are of one moment. Null when the key is unknown or deleted. */
  find(keyId: string): Promise<KeySpending | null>
}
