import type { ColumnType, Generated } from 'kysely'
import type { OperatorFacts } from '../../../application/ports/process/operator-log.ts'
import type { Currency } from '../../../domain/money/money.ts'
import type { RevocationReason } from '../../../domain/identity/session.ts'
import type { OneTimePurpose } from '../../../domain/identity/one-time-token.ts'
import type { SocialProvider } from '../../../domain/identity/social-identity.ts'
import type { Jwk } from '../../../domain/identity/signing-key.ts'
import type { AccountKind } from '../../../domain/ledger/account.ts'
import type { TransferKind } from '../../../domain/ledger/transfer.ts'
import type { MailLocale } from '../../../domain/mail/mail-locale.ts'
import type { MailKind, MailOutcome } from '../../../domain/mail/outgoing-mail.ts'
import type { RefundStatus } from '../../../domain/payments/refund.ts'
import type { TopUpStatus } from '../../../domain/payments/top-up.ts'
import type { ApiKeyDefaultsTable, ApiKeysTable, BudgetsTable } from './key-tables.ts'
import type { JsonColumn, MadeByDatabase, WrittenOnce } from './columns.ts'
import type { ConversationsTable, MediaAssetsTable, MessagesTable, VideoJobsTable } from './conversation-tables.ts'
import type { HoldsTable, ReservationsTable } from './holds-table.ts'
import type { CrossedMarksTable, NotificationSettingsTable } from './notification-tables.ts'
import type { UsageTables } from './usage-tables.ts'
import type { OperatorTables } from './operator-tables.ts'
import type { WebhookDeliveriesTable, WebhooksTable } from './webhook-tables.ts'

export interface UsersTable {
  readonly id: WrittenOnce<string>
  readonly email: string
  /** The address case-folded and in NFC: what two people cannot both have. */
  readonly email_folded: string
  readonly display_name: string | null
  /** Null for people who only ever came through a social provider. */
  readonly password_hash: string | null
  readonly email_verified: Generated<boolean>
  readonly owner_proven_at: Date | null
  readonly deactivated_at: Date | null
  /** Overrides the gateway's requests a minute for this account. */
  readonly rate_limit_per_minute: number | null
  readonly created_at: Generated<Date>
  /** Null for an account without the role of an operator. */
  readonly operator_since: Date | null
}

/** Wallets (kind `user`) and the system accounts. Only wallets keep `balance` and `held`. */
export interface AccountsTable {
  readonly id: WrittenOnce<string>
  readonly kind: WrittenOnce<AccountKind>
  readonly owner: WrittenOnce<string | null>
  readonly currency: WrittenOnce<Currency>
  readonly balance: Generated<bigint>
  readonly held: Generated<bigint>
  /** The part of `held` that is in open reservations. */
  readonly reserved: Generated<bigint>
  readonly suspended: Generated<boolean>
  /** When a command was last short of what other instances have reserved in it. */
  readonly pressed_at: Date | null
  readonly version: Generated<bigint>
  readonly created_at: MadeByDatabase<Date>
}

export interface TransfersTable {
  readonly id: WrittenOnce<string>
  /** The order of movements: within one wallet it is the order in which they happened. */
  readonly seq: MadeByDatabase<bigint>
  readonly kind: WrittenOnce<TransferKind>
  readonly currency: WrittenOnce<Currency>
  readonly debit: WrittenOnce<string>
  readonly credit: WrittenOnce<string>
  /** Whichever end is a wallet, null for movements between system accounts. Lists page by (wallet, seq). */
  readonly wallet: WrittenOnce<string | null>
  readonly amount: WrittenOnce<bigint>
  readonly hold_id: WrittenOnce<string | null>
  readonly reverses: WrittenOnce<string | null>
  readonly balance_after: WrittenOnce<bigint | null>
  readonly reference_kind: WrittenOnce<string>
  readonly reference_id: WrittenOnce<string>
  readonly description: WrittenOnce<string>
  readonly operation_id: WrittenOnce<string | null>
  readonly tariff_version: WrittenOnce<string | null>
  readonly usage: JsonColumn
  readonly created_at: MadeByDatabase<Date>
}

export interface TopUpsTable {
  readonly id: WrittenOnce<string>
  readonly user_id: WrittenOnce<string>
  readonly wallet: WrittenOnce<string>
  readonly currency: WrittenOnce<Currency>
  readonly amount: WrittenOnce<bigint>
  /** Micro-roubles. */
  readonly price: WrittenOnce<bigint>
  readonly status: Generated<TopUpStatus>
  readonly provider: WrittenOnce<string>
  readonly payment_id: string | null
  readonly confirmation_url: string | null
  /** When the recheck loop last asked the provider about it. */
  readonly checked_at: Generated<Date | null>
  /** When the provider was last asked because its user read it. */
  readonly looked_at: Generated<Date | null>
  readonly superseded: Generated<boolean>
  readonly created_at: MadeByDatabase<Date>
  readonly ended_at: Date | null
}

export interface TopUpRefundsTable {
  readonly id: WrittenOnce<string>
  readonly top_up: WrittenOnce<string>
  /** What is taken from the wallet, micro-units of its currency. */
  readonly amount: WrittenOnce<bigint>
  /** What the customer gets, micro-roubles. */
  readonly price: WrittenOnce<bigint>
  readonly status: Generated<RefundStatus>
  readonly provider_refund_id: string | null
  /** The id that the caller gave the refund. */
  readonly request_id: WrittenOnce<string | null>
  readonly created_at: MadeByDatabase<Date>
  readonly ended_at: Date | null
}

interface IdempotencyRecordsTable {
  readonly user_id: WrittenOnce<string>
  readonly scope: WrittenOnce<string>
  readonly key: WrittenOnce<string>
  readonly request_hash: WrittenOnce<Uint8Array>
  readonly operation_id: WrittenOnce<string>
  readonly fence: string
  readonly instance: string
  readonly state: 'running' | 'succeeded' | 'failed'
  /** What the edge recorded beside the body. Releases before migration 0061 wrote the next three columns instead. */
  readonly facts: JsonColumn
  readonly status: WrittenOnce<number | null>
  readonly content_type: WrittenOnce<string | null>
  readonly headers: JsonColumn
  readonly body: Uint8Array | null
  readonly body_address: string | null
  /** Infinite where the claim lives as long as its instance. */
  readonly lease_expires_at: Date
  readonly created_at: MadeByDatabase<Date>
  readonly ended_at: Date | null
}

interface InstancesTable {
  readonly id: WrittenOnce<string>
  readonly beat: Generated<number>
  readonly began_at: MadeByDatabase<Date>
  /** When the beat was raised last. */
  readonly beat_at: Generated<Date>
  readonly ended_at: Generated<Date | null>
}

export interface SigningKeysTable {
  readonly kid: WrittenOnce<string>
  readonly public_jwk: ColumnType<Jwk, string, never>
  /** Null if it is wrapped. */
  readonly private_jwk: ColumnType<Jwk | null, string | null | undefined, null>
  readonly wrapped: ColumnType<string | null, string | null | undefined, string>
  readonly signs_from: Date
  readonly retired_at: Date | null
}

type FactsColumn = ColumnType<OperatorFacts | null, string | null, never>

export interface OperatorActionsTable {
  readonly id: WrittenOnce<string>
  readonly at: WrittenOnce<Date>
  readonly operator: WrittenOnce<string>
  readonly command: WrittenOnce<string>
  readonly arguments: ColumnType<Readonly<Record<string, string>>, string, never>
  readonly exit_code: WrittenOnce<number>
  readonly operator_id: WrittenOnce<string | null>
  readonly subject: WrittenOnce<string | null>
  readonly before: FactsColumn
  readonly after: FactsColumn
  readonly reason: WrittenOnce<string | null>
}

/** From where people signed in; few rows a user. */
interface KnownNetworksTable {
  readonly user_id: WrittenOnce<string>
  readonly network: WrittenOnce<string>
  readonly seen_at: Date
}

/** Secrets under which refresh tokens are derived. */
export interface SessionSecretsTable {
  readonly id: WrittenOnce<string>
  /** Null if it is wrapped. */
  readonly secret: ColumnType<Uint8Array | null, Uint8Array | null | undefined, null>
  readonly wrapped: ColumnType<string | null, string | null | undefined, string>
  readonly created_at: WrittenOnce<Date>
}

/** Hashes are SHA-256, 32 bytes. */
export interface SessionsTable {
  readonly id: WrittenOnce<string>
  readonly user_id: WrittenOnce<string>
  readonly secret_id: WrittenOnce<string>
  /** Of the part that every refresh token of the session shares. */
  readonly family_hash: WrittenOnce<Uint8Array>
  readonly current_hash: Uint8Array
  readonly previous_hash: Uint8Array | null
  readonly turned_at: Date
  readonly created_at: WrittenOnce<Date>
  readonly revoked_at: Date | null
  readonly revoked_reason: RevocationReason | null
  readonly authenticated_at: Date
  readonly user_agent: WrittenOnce<string | null>
}

/** Holds no token and no link: those are made when the mail is sent. */
export interface OutgoingMailTable {
  readonly id: WrittenOnce<string>
  readonly kind: WrittenOnce<MailKind>
  /** The case-folded address. */
  readonly recipient: WrittenOnce<string>
  readonly locale: WrittenOnce<MailLocale>
  readonly detail: WrittenOnce<string | null>
  /** Of an alert. JSON goes in as text and comes out parsed. */
  readonly facts: ColumnType<unknown, string | null, never>
  readonly attempts: Generated<number>
  readonly next_attempt_at: Date
  /** Until when a sender has it for itself. */
  readonly claimed_until: ColumnType<Date | null, never, Date | null>
  readonly last_error: string | null
  readonly created_at: WrittenOnce<Date>
  readonly ended_at: Date | null
  readonly outcome: MailOutcome | null
}

interface OneTimeTokensTable {
  readonly hash: WrittenOnce<Uint8Array>
  readonly purpose: WrittenOnce<OneTimePurpose>
  readonly user_id: WrittenOnce<string>
  readonly expires_at: WrittenOnce<Date>
}

interface IdentitiesTable {
  readonly provider: WrittenOnce<SocialProvider>
  readonly subject: WrittenOnce<string>
  readonly user_id: WrittenOnce<string>
  readonly created_at: WrittenOnce<Date>
}

interface UsedIdentityTokensTable {
  readonly hash: WrittenOnce<Uint8Array>
  readonly user_id: WrittenOnce<string>
  readonly used_at: WrittenOnce<Date>
  readonly expires_at: WrittenOnce<Date>
}

/** Responses of the gateway that their account may read and continue. */
export interface StoredResponsesTable {
  readonly user_id: WrittenOnce<string>
  readonly id: WrittenOnce<string>
  readonly previous_id: WrittenOnce<string | null>
  readonly created_at: WrittenOnce<Date>
  readonly deleted_at: Date | null
  readonly chain_responses: WrittenOnce<number>
  readonly chain_items: WrittenOnce<number>
  readonly chain_bytes: WrittenOnce<bigint>
  readonly chain_values: WrittenOnce<number>
  readonly key_id: string
  readonly sealed: Uint8Array
  /** Null: `sealed` holds the whole response. */
  readonly sealed_frame: Uint8Array | null
  /** Null: no item has an id of a provider's. */
  readonly item_ids: WrittenOnce<readonly string[] | null>
}

export interface Database extends OperatorTables, UsageTables {
  readonly users: UsersTable
  readonly accounts: AccountsTable
  readonly transfers: TransfersTable
  readonly holds: HoldsTable
  readonly reservations: ReservationsTable
  readonly budgets: BudgetsTable
  readonly signing_keys: SigningKeysTable
  readonly session_secrets: SessionSecretsTable
  readonly operator_actions: OperatorActionsTable
  readonly sessions: SessionsTable
  readonly known_networks: KnownNetworksTable
  readonly outgoing_mail: OutgoingMailTable
  readonly one_time_tokens: OneTimeTokensTable
  readonly identities: IdentitiesTable
  readonly used_identity_tokens: UsedIdentityTokensTable
  readonly api_keys: ApiKeysTable
  readonly api_key_defaults: ApiKeyDefaultsTable
  readonly top_ups: TopUpsTable
  readonly top_up_refunds: TopUpRefundsTable
  readonly idempotency_records: IdempotencyRecordsTable
  readonly instances: InstancesTable
  readonly media_assets: MediaAssetsTable
  readonly conversations: ConversationsTable
  readonly messages: MessagesTable
  readonly video_jobs: VideoJobsTable
  readonly stored_responses: StoredResponsesTable
  readonly webhooks: WebhooksTable
  readonly notification_settings: NotificationSettingsTable
  readonly crossed_marks: CrossedMarksTable
  readonly webhook_deliveries: WebhookDeliveriesTable
}
