// Programs and owners of accounts learn by webhooks and by mail that a balance is low, a key has spent its limit, or a top-up has ended.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const createWebhooks = async (db: Kysely<unknown>): Promise<void> => {
  // A secret stands as it is stored: wrapped by the master key, or clear where there is none.
  await sql`
    create table webhooks (
      id uuid primary key,
      user_id uuid not null references users,
      url text not null,
      description text,
      events text[],
      enabled boolean not null default true,
      disabled_reason text check (disabled_reason in ('gone', 'failing')),
      secret text not null,
      previous_secret text,
      previous_until timestamptz,
      delivered_at timestamptz,
      created_at timestamptz not null,
      check ((previous_secret is null) = (previous_until is null)),
      check (disabled_reason is null or not enabled)
    )`.execute(db)
  await sql`create index webhooks_of_user on webhooks (user_id, id)`.execute(db)
  await sql`
    create table webhook_deliveries (
      id uuid primary key,
      webhook_id uuid not null references webhooks on delete cascade,
      event_id uuid not null,
      kind text not null,
      data jsonb not null,
      occurred_at timestamptz not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz not null,
      last_attempt_at timestamptz,
      last_status integer,
      last_error text,
      created_at timestamptz not null,
      ended_at timestamptz,
      outcome text check (outcome in ('delivered', 'failed', 'canceled')),
      check ((ended_at is null) = (outcome is null))
    )`.execute(db)
  // An event goes to a webhook in one delivery at a time.
  await sql`
    create unique index webhook_deliveries_waiting on webhook_deliveries (webhook_id, event_id)
     where ended_at is null`.execute(db)
  await sql`create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where ended_at is null`.execute(
    db,
  )
  await sql`create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, id)`.execute(db)
  await sql`create index webhook_deliveries_ended on webhook_deliveries (ended_at) where ended_at is not null`.execute(
    db,
  )
}

const createNotices = async (db: Kysely<unknown>): Promise<void> => {
  // Without a row an account has the defaults. Null: no notice of a low balance.
  await sql`
    create table notification_settings (
      user_id uuid primary key references users,
      low_balance_threshold bigint check (low_balance_threshold > 0),
      locale text check (locale in ('en', 'ru')),
      muted text[] not null default '{}'
    )`.execute(db)
  // Of which marks the owner has had notice. A row goes when its mark is armed again.
  await sql`
    create table crossed_marks (
      subject uuid not null,
      mark text not null check (mark in ('balance_low', 'key_budget_80', 'key_budget_100')),
      limit_amount bigint,
      period_ends_at timestamptz,
      last_seq bigint,
      crossed_at timestamptz not null,
      primary key (subject, mark)
    )`.execute(db)
  await sql`alter table outgoing_mail drop constraint outgoing_mail_kind_check`.execute(db)
  await sql`
    alter table outgoing_mail add constraint outgoing_mail_kind_check check (kind in (
      'verify_email', 'reset_password', 'identity_linked', 'identity_unlinked', 'key_created', 'key_deleted',
      'password_changed', 'password_reset', 'account_deleted',
      'balance_low', 'key_budget_80', 'key_budget_100', 'topup_failed', 'webhook_disabled'))`.execute(db)
  await sql`alter table outgoing_mail add column facts jsonb`.execute(db)
}

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await createWebhooks(db)
  await createNotices(db)
}
