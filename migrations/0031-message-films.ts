// A video may belong to a message of a conversation. Its price may then be known before the video is finished.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  // No foreign key: the conversation of its first video is written when a provider has accepted the job.
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
  // `claimed_at` is the time at which a worker last claimed a job, so that two workers do not poll it.
  await sql`
    create index video_jobs_of_messages_waiting on video_jobs (created_at)
      where task is not null and state in ('queued', 'in_progress')`.execute(db)
}
