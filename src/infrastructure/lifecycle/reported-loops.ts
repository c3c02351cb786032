import { jobBegan, jobFailed, jobSucceeded, newJob } from '../../domain/standing-work/job.ts'
import type { Job, JobCounts } from '../../domain/standing-work/job.ts'
import type { ProcessRole } from '../../domain/standing-work/seen-job.ts'
import type { JobBoard } from '../../application/ports/process/job-board.ts'
import type { Service } from '../container/open-service.ts'
import { jobBoard } from '../container/persistence.ts'
import { clock, instance } from '../container/runtime.ts'
import { scrubText } from '../observability/scrub.ts'
import type { Loop } from './repeat.ts'

const REPORT_EVERY_MS = 5_000

/** What a run answered, as counts: a number alone is what it is named after, and an object of numbers says more. */
const countsOf = (done: unknown): JobCounts | null => {
  if (typeof done === 'number') return { done }
  if (typeof done !== 'object' || done === null) return null
  const counts = Object.entries(done).filter((entry): entry is [string, number] => typeof entry[1] === 'number')
  return counts.length === 0 ? null : Object.fromEntries(counts)
}

/** The failure and what caused it, without what looks like a credential. */
const failureText = (error: unknown): string => {
  if (!(error instanceof Error)) return scrubText(String(error))
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return scrubText(`${error.message}${cause}`)
}

interface NotedLoops {
  readonly loops: readonly Loop[]
  jobs(): readonly Job[]
}

/** The same loops, which note in memory how their runs go. */
export const notedLoops = (loops: readonly Loop[], nowMs: () => number): NotedLoops => {
  const jobs = new Map<Loop, Job>(loops.map((loop) => [loop, newJob(loop, nowMs())]))
  const noted = (loop: Loop): Loop => {
    const note = (change: (job: Job) => Job): void => {
      jobs.set(loop, change(jobs.get(loop) ?? newJob(loop, nowMs())))
    }
    return {
      ...loop,
      run: async (signal) => {
        note((job) => jobBegan(job, nowMs()))
        try {
          const done = await loop.run(signal)
          note((job) => jobSucceeded(job, nowMs(), countsOf(done)))
        } catch (error) {
          note((job) => jobFailed(job, nowMs(), failureText(error)))
          throw error
        }
      },
    }
  }
  return { loops: loops.map(noted), jobs: () => [...jobs.values()] }
}

interface ReportingDeps {
  readonly board: Pick<JobBoard, 'report' | 'prune'>
  readonly role: ProcessRole
  /** The name of the process, which changes where it was ended. */
  readonly process: { readonly id: string }
  readonly jobs: NotedLoops['jobs']
}

/** Reports to the board how the work fares, in one statement each time, however often the work itself is done. */
export const reportingLoop = ({ board, role, process, jobs }: ReportingDeps): Loop => {
  let isPruned = false
  return {
    name: 'report the standing work',
    scope: 'process',
    everyMs: REPORT_EVERY_MS,
    run: async () => {
      await board.report({ process: process.id, role, jobs: jobs() })
      if (!isPruned) await board.prune()
      isPruned = true
    },
  }
}

/** The loops of a process, with the one that reports them. */
export const reportedLoops = (service: Service, loops: readonly Loop[], role: ProcessRole): readonly Loop[] => {
  const noted = notedLoops(loops, () => service.get(clock).now())
  const deps = { board: service.get(jobBoard), process: service.get(instance), role, jobs: noted.jobs }
  return [...noted.loops, reportingLoop(deps)]
}
