import { jobsOf } from '../../../domain/standing-work/seen-job.ts'
import type { SeenJob } from '../../../domain/standing-work/seen-job.ts'
import type { JobBoard } from '../../ports/process/job-board.ts'

interface ListJobsDeps {
  readonly jobBoard: Pick<JobBoard, 'all'>
}

export type ListJobs = () => Promise<readonly SeenJob[]>

/** The standing work of all processes, servers and workers. */
export const listJobs =
  ({ jobBoard }: ListJobsDeps): ListJobs =>
  async () =>
    jobsOf(await jobBoard.all())
