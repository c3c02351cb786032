import { createTopUpEndpoint } from '../../adapters/http/account/billing/create-top-up.ts'
import { listTopUpsEndpoint } from '../../adapters/http/account/billing/list-top-ups.ts'
import { listTransactionsEndpoint } from '../../adapters/http/account/billing/list-transactions.ts'
import { listWalletsEndpoint } from '../../adapters/http/account/billing/list-wallets.ts'
import { readTopUpEndpoint } from '../../adapters/http/account/billing/read-top-up.ts'
import { readWalletEndpoint } from '../../adapters/http/account/billing/read-wallet.ts'
import { receiveNotificationEndpoint } from '../../adapters/http/account/billing/receive-notification.ts'
import { checkPayment as makeCheckPayment } from '../../application/billing/top-ups/check-payment.ts'
import { listTopUps as makeListTopUps } from '../../application/billing/top-ups/list-top-ups.ts'
import { paymentGateways } from '../../application/billing/top-ups/payment-gateways.ts'
import { readTopUp as makeReadTopUp } from '../../application/billing/top-ups/read-top-up.ts'
import {
  acceptsNotification as makeAcceptsNotification,
  receiveNotification as makeReceiveNotification,
} from '../../application/billing/top-ups/receive-notification.ts'
import { recheckTopUps as makeRecheckTopUps } from '../../application/billing/top-ups/recheck-top-ups.ts'
import { refundTopUp as makeRefundTopUp } from '../../application/billing/top-ups/refund-top-up.ts'
import { resolveRefund as makeResolveRefund } from '../../application/billing/top-ups/resolve-refund.ts'
import { topUp as makeTopUp } from '../../application/billing/top-ups/top-up.ts'
import { countUsage as makeCountUsage } from '../../application/billing/usage/count-usage.ts'
import { recountUsage as makeRecountUsage } from '../../application/billing/usage/recount-usage.ts'
import { auditLedger as makeAuditLedger } from '../../application/billing/wallets/audit-ledger.ts'
import { recordAudit } from '../../application/billing/wallets/record-audit.ts'
import { creditUser as makeCreditUser } from '../../application/billing/wallets/credit-user.ts'
import { exportPages as makeExportPages } from '../../application/billing/export-pages.ts'
import { exportTransactions as makeExportTransactions } from '../../application/billing/wallets/export-transactions.ts'
import { listTransactions as makeListTransactions } from '../../application/billing/wallets/list-transactions.ts'
import { listWallets as makeListWallets } from '../../application/billing/wallets/list-wallets.ts'
import { readWallet as makeReadWallet } from '../../application/billing/wallets/read-wallet.ts'
import { paidLink } from '../config/mail-links.ts'
import { askingLedger, askingUnitOfWork, keyedCalls } from './metering.ts'
import { audits, ledgerAudit, topUps, transactions, unitOfWork, usageCounter, users, wallets } from './persistence.ts'
import { provision, provisionOf } from './provision.ts'
import { config, log, observation, offeredPayments } from './resources.ts'
import { clock, ids, settledClock } from './runtime.ts'

const listWallets = provision('listWallets', makeListWallets, { wallets })
const readWallet = provision('readWallet', makeReadWallet, { wallets })
const listTransactions = provision('listTransactions', makeListTransactions, { wallets, transactions })
/** One room for the exports of all lists. */
export const exportPages = provision('exportPages', makeExportPages, {})
const exportTransactions = provision('exportTransactions', makeExportTransactions, { listTransactions, exportPages })
export const creditUser = provision('creditUser', makeCreditUser, {
  users,
  wallets,
  ledger: askingLedger,
})
const readAudit = provision('readAudit', makeAuditLedger, { ledgerAudit })
export const auditLedger = provision(
  'auditLedger',
  ({ log: out, ...deps }) =>
    recordAudit({ ...deps, onUnrecorded: (err) => out.error({ err }, 'that the ledger was audited is not recorded') }),
  { log, auditLedger: readAudit, audits, clock },
)
export const countUsage = provision('countUsage', makeCountUsage, { usageCounter })
export const recountUsage = provision('recountUsage', makeRecountUsage, { usageCounter })

export const payments = provision(
  'payments',
  (deps) => paymentGateways(deps.offered.providers.map(({ open }) => deps.observation.payments(open()))),
  { observation, offered: offeredPayments },
)

const topUp = provision(
  'topUp',
  ({ config: settings, ...deps }) => {
    const { minMicro: least, maxMicro: most, tokenPriceMicroRub: tokenPrice } = settings.topUp
    return makeTopUp({ ...deps, terms: { least, most, tokenPrice }, returnUrl: paidLink(settings) })
  },
  { config, unitOfWork, wallets, payments, ids, clock },
)
/** A payment that is not the one ordered credits nothing; the operator must look at it. */
const onPaymentMismatch = provision(
  'onPaymentMismatch',
  ({ log: out, observation: observed }) =>
    (topUpId: string, field: string): void => {
      observed.paymentMismatch()
      out.error({ topUpId, field }, 'a payment is not the one that was ordered')
    },
  { log, observation },
)
export const checkPayment = provision('checkPayment', makeCheckPayment, {
  onMismatch: onPaymentMismatch,
  unitOfWork,
  payments,
  ids,
  clock,
})
export const listTopUps = provision('listTopUps', makeListTopUps, { topUps })
const readTopUp = provision('readTopUp', makeReadTopUp, { topUps, payments, checkPayment, clock })
const acceptsNotification = provision('acceptsNotification', makeAcceptsNotification, { payments })
const receiveNotification = provision('receiveNotification', makeReceiveNotification, { payments, checkPayment })
export const recheckTopUps = provision(
  'recheckTopUps',
  ({ onMismatch, ...deps }) => makeRecheckTopUps({ ...deps, onUnknown: (topUpId) => onMismatch(topUpId, 'id') }),
  { onMismatch: onPaymentMismatch, topUps, unitOfWork, payments, checkPayment, ids, clock, settledClock },
)
export const refundTopUp = provision('refundTopUp', makeRefundTopUp, {
  unitOfWork: askingUnitOfWork,
  payments,
  ids,
})

export const resolveRefund = provision('resolveRefund', makeResolveRefund, { topUps, payments, unitOfWork })

export const billingEndpoints = [
  provisionOf(listWalletsEndpoint, listWallets),
  provisionOf(readWalletEndpoint, readWallet),
  provision('listTransactionsEndpoint', listTransactionsEndpoint, { listTransactions, exportTransactions }),
  provisionOf(createTopUpEndpoint, topUp, keyedCalls),
  provisionOf(listTopUpsEndpoint, listTopUps),
  provisionOf(readTopUpEndpoint, readTopUp),
  provision('receiveNotificationEndpoint', receiveNotificationEndpoint, { acceptsNotification, receiveNotification }),
]
