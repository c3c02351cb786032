import type { Log } from '../observability/logging.ts'

/** One thing to stop. Steps run in the order of their table, each after the one before it ended or was given up. */
export interface ShutdownStep {
  readonly name: string
  /** How long the step may take before the next one begins without it. */
  readonly timeoutMs: number
  run(): Promise<void> | void
}

export interface Shutdown {
  /** Runs the steps, once however often it is asked. Resolves to whether every one of them ended well. */
  stop(reason: string): Promise<boolean>
}

type Ending = 'done' | 'failed' | 'timed_out'

const runBounded = async (step: ShutdownStep, log: Log): Promise<Ending> => {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<Ending>((resolve) => {
    timer = setTimeout(() => resolve('timed_out'), step.timeoutMs)
  })
  const work = async (): Promise<Ending> => {
    try {
      await step.run()
      return 'done'
    } catch (error) {
      log.error({ step: step.name, err: error }, 'a step of the shutdown failed')
      return 'failed'
    }
  }
  const ending = await Promise.race([work(), tooLong])
  clearTimeout(timer)
  return ending
}

/** A failed or endless step does not keep the later ones from running: each frees something of its own. */
export const gracefulShutdown = (steps: readonly ShutdownStep[], log: Log): Shutdown => {
  let stopped: Promise<boolean> | undefined
  const runAll = async (reason: string): Promise<boolean> => {
    log.info({ reason }, 'stopping')
    const endings: Ending[] = []
    for (const step of steps) {
      const began = performance.now()
      const ending = await runBounded(step, log)
      const record = { step: step.name, ending, ms: Math.round(performance.now() - began) }
      if (ending === 'done') log.debug(record, 'stopped')
      else log.error(record, 'went on without this step')
      endings.push(ending)
    }
    log.info({ reason }, 'stopped')
    return endings.every((ending) => ending === 'done')
  }
  return { stop: (reason) => (stopped ??= runAll(reason)) }
}
