import type { ColumnType, Generated } from 'kysely'
import type { DeliveredKind } from '../../../domain/webhooks/account-event.ts'
import type { DeliveryOutcome } from '../../../domain/webhooks/delivery.ts'
import type { DisabledReason } from '../../../domain/webhooks/webhook.ts'
import type { WrittenOnce } from './columns.ts'

export interface WebhooksTable {
  readonly id: WrittenOnce<string>
  readonly user_id: WrittenOnce<string>
  readonly url: string
  readonly description: string | null
  /** Written as an array literal; null: every kind. */
  readonly events: ColumnType<string[] | null, string | null, string | null>
  readonly enabled: Generated<boolean>
  readonly disabled_reason: DisabledReason | null
  /** Wrapped by the master key, or clear where there is none. */
  readonly secret: string
  readonly previous_secret: string | null
  readonly previous_until: Date | null
  /** When its server last took a delivery. */
  readonly delivered_at: Date | null
  readonly created_at: WrittenOnce<Date>
}

export interface WebhookDeliveriesTable {
  readonly id: WrittenOnce<string>
  readonly webhook_id: WrittenOnce<string>
  readonly event_id: WrittenOnce<string>
  readonly kind: WrittenOnce<DeliveredKind>
  /** JSON goes in as text and comes out parsed. */
  readonly data: ColumnType<unknown, string, never>
  readonly occurred_at: WrittenOnce<Date>
  readonly attempts: Generated<number>
  readonly next_attempt_at: Date
  readonly last_attempt_at: Date | null
  readonly last_status: number | null
  readonly last_error: string | null
  readonly created_at: WrittenOnce<Date>
  readonly by_hand: Generated<boolean>
  readonly ended_at: Date | null
  readonly outcome: DeliveryOutcome | null
}
