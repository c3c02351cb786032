import type { ColumnType } from 'kysely'
import type { MailLocale } from '../../../domain/mail/mail-locale.ts'
import type { WrittenOnce } from './columns.ts'

/** Without a row an account has the defaults. */
export interface NotificationSettingsTable {
  readonly user_id: WrittenOnce<string>
  /** Null: no alert of a low balance. */
  readonly low_balance_threshold: bigint | null
  readonly locale: MailLocale | null
  /** Written as an array literal. */
  readonly muted: ColumnType<string[], string, string>
}

/** Of which marks the owner was alerted. The subject is a wallet or a key. */
export interface CrossedMarksTable {
  readonly subject: WrittenOnce<string>
  readonly mark: WrittenOnce<'balance_low' | 'key_budget_80' | 'key_budget_100' | 'key_budget_refused'>
  readonly limit_amount: bigint | null
  readonly period_ends_at: Date | null
  readonly last_seq: bigint | null
  readonly crossed_at: Date
}
