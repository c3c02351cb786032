import type { JobName } from './job-name.ts'

/** Whether every process has the work for itself, or one process does it for the whole installation. */
export type JobScope = 'process' | 'installation'

/** What a run did, by what it counts. */
export type JobCounts = Readonly<Record<string, number>>

/**
 * Work that a process does again and again, as that process has seen it since its start. Times are Unix milliseconds.
 */
export interface Job {
  readonly name: JobName
  readonly scope: JobScope
  /** From the end of one run to the start of the next. */
  readonly everyMs: number
  /** Runs that have ended, the failed ones among them. */
  readonly runs: number
  readonly failures: number
  /** Since when the run under way takes; null if none is. */
  readonly runningSinceMs: number | null
  /** The run that ended last, well or not. */
  readonly lastRun: { readonly startedMs: number; readonly tookMs: number; readonly isFailed: boolean } | null
  /** What the last run that ended well did; null if it counts nothing. */
  readonly lastCounts: JobCounts | null
  /** The same of all runs together. */
  readonly totalCounts: JobCounts
  readonly lastFailure: { readonly atMs: number; readonly message: string } | null
  /** Null while a run is under way. */
  readonly nextRunMs: number | null
}

/** A job that has not run yet: its first run comes after one interval. */
export const newJob = ({ name, scope, everyMs }: Pick<Job, 'name' | 'scope' | 'everyMs'>, nowMs: number): Job => ({
  name,
  scope,
  everyMs,
  runs: 0,
  failures: 0,
  runningSinceMs: null,
  lastRun: null,
  lastCounts: null,
  totalCounts: {},
  lastFailure: null,
  nextRunMs: nowMs + everyMs,
})

export const jobBegan = (job: Job, nowMs: number): Job => ({ ...job, runningSinceMs: nowMs, nextRunMs: null })

const ended = (job: Job, nowMs: number, isFailed: boolean): Job => {
  const startedMs = job.runningSinceMs ?? nowMs
  return {
    ...job,
    runs: job.runs + 1,
    runningSinceMs: null,
    // A clock that was set back makes no run shorter than nothing.
    lastRun: { startedMs, tookMs: Math.max(0, nowMs - startedMs), isFailed },
    nextRunMs: nowMs + job.everyMs,
  }
}

const sumOf = (one: JobCounts, other: JobCounts): JobCounts => {
  const sum: Record<string, number> = { ...one }
  for (const [name, count] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + count
  return sum
}

/** The run under way ended well; `counts` says what it did, null if it counts nothing. */
export const jobSucceeded = (job: Job, nowMs: number, counts: JobCounts | null): Job => ({
  ...ended(job, nowMs, false),
  lastCounts: counts,
  totalCounts: counts === null ? job.totalCounts : sumOf(job.totalCounts, counts),
})

const MOST_MESSAGE_CHARACTERS = 500

export const jobFailed = (job: Job, nowMs: number, message: string): Job => ({
  ...ended(job, nowMs, true),
  failures: job.failures + 1,
  lastFailure: { atMs: nowMs, message: message.slice(0, MOST_MESSAGE_CHARACTERS) },
})
