import type { CheckPaymentFailure } from '../../../application/billing/top-ups/check-payment.ts'
import type { RefundByOperatorFailure } from '../../../application/operators/top-ups/refund-by-operator.ts'
import type { BalanceLimit } from '../../../domain/ledger/account.ts'
import type { MailRefusal } from '../../../domain/mail/seen-mail.ts'
import { formatMicro } from '../../../domain/money/decimal.ts'
import type { NoOperator } from '../../../application/operators/note-action.ts'
import type { ProtocolFailure } from '../failures/protocol-failure.ts'
import { detailErrors, PROTOCOL_ROWS } from '../surface/detail-errors.ts'
import { retryAfter } from '../surface/retry-after.ts'
import type { DetailTable } from '../surface/detail-errors.ts'

/** Everything that the interface of operators refuses. */
export type OperatorFailure =
  | ProtocolFailure
  | { readonly tag: 'unauthenticated' }
  | NoOperator
  | { readonly tag: 'insufficient_balance' }
  | BalanceLimit
  | { readonly tag: 'adjustment_mismatch' }
  | { readonly tag: 'payment_unknown' }
  | Exclude<CheckPaymentFailure, { readonly tag: 'not_found' }>
  | Exclude<RefundByOperatorFailure, { readonly tag: 'not_found' }>
  | MailRefusal
  | { readonly tag: 'unknown_deployment' }
  | { readonly tag: 'no_test_call' }

const TABLE: DetailTable<OperatorFailure> = {
  ...PROTOCOL_ROWS,
  unauthenticated: () => ({
    status: 401,
    detail: 'A valid access token is needed.',
    headers: { 'www-authenticate': 'Bearer' },
  }),
  insufficient_balance: () => ({ status: 409, detail: 'The wallet does not have that much available.' }),
  balance_limit: ({ currency, room }) => ({
    status: 409,
    detail: `The wallet is nearly full: no more than ${formatMicro(room, currency)} can be added.`,
  }),
  adjustment_mismatch: () => ({
    status: 422,
    code: 'idempotency_mismatch',
    detail: 'This id was used for another adjustment, so nothing was moved: send this one with an id of its own.',
  }),
  payment_unknown: () => ({ status: 409, detail: 'The order never reached the payment provider.' }),
  payment_mismatch: ({ field }) => ({
    status: 409,
    detail: `The payment is not the one that was ordered: its ${field} differs. Nothing was credited.`,
  }),
  payment_provider_not_configured: ({ provider }) => ({
    status: 409,
    detail: `The payment provider ${provider} is not configured.`,
  }),
  payment_refused: ({ message }) => ({ status: 409, detail: `The payment provider refused: ${message}` }),
  payment_unavailable: () => ({
    status: 503,
    detail: 'The payment provider gave no answer. Nothing was changed.',
    headers: retryAfter(30),
  }),
  top_up_not_paid: () => ({ status: 409, detail: 'This top-up was never paid.' }),
  refund_exceeds_top_up: ({ left }) => ({
    status: 409,
    detail: `No more than ${formatMicro(left, 'TOKEN')} of this top-up can be given back.`,
  }),
  refund_too_small: () => ({ status: 409, detail: 'That is less than a kopeck.' }),
  refund_below_kopeck: () => ({ status: 409, detail: 'Roubles go back in whole kopecks.' }),
  refund_under_way: ({ amount }) => ({
    status: 409,
    detail: `Another refund, of ${formatMicro(amount, 'TOKEN')}, is under way: continue it first.`,
  }),
  refund_unresolved: ({ refundId }) => ({
    status: 409,
    detail: `Refund ${refundId} has been under way for too long to be ordered again: find it at the payment provider, and end it with the command topups resolve-refund.`,
  }),
  mail_claimed: () => ({ status: 409, detail: 'It is being sent now; look again in two minutes.' }),
  mail_ended: () => ({ status: 409, detail: 'There is nothing left to do for this mail message.' }),
  unknown_deployment: () => ({ status: 404, detail: 'The catalogue has no such provider, or no such model of it.' }),
  no_test_call: () => ({
    status: 409,
    detail: 'A video has no small call: the shortest is charged in full and cannot be taken back.',
  }),
  forbidden: () => ({ status: 403, detail: 'This is for operators of the service alone.' }),
}

/** How a failure looks to operators. */
export const operatorError = detailErrors<OperatorFailure>(TABLE)
