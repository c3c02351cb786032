import type { ReceiptFilter } from '../../../src/application/ports/billing/receipt-log.ts'

/** A filter that lets every receipt through. */
export const EVERY_RECEIPT: ReceiptFilter = {
  currency: null,
  model: null,
  keyId: null,
  outcome: null,
  surface: null,
  fromMs: null,
  toMs: null,
}
