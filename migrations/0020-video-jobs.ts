// Video jobs, one row each from the order to its end. The id is also that of the operation, the hold and the charge.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table video_jobs (
      id uuid primary key,
      user_id uuid not null references users (id),
      wallet uuid not null references accounts (id),
      model text not null,
      tariff_version text not null,
      price_per_second bigint not null check (price_per_second > 0),
      prompt text not null,
      seconds double precision not null check (seconds > 0),
      size text,
      resolution text not null,
      audio boolean not null,
      instance text not null,
      deployment jsonb,
      upstream_job_id text,
      attempts jsonb not null,
      state text not null check (state in ('submitting', 'queued', 'in_progress', 'completed', 'failed')),
      progress integer not null check (progress in (0, 50, 100)),
      finished_seconds double precision check (finished_seconds > 0),
      price bigint check (price > 0),
      error_code text,
      error_message text,
      created_at timestamptz not null,
      completed_at timestamptz,
      expires_at timestamptz,
      check ((deployment is null) = (upstream_job_id is null)),
      check (state not in ('queued', 'in_progress', 'completed') or upstream_job_id is not null),
      check ((state = 'completed') = (completed_at is not null)),
      check ((state = 'completed') = (expires_at is not null)),
      check ((state = 'completed') = (finished_seconds is not null)),
      check ((state = 'completed') = (price is not null)),
      check ((state = 'completed') = (progress = 100)),
      check ((state = 'failed') = (error_code is not null)),
      check ((state = 'failed') = (error_message is not null))
    )`.execute(db)
  // A user's videos are listed newest first and paged by id; no client knows of a job that is being submitted.
  await sql`create index video_jobs_of_user on video_jobs (user_id, id desc) where state <> 'submitting'`.execute(db)
  await sql`create index video_jobs_submitting on video_jobs (created_at) where state = 'submitting'`.execute(db)
  await sql`
    create trigger video_jobs_end_once before update on video_jobs for each row
      when (old.state in ('completed', 'failed')) execute function refuse_change()`.execute(db)
}
