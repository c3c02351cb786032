// The request and the answer under each Idempotency-Key, so that a request that is sent twice is executed once.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table idempotency_records (
      user_id uuid not null references users (id),
      scope text not null,
      key text not null check (length(key) between 1 and 255),
      request_hash bytea not null check (octet_length(request_hash) = 32),
      operation_id uuid not null,
      fence uuid not null constraint idempotency_records_fence_once unique,
      instance text not null,
      state text not null check (state in ('running', 'succeeded', 'failed')),
      status integer check (status between 200 and 599),
      content_type text,
      body bytea,
      lease_expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      primary key (user_id, scope, key),
      check ((state = 'running') = (ended_at is null)),
      check (state <> 'running' or status is null),
      check (state <> 'succeeded' or status is not null),
      check ((status is null) = (body is null) and (status is null) = (content_type is null))
    )`.execute(db)
  await sql`
    create index idempotency_records_running on idempotency_records (lease_expires_at) where state = 'running'`.execute(
    db,
  )
  await sql`
    create index idempotency_records_ended on idempotency_records (ended_at) where state <> 'running'`.execute(db)
}
