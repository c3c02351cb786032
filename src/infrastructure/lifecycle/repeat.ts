import type { JobName } from '../../domain/standing-work/job-name.ts'
import type { JobScope } from '../../domain/standing-work/job.ts'
import type { Log } from '../observability/logging.ts'

export interface Loop {
  readonly name: JobName
  /** From the end of one run to the start of the next. */
  readonly everyMs: number
  readonly scope: JobScope
  /**
   * The signal aborts at the stop of the process, so that a long run can end early. Returns what it counted, if
   * anything.
   */
  run(signal: AbortSignal): Promise<unknown>
  /** Resolves when what runs have begun, and did not wait for, has ended. */
  readonly ended?: () => Promise<void>
}

export interface Repetition {
  /** Starts no further run and waits for the one under way, and for what runs have begun. */
  stop(): Promise<void>
}

/**
 * Runs a task again and again, the first time after one interval. Runs never overlap, a failed run is logged
 * and changes nothing, and a waiting loop does not keep the process alive.
 */
export const repeat = (loop: Omit<Loop, 'scope'>, log: Log): Repetition => {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()
  const once = async (): Promise<void> => {
    try {
      await loop.run(stopping.signal)
    } catch (error) {
      log.error({ loop: loop.name, err: error }, 'a run of a loop failed; the next one comes as usual')
    }
    schedule()
  }
  const schedule = (): void => {
    if (stopping.signal.aborted) return
    timer = setTimeout(() => {
      current = once()
    }, loop.everyMs)
    timer.unref()
  }
  schedule()
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await current
      await loop.ended?.()
    },
  }
}
