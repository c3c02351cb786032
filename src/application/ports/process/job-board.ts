import type { Job } from '../../../domain/standing-work/job.ts'
import type { JobReport, ProcessRole } from '../../../domain/standing-work/seen-job.ts'

/** What one process reports of its standing work. */
export interface ProcessJobs {
  /** The id of the process. */
  readonly process: string
  readonly role: ProcessRole
  readonly jobs: readonly Job[]
}

/** Where every process reports its standing work, so that each process can show an operator all of it. */
export interface JobBoard {
  /** Writes this report of the process in place of the one before. One statement, however many jobs there are. */
  report(report: ProcessJobs): Promise<void>
  /** Deletes the reports that are older than seven days. */
  prune(): Promise<void>
  /**
   * The last reports of the living processes; of a job that no living process has, the latest report. By the
   * names of the jobs, then by the ids of the processes. Whether a process lives is decided by the database's clock.
   */
  all(): Promise<readonly JobReport[]>
}
