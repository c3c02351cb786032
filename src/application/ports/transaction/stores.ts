import type { ApiKeyStore } from '../accounts/api-key-store.ts'
import type { ConversationStore } from '../conversations/conversation-store.ts'
import type { IdempotencyStore } from '../process/idempotency-store.ts'
import type { OperatorLog } from '../process/operator-log.ts'
import type { IdentityStore } from '../accounts/identity-store.ts'
import type { KnownNetworkStore } from '../accounts/known-network-store.ts'
import type { MediaAssetStore } from '../media/media-asset-store.ts'
import type { MailDesk } from '../mail/mail-desk.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { MessageStore } from '../conversations/message-store.ts'
import type { OneTimeTokenStore } from '../accounts/one-time-token-store.ts'
import type { ResponseStore } from '../responses/response-store.ts'
import type { SessionStore } from '../accounts/session-store.ts'
import type { TopUpStore } from '../billing/top-up-store.ts'
import type { UsedIdentityTokenStore } from '../accounts/used-identity-token-store.ts'
import type { UserStore } from '../accounts/user-store.ts'
import type { VideoJobStore } from '../providers/video-job-store.ts'
import type { WalletStore } from '../billing/wallet-store.ts'
import type { MarkStore } from '../notifications/mark-store.ts'
import type { NotificationSettingsStore } from '../notifications/notification-settings-store.ts'
import type { DeploymentSwitchStore } from '../process/deployment-switches.ts'
import type { DeliveryQueue } from '../webhooks/delivery-queue.ts'
import type { WebhookStore } from '../webhooks/webhook-store.ts'

/** Every table, bound to one transaction (inside a unit of work) or to none (each statement is a transaction). */
export interface Stores {
  readonly users: UserStore
  readonly sessions: SessionStore
  readonly identities: IdentityStore
  readonly knownNetworks: KnownNetworkStore
  readonly usedIdentityTokens: UsedIdentityTokenStore
  readonly oneTimeTokens: OneTimeTokenStore
  readonly mail: MailQueue & MailDesk
  readonly apiKeys: ApiKeyStore
  readonly wallets: WalletStore
  readonly topUps: TopUpStore
  readonly idempotency: IdempotencyStore
  readonly mediaAssets: MediaAssetStore
  readonly videoJobs: VideoJobStore
  readonly conversations: ConversationStore
  readonly messages: MessageStore
  readonly storedResponses: ResponseStore
  readonly notificationSettings: NotificationSettingsStore
  readonly marks: MarkStore
  readonly webhooks: WebhookStore
  readonly deliveries: DeliveryQueue
  readonly operatorLog: OperatorLog
  readonly deploymentSwitches: DeploymentSwitchStore
}
