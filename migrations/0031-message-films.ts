// A film may belong to a message of a conversation. Its price may then be known before the film is.
import { type Kysely, sql } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  // No foreign key: the conversation of its first film is written when a vendor has taken the job.
  await sql`
    alter table video_jobs
      add column conversation_id uuid,
      add column task text,
      add column fixed_price bigint check (fixed_price > 0),
      add column claimed_at timestamptz,
      alter column price_per_second drop not null,
      alter column tariff_version drop not null,
      add check ((task is null) = (conversation_id is null)),
      add check ((price_per_second is null) <> (fixed_price is null))`.execute(db)
  // The public list shows none of them, and pages past none.
  await sql`drop index video_jobs_of_user`.execute(db)
  await sql`
    create index video_jobs_of_user on video_jobs (user_id, id desc)
      where state <> 'submitting' and task is null`.execute(db)
  // When a worker last took one on itself stands in `claimed_at`, so that no two ask about it.
  await sql`
    create index video_jobs_of_messages_waiting on video_jobs (created_at)
      where task is not null and state in ('queued', 'in_progress')`.execute(db)
}
