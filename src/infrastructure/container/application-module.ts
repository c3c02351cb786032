import { changeApiKey } from '../../application/accounts/change-api-key.ts'
import { changeProfile } from '../../application/accounts/change-profile.ts'
import { createApiKey } from '../../application/accounts/create-api-key.ts'
import { freeAddress } from '../../application/accounts/free-address.ts'
import { deactivateUser } from '../../application/accounts/deactivate-user.ts'
import { deleteApiKey } from '../../application/accounts/delete-api-key.ts'
import { findUser } from '../../application/accounts/find-user.ts'
import { keyUses } from '../../application/accounts/key-uses.ts'
import { listApiKeys } from '../../application/accounts/list-api-keys.ts'
import { listUsers } from '../../application/accounts/list-users.ts'
import { logIn } from '../../application/accounts/log-in.ts'
import { logOut } from '../../application/accounts/log-out.ts'
import { openSession } from '../../application/accounts/open-session.ts'
import { pruneSessions } from '../../application/accounts/prune-sessions.ts'
import { reactivateUser } from '../../application/accounts/reactivate-user.ts'
import { readProfile } from '../../application/accounts/read-profile.ts'
import { refreshSession } from '../../application/accounts/refresh-session.ts'
import { registerStranger } from '../../application/accounts/register-stranger.ts'
import { register } from '../../application/accounts/register.ts'
import { rotateSigningKeys } from '../../application/accounts/rotate-signing-keys.ts'
import { endSession } from '../../application/accounts/sessions/end-session.ts'
import { listSessions } from '../../application/accounts/sessions/list-sessions.ts'
import { auditLedger } from '../../application/billing/audit-ledger.ts'
import { checkPayment } from '../../application/billing/check-payment.ts'
import { creditUser } from '../../application/billing/credit-user.ts'
import { extendLeases } from '../../application/billing/extend-leases.ts'
import { listTopUps } from '../../application/billing/list-top-ups.ts'
import { listTransactions } from '../../application/billing/list-transactions.ts'
import { listWallets } from '../../application/billing/list-wallets.ts'
import { readTopUp } from '../../application/billing/read-top-up.ts'
import { readWallet } from '../../application/billing/read-wallet.ts'
import { receiveNotification } from '../../application/billing/receive-notification.ts'
import { recheckTopUps } from '../../application/billing/recheck-top-ups.ts'
import { refundTopUp } from '../../application/billing/refund-top-up.ts'
import { releaseLostHolds } from '../../application/billing/release-lost-holds.ts'
import { sweepHolds } from '../../application/billing/sweep-holds.ts'
import { topUp } from '../../application/billing/top-up.ts'
import { deploymentCircuits } from '../../application/gateway/circuits.ts'
import { completeChat } from '../../application/gateway/complete-chat.ts'
import { unpaidDepartures } from '../../application/gateway/departures/unpaid-departures.ts'
import { listModels } from '../../application/gateway/list-models.ts'
import { retrieveModel } from '../../application/gateway/retrieve-model.ts'
import { openSettlements } from '../../application/gateway/settlements.ts'
import { streamChat } from '../../application/gateway/stream-chat.ts'
import { extendClaims } from '../../application/idempotency/extend-claims.ts'
import { failLostRecords } from '../../application/idempotency/fail-lost-records.ts'
import { keyedCalls } from '../../application/idempotency/keyed-calls.ts'
import { runningClaims } from '../../application/idempotency/running-claims.ts'
import { sweepRecords } from '../../application/idempotency/sweep-records.ts'
import { ignoredChatFields, ignoredImageFields } from '../../application/gateway/ignored-fields.ts'
import { createImage } from '../../application/gateway/create-image.ts'
import { createSpeech } from '../../application/gateway/create-speech.ts'
import { readReceipt } from '../../application/gateway/read-receipt.ts'
import { admissionProvisions } from './admission-provisions.ts'
import { localUrl } from '../config/local-url.ts'
import { conversationProvisions } from './conversation-provisions.ts'
import { mailboxProvisions } from './mailbox-provisions.ts'
import type { Log } from '../logging.ts'
import * as port from './port-tokens.ts'
import * as resource from './resource-tokens.ts'
import { moduleOf, provide, provideValue, type Provision } from './token.ts'
import * as use from './use-case-tokens.ts'
import { turnProvisions } from './turn-provisions.ts'
import { videoProvisions } from './video-provisions.ts'

const { clock, ids, invalidation, unitOfWork } = port

const accounts: readonly Provision[] = [
  provide(
    use.registerStranger,
    ({ config, ...deps }) => registerStranger({ ...deps, registration: config.registration }),
    { config: resource.config, register: use.register },
  ),
  provide(use.register, ({ config, ...deps }) => register({ ...deps, signupBonus: config.signupBonus }), {
    config: resource.config,
    users: port.users,
    passwords: resource.passwords,
    unitOfWork,
    ids,
    clock,
  }),
  provide(use.openSession, openSession, {
    unitOfWork,
    accessTokens: port.accessTokens,
    refreshTokens: resource.refreshTokens,
    invalidation,
    ids,
    clock,
  }),
  provide(use.logIn, logIn, {
    users: port.users,
    passwords: resource.passwords,
    knownNetworks: port.knownNetworks,
    openSession: use.openSession,
    clock,
  }),
  provide(use.refreshSession, refreshSession, {
    sessions: port.sessions,
    users: port.users,
    accessTokens: port.accessTokens,
    refreshTokens: resource.refreshTokens,
    invalidation,
    clock,
  }),
  provide(use.logOut, logOut, { sessions: port.sessions, invalidation, clock }),
  provide(use.pruneSessions, pruneSessions, {
    sessions: port.sessions,
    usedIdentityTokens: port.usedIdentityTokens,
    clock,
  }),
  provide(use.listSessions, listSessions, { sessions: port.sessions, clock }),
  provide(use.endSession, endSession, { sessions: port.sessions, invalidation, clock }),
  provide(use.readProfile, readProfile, { users: port.users, identities: port.identities }),
  provide(use.changeProfile, changeProfile, { users: port.users, identities: port.identities }),
  provide(use.findUser, findUser, { users: port.users }),
  provide(use.listUsers, listUsers, { users: port.users }),
  provide(use.deactivateUser, deactivateUser, { unitOfWork, invalidation, ids, clock }),
  provide(use.reactivateUser, reactivateUser, { users: port.users }),
  provide(use.freeAddress, freeAddress, { unitOfWork }),
  provide(use.rotateSigningKeys, rotateSigningKeys, {
    signingKeys: port.signingKeys,
    signingKeyMaker: port.signingKeyMaker,
    clock,
  }),
]

const keys: readonly Provision[] = [
  provide(use.keyUses, keyUses, { apiKeys: port.apiKeys }),
  provide(use.createApiKey, createApiKey, { unitOfWork, secrets: port.apiKeySecrets, ids, clock }),
  provide(use.listApiKeys, listApiKeys, { apiKeys: port.apiKeys }),
  provide(use.changeApiKey, changeApiKey, { unitOfWork, invalidation }),
  provide(use.deleteApiKey, deleteApiKey, { unitOfWork, invalidation, ids, clock }),
]

/** A payment that is not the one ordered credits nothing; someone must look. */
const reportMismatch =
  (log: Log) =>
  (topUpId: string, field: string): void =>
    log.error({ topUpId, field }, 'a payment is not the one that was ordered')

const billing: readonly Provision[] = [
  provide(use.listWallets, listWallets, { wallets: port.wallets }),
  provide(use.readWallet, readWallet, { wallets: port.wallets }),
  provide(use.listTransactions, listTransactions, { wallets: port.wallets, transactions: port.transactions }),
  provideValue(use.runningClaims, runningClaims()),
  provide(
    use.keyedCalls,
    ({ log, ...deps }) =>
      keyedCalls({
        ...deps,
        onLost: (operationId, err) => log.error({ operationId, err }, 'an answer could not be recorded under its key'),
      }),
    {
      log: resource.log,
      idempotency: port.idempotency,
      running: use.runningClaims,
      media: resource.mediaStore,
      ids,
      instance: resource.instance,
    },
  ),
  provide(
    use.topUp,
    ({ config, ...deps }) => {
      const { minMicro, maxMicro, tokenPriceMicroRub } = config.topUp
      const terms = { least: minMicro, most: maxMicro, tokenPrice: tokenPriceMicroRub }
      const home = config.publicBaseUrl ?? localUrl(config.host, config.port)
      return topUp({ ...deps, terms, returnUrl: `${home}/` })
    },
    {
      config: resource.config,
      unitOfWork,
      wallets: port.wallets,
      payments: port.payments,
      clock,
      idempotency: port.idempotency,
      running: use.runningClaims,
      ids,
      instance: resource.instance,
    },
  ),
  provide(use.checkPayment, ({ log, ...deps }) => checkPayment({ ...deps, onMismatch: reportMismatch(log) }), {
    log: resource.log,
    unitOfWork,
    payments: port.payments,
  }),
  provide(use.listTopUps, listTopUps, { topUps: port.topUps }),
  provide(use.readTopUp, readTopUp, {
    topUps: port.topUps,
    payments: port.payments,
    checkPayment: use.checkPayment,
    clock,
  }),
  provide(use.receiveNotification, receiveNotification, { payments: port.payments, checkPayment: use.checkPayment }),
  provide(use.recheckTopUps, recheckTopUps, {
    topUps: port.topUps,
    unitOfWork,
    payments: port.payments,
    checkPayment: use.checkPayment,
    clock,
  }),
  provide(use.refundTopUp, refundTopUp, { unitOfWork, payments: port.payments, ids, clock }),
  provide(use.creditUser, creditUser, { users: port.users, wallets: port.wallets, ledger: resource.ledger }),
  provide(use.auditLedger, auditLedger, { ledgerAudit: port.ledgerAudit }),
  provide(use.extendLeases, extendLeases, { holds: port.holds, instance: resource.instance }),
  provide(use.sweepHolds, sweepHolds, { holds: port.holds, ledger: resource.ledger }),
  provide(use.releaseLostHolds, releaseLostHolds, { holds: port.holds, ledger: resource.ledger }),
  provide(use.extendClaims, extendClaims, { idempotency: port.idempotency, running: use.runningClaims }),
  provide(use.failLostRecords, failLostRecords, { idempotency: port.idempotency }),
  provide(use.sweepRecords, sweepRecords, { idempotency: port.idempotency }),
]

const paidCallDeps = {
  ledger: resource.ledger,
  settlements: use.settlements,
  instance: resource.instance,
  catalog: resource.catalog,
  circuits: use.circuits,
  ids,
}

const chatDeps = { ...paidCallDeps, providers: resource.chatProviders, tokens: port.tokenCounter }

const gateway: readonly Provision[] = [
  provide(use.settlements, openSettlements, {
    ledger: resource.ledger,
    timer: port.timer,
    reporter: port.settlementReporter,
  }),
  provide(use.circuits, ({ clock: time }) => deploymentCircuits(time), { clock }),
  provide(use.completeChat, completeChat, chatDeps),
  provide(
    use.streamChat,
    ({ reporter, ...deps }) => streamChat({ ...deps, unpaidDepartures: unpaidDepartures(deps.clock, reporter) }),
    { ...chatDeps, timer: port.timer, clock, reporter: port.departureReporter },
  ),
  provide(use.ignoredChatFields, ignoredChatFields, { catalog: resource.catalog, providers: resource.chatProviders }),
  provide(use.ignoredImageFields, ignoredImageFields, {
    catalog: resource.catalog,
    providers: resource.imageProviders,
  }),
  provide(use.createImage, createImage, {
    ...paidCallDeps,
    providers: resource.imageProviders,
    tokens: port.tokenCounter,
    urls: resource.urlFetcher,
    converter: resource.imageConverter,
    media: resource.mediaStore,
    mediaAssets: port.mediaAssets,
    signer: resource.mediaSigner,
    clock,
  }),
  provide(use.createSpeech, createSpeech, {
    ...paidCallDeps,
    providers: resource.speechProviders,
    encoder: resource.audioEncoder,
  }),
  provide(use.readReceipt, readReceipt, {
    receipts: port.receipts,
    settlements: use.settlements,
    timer: port.timer,
  }),
  provide(use.listModels, listModels, { catalog: resource.catalog }),
  provide(use.retrieveModel, retrieveModel, { catalog: resource.catalog }),
]

/** Every use case and what it needs. */
export const applicationModule = moduleOf([
  ...accounts,
  ...admissionProvisions,
  ...mailboxProvisions,
  ...keys,
  ...billing,
  ...gateway,
  ...turnProvisions,
  ...videoProvisions,
  ...conversationProvisions,
])
