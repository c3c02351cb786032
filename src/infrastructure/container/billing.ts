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
import { topUp as makeTopUp } from '../../application/billing/top-ups/top-up.ts'
import { auditLedger as makeAuditLedger } from '../../application/billing/wallets/audit-ledger.ts'
import { creditUser as makeCreditUser } from '../../application/billing/wallets/credit-user.ts'
import { listTransactions as makeListTransactions } from '../../application/billing/wallets/list-transactions.ts'
import { listWallets as makeListWallets } from '../../application/billing/wallets/list-wallets.ts'
import { readWallet as makeReadWallet } from '../../application/billing/wallets/read-wallet.ts'
import { localUrl } from '../config/local-url.ts'
import { keyedCalls } from './metering.ts'
import { ledgerAudit, topUps, transactions, unitOfWork, users, wallets } from './persistence.ts'
import { provision, provisionOf } from './provision.ts'
import { config, ledger, log, offeredPayments } from './resources.ts'
import { clock, ids } from './runtime.ts'

export const listWallets = provision('listWallets', makeListWallets, { wallets })
const readWallet = provision('readWallet', makeReadWallet, { wallets })
const listTransactions = provision('listTransactions', makeListTransactions, { wallets, transactions })
export const creditUser = provision('creditUser', makeCreditUser, { users, wallets, ledger })
export const auditLedger = provision('auditLedger', makeAuditLedger, { ledgerAudit })

const payments = provision('payments', ({ offered }) => paymentGateways(offered.providers.map(({ open }) => open())), {
  offered: offeredPayments,
})

const topUp = provision(
  'topUp',
  ({ config: { topUp: terms, publicBaseUrl, host, port }, ...deps }) =>
    makeTopUp({
      ...deps,
      terms: { least: terms.minMicro, most: terms.maxMicro, tokenPrice: terms.tokenPriceMicroRub },
      returnUrl: `${publicBaseUrl ?? localUrl(host, port)}/`,
    }),
  { config, unitOfWork, wallets, payments, clock },
)
/** A payment that is not the one ordered credits nothing; the operator must look at it. */
const checkPayment = provision(
  'checkPayment',
  ({ log: out, ...deps }) =>
    makeCheckPayment({
      ...deps,
      onMismatch: (topUpId, field) => out.error({ topUpId, field }, 'a payment is not the one that was ordered'),
    }),
  { log, unitOfWork, payments },
)
export const listTopUps = provision('listTopUps', makeListTopUps, { topUps })
const readTopUp = provision('readTopUp', makeReadTopUp, { topUps, payments, checkPayment, clock })
const acceptsNotification = provision('acceptsNotification', makeAcceptsNotification, { payments })
const receiveNotification = provision('receiveNotification', makeReceiveNotification, { payments, checkPayment })
export const recheckTopUps = provision('recheckTopUps', makeRecheckTopUps, {
  topUps,
  unitOfWork,
  payments,
  checkPayment,
  clock,
})
export const refundTopUp = provision('refundTopUp', makeRefundTopUp, { unitOfWork, payments, ids, clock })

export const billingEndpoints = [
  provisionOf(listWalletsEndpoint, listWallets),
  provisionOf(readWalletEndpoint, readWallet),
  provisionOf(listTransactionsEndpoint, listTransactions),
  provisionOf(createTopUpEndpoint, topUp, keyedCalls),
  provisionOf(listTopUpsEndpoint, listTopUps),
  provisionOf(readTopUpEndpoint, readTopUp),
  provision('receiveNotificationEndpoint', receiveNotificationEndpoint, { acceptsNotification, receiveNotification }),
]
