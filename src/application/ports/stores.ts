import type { ApiKeyStore } from './api-key-store.ts'
import type { ConversationStore } from './conversation-store.ts'
import type { IdempotencyStore } from './idempotency-store.ts'
import type { IdentityStore } from './identity-store.ts'
import type { KnownNetworkStore } from './known-network-store.ts'
import type { LedgerInTransaction } from './ledger.ts'
import type { MediaAssetStore } from './media-asset-store.ts'
import type { MailQueue } from './mail-queue.ts'
import type { MessageStore } from './message-store.ts'
import type { OneTimeTokenStore } from './one-time-token-store.ts'
import type { SessionStore } from './session-store.ts'
import type { TopUpStore } from './top-up-store.ts'
import type { UsedIdentityTokenStore } from './used-identity-token-store.ts'
import type { UserStore } from './user-store.ts'
import type { VideoJobStore } from './video-job-store.ts'
import type { WalletStore } from './wallet-store.ts'

/** Every table, bound to one transaction (inside a unit of work) or to none (single statements). */
export interface Stores {
  readonly users: UserStore
  readonly sessions: SessionStore
  readonly identities: IdentityStore
  readonly knownNetworks: KnownNetworkStore
  readonly usedIdentityTokens: UsedIdentityTokenStore
  readonly oneTimeTokens: OneTimeTokenStore
  readonly mail: MailQueue
  readonly apiKeys: ApiKeyStore
  readonly wallets: WalletStore
  readonly topUps: TopUpStore
  readonly idempotency: IdempotencyStore
  readonly mediaAssets: MediaAssetStore
  readonly videoJobs: VideoJobStore
  readonly conversations: ConversationStore
  readonly messages: MessageStore
  readonly ledger: LedgerInTransaction
}
