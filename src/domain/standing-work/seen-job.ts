import type { JobName } from './job-name.ts'
import type { Job, JobScope } from './job.ts'

/** What a process does: it serves requests, or it does nothing but the work of the installation. */
export type ProcessRole = 'server' | 'worker'

/** A job as its process reported it last. */
export interface JobReport extends Job {
  readonly process: string
  readonly role: ProcessRole
  readonly reportedMs: number
  /** Whether the process has reported it within the last minute. */
  readonly isAlive: boolean
}

/** `gone`: its process reports nothing any more. `failed`: its last run did. */
export const JOB_STATES = ['waiting', 'running', 'failed', 'gone'] as const

type JobState = (typeof JOB_STATES)[number]

export const jobState = ({ isAlive, runningSinceMs, lastRun }: JobReport): JobState => {
  if (!isAlive) return 'gone'
  if (runningSinceMs !== null) return 'running'
  return lastRun?.isFailed === true ? 'failed' : 'waiting'
}

/** One kind of standing work and the processes that do it. */
export interface SeenJob {
  readonly name: JobName
  readonly scope: JobScope
  readonly everyMs: number
  readonly reports: readonly JobReport[]
}

/** The reports by their jobs, both in the order in which they come. */
export const jobsOf = (reports: readonly JobReport[]): readonly SeenJob[] => {
  const byName = new Map<JobName, JobReport[]>()
  for (const report of reports) {
    const same = byName.get(report.name)
    if (same === undefined) byName.set(report.name, [report])
    else same.push(report)
  }
  return [...byName].flatMap(([name, same]) => {
    const [first] = same
    return first === undefined ? [] : [{ name, scope: first.scope, everyMs: first.everyMs, reports: same }]
  })
}
