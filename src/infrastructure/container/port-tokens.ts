import type { ForgettingCache } from '../../adapters/cache/forgetting-cache.ts'
import type { AccessTokens } from '../../application/ports/access-tokens.ts'
import type { FamiliarKeyLookup } from '../../application/ports/api-key-lookup.ts'
import type { ApiKeySecrets } from '../../application/ports/api-key-secrets.ts'
import type { ApiKeyStore } from '../../application/ports/api-key-store.ts'
import type { Clock } from '../../application/ports/clock.ts'
import type { DepartureReporter } from '../../application/ports/departure-reporter.ts'
import type { ConversationStore } from '../../application/ports/conversation-store.ts'
import type { GalleryLog } from '../../application/ports/gallery-log.ts'
import type { HoldStore } from '../../application/ports/hold-store.ts'
import type { IdempotencyStore } from '../../application/ports/idempotency-store.ts'
import type { IdentityProviders } from '../../application/ports/identity-provider.ts'
import type { KnownNetworkStore } from '../../application/ports/known-network-store.ts'
import type { LocalRateCounter } from '../../application/ports/rate-limiter.ts'
import type { IdentityStore } from '../../application/ports/identity-store.ts'
import type { OperatorLog } from '../../application/ports/operator-log.ts'
import type { Ids } from '../../application/ports/ids.ts'
import type { MediaAssetStore } from '../../application/ports/media-asset-store.ts'
import type { MediaReferences } from '../../application/ports/media-references.ts'
import type { Invalidation } from '../../application/ports/invalidation.ts'
import type { LedgerAudit } from '../../application/ports/ledger-audit.ts'
import type { MailQueue } from '../../application/ports/mail-queue.ts'
import type { MessageStore } from '../../application/ports/message-store.ts'
import type { OneTimeSecrets } from '../../application/ports/one-time-secrets.ts'
import type { OneTimeTokenStore } from '../../application/ports/one-time-token-store.ts'
import type { PaymentGateway } from '../../application/ports/payment-gateway.ts'
import type { ReceiptLog } from '../../application/ports/receipt-log.ts'
import type { SessionLookup } from '../../application/ports/session-lookup.ts'
import type { SessionStore } from '../../application/ports/session-store.ts'
import type { SettlementReporter } from '../../application/ports/settlement-reporter.ts'
import type { SigningKeyMaker } from '../../application/ports/signing-key-maker.ts'
import type { SigningKeyStore } from '../../application/ports/signing-key-store.ts'
import type { Stores } from '../../application/ports/stores.ts'
import type { Timer } from '../../application/ports/timer.ts'
import type { TokenCounter } from '../../application/ports/token-counter.ts'
import type { TopUpStore } from '../../application/ports/top-up-store.ts'
import type { TransactionLog } from '../../application/ports/transaction-log.ts'
import type { UnitOfWork } from '../../application/ports/unit-of-work.ts'
import type { UsedIdentityTokenStore } from '../../application/ports/used-identity-token-store.ts'
import type { UserStore } from '../../application/ports/user-store.ts'
import type { VideoJobStore } from '../../application/ports/video-job-store.ts'
import type { WalletStore } from '../../application/ports/wallet-store.ts'
import { token } from './token.ts'

/** The ports of the application, each bound to one adapter in adapters-module.ts. */
export const accessTokens = token<AccessTokens>('accessTokens')
export const apiKeySecrets = token<ApiKeySecrets>('apiKeySecrets')
export const apiKeys = token<ApiKeyStore>('apiKeys')
export const clock = token<Clock>('clock')
export const conversations = token<ConversationStore>('conversations')
export const gallery = token<GalleryLog>('gallery')
export const holds = token<HoldStore>('holds')
export const idempotency = token<IdempotencyStore>('idempotency')
export const identities = token<IdentityStore>('identities')
export const knownNetworks = token<KnownNetworkStore>('knownNetworks')
export const usedIdentityTokens = token<UsedIdentityTokenStore>('usedIdentityTokens')
export const identityProviders = token<IdentityProviders>('identityProviders')
export const ids = token<Ids>('ids')
export const invalidation = token<Invalidation>('invalidation')
export const keyLookup = token<FamiliarKeyLookup & ForgettingCache>('keyLookup')
/** Counts, in this process, the unknown keys of each address. */
export const keyGuesses = token<LocalRateCounter>('keyGuesses')
export const ledgerAudit = token<LedgerAudit>('ledgerAudit')
export const mediaAssets = token<MediaAssetStore>('mediaAssets')
export const messages = token<MessageStore>('messages')
export const mediaReferences = token<MediaReferences>('mediaReferences')
export const receipts = token<ReceiptLog>('receipts')
export const mail = token<MailQueue>('mail')
export const oneTimeSecrets = token<OneTimeSecrets>('oneTimeSecrets')
export const oneTimeTokens = token<OneTimeTokenStore>('oneTimeTokens')
export const payments = token<PaymentGateway>('payments')
export const sessionLookup = token<SessionLookup & ForgettingCache>('sessionLookup')
export const sessions = token<SessionStore>('sessions')
export const departureReporter = token<DepartureReporter>('departureReporter')
export const settlementReporter = token<SettlementReporter>('settlementReporter')
export const signingKeyMaker = token<SigningKeyMaker>('signingKeyMaker')
export const signingKeys = token<SigningKeyStore>('signingKeys')
export const stores = token<Stores>('stores')
export const timer = token<Timer>('timer')
export const tokenCounter = token<TokenCounter>('tokenCounter')
export const operatorLog = token<OperatorLog>('operatorLog')
export const topUps = token<TopUpStore>('topUps')
export const transactions = token<TransactionLog>('transactions')
export const unitOfWork = token<UnitOfWork>('unitOfWork')
export const users = token<UserStore>('users')
export const videoJobs = token<VideoJobStore>('videoJobs')
export const wallets = token<WalletStore>('wallets')
