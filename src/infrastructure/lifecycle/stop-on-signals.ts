import type { Shutdown } from './shutdown.ts'

/** The part of `process` that signals need. */
interface SignalSource {
  on(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown
}

const NUMBERS = { SIGINT: 2, SIGTERM: 15 } as const

/** A terminal signals the whole process group, and npm hands the signal on: one request arrives twice. */
const SAME_REQUEST_MS = 1000

/**
 * The first SIGTERM or SIGINT stops gracefully and then exits: 0 if everything stopped well, else 1.
 * A second one exits at once, as a shell reports death by that signal. Signals within a second of the first are
 * the same request.
 */
export const stopOnSignals = (source: SignalSource, shutdown: Shutdown, exit: (code: number) => void): void => {
  let firstMs: number | null = null
  for (const [signal, number] of Object.entries(NUMBERS) as [keyof typeof NUMBERS, number][]) {
    source.on(signal, () => {
      if (firstMs === null) {
        firstMs = performance.now()
        void shutdown.stop(signal).then((well) => exit(well ? 0 : 1))
      } else if (performance.now() - firstMs >= SAME_REQUEST_MS) exit(128 + number)
    })
  }
}
