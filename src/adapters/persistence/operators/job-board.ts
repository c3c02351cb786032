import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { JobBoard, ProcessJobs } from '../../../application/ports/process/job-board.ts'
import type { Job, JobCounts } from '../../../domain/standing-work/job.ts'
import type { JobReport } from '../../../domain/standing-work/seen-job.ts'
import type { StandingJobsTable } from '../schema/operator-tables.ts'
import type { Database } from '../schema/schema.ts'
import { storableJson } from '../sql/storable-json.ts'

/** What a process writes of a job: the columns of the table, times as ISO texts. */
const toRecord = (job: Job): Record<string, unknown> => {
  const timeOf = (ms: number | null | undefined): string | null =>
    ms === null || ms === undefined ? null : new Date(ms).toISOString()
  return {
    job: job.name,
    scope: job.scope,
    every_ms: job.everyMs,
    runs: job.runs,
    failures: job.failures,
    running_since: timeOf(job.runningSinceMs),
    last_started_at: timeOf(job.lastRun?.startedMs),
    last_took_ms: job.lastRun?.tookMs ?? null,
    last_failed: job.lastRun?.isFailed ?? null,
    last_counts: job.lastCounts,
    total_counts: job.totalCounts,
    failed_at: timeOf(job.lastFailure?.atMs),
    failure: job.lastFailure?.message ?? null,
    next_run_at: timeOf(job.nextRunMs),
  }
}

const COLUMNS = [
  ['job', 'text'],
  ['scope', 'text'],
  ['every_ms', 'integer'],
  ['runs', 'bigint'],
  ['failures', 'bigint'],
  ['running_since', 'timestamptz'],
  ['last_started_at', 'timestamptz'],
  ['last_took_ms', 'bigint'],
  ['last_failed', 'boolean'],
  ['last_counts', 'jsonb'],
  ['total_counts', 'jsonb'],
  ['failed_at', 'timestamptz'],
  ['failure', 'text'],
  ['next_run_at', 'timestamptz'],
] as const

const NAMES = sql.join(COLUMNS.map(([name]) => sql.ref(name)))
const TYPES = sql.join(COLUMNS.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`))
const CHANGES = sql.join(COLUMNS.map(([name]) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))

/** Of all processes in one order, so that two that write at once never wait for each other. */
const reporting = ({ process, role, jobs }: ProcessJobs) => sql`
  insert into standing_jobs (process, role, reported_at, ${NAMES})
  select ${process}, ${role}, now(), ${NAMES}
    from jsonb_to_recordset(${storableJson(jobs.map(toRecord))}::jsonb) as reported (${TYPES}) order by job
      on conflict (process, job) do update set reported_at = excluded.reported_at, ${CHANGES}`

const ALL = sql<Selectable<StandingJobsTable> & { readonly is_alive: boolean }>`
  select * from (
    select *, reported_at > now() - interval '1 minute' as is_alive,
           row_number() over (partition by job order by reported_at desc, process) as nth
      from standing_jobs) as each
   where is_alive or nth = 1 order by job, process`

const toReport = (row: Selectable<StandingJobsTable> & { readonly is_alive: boolean }): JobReport => {
  const { last_started_at: startedAt, last_took_ms: tookMs, failed_at: failedAt, failure } = row
  return {
    process: row.process,
    role: row.role,
    reportedMs: row.reported_at.getTime(),
    isAlive: row.is_alive,
    name: row.job,
    scope: row.scope,
    everyMs: row.every_ms,
    runs: Number(row.runs),
    failures: Number(row.failures),
    runningSinceMs: row.running_since?.getTime() ?? null,
    lastRun:
      startedAt === null || tookMs === null
        ? null
        : { startedMs: startedAt.getTime(), tookMs: Number(tookMs), isFailed: row.last_failed === true },
    lastCounts: row.last_counts as JobCounts | null,
    totalCounts: row.total_counts as JobCounts,
    lastFailure: failedAt === null || failure === null ? null : { atMs: failedAt.getTime(), message: failure },
    nextRunMs: row.next_run_at?.getTime() ?? null,
  }
}

export const kyselyJobBoard = (db: Kysely<Database>): JobBoard => ({
  async report(report) {
    await reporting(report).execute(db)
  },
  async prune() {
    await sql`delete from standing_jobs where reported_at < now() - interval '7 days'`.execute(db)
  },
  all: async () => (await ALL.execute(db)).rows.map(toReport),
})
