import type { Shutdown } from './shutdown.ts'

/** The part of `process` that signals need. */
export interface SignalSource {
  on(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown
}

const NUMBERS = { SIGINT: 2, SIGTERM: 15 } as const

/**
 * The first SIGTERM or SIGINT stops gracefully and then exits: 0 if everything stopped well, else 1.
 * The second exits at once, as a shell reports death by that signal.
 */
export const stopOnSignals = (source: SignalSource, shutdown: Shutdown, exit: (code: number) => void): void => {
  for (const [signal, number] of Object.entries(NUMBERS) as [keyof typeof NUMBERS, number][]) {
    source.on(signal, () => {
      if (shutdown.stopping()) exit(128 + number)
      else void shutdown.stop(signal).then((well) => exit(well ? 0 : 1))
    })
  }
}
