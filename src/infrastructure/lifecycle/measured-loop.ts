import type { Figures } from '../observability/metrics/open-metrics.ts'
import type { Loop } from './repeat.ts'

/**
 * The same loop, whose runs count, from zero so that an alert sees the first one rise, and whose last success has a
 * time.
 */
export const measuredLoop =
  (figures: Figures) =>
  (loop: Loop): Loop => {
    for (const outcome of ['succeeded', 'failed']) figures.loopRuns.add(0, loop.name, outcome)
    return {
      ...loop,
      run: async (signal) => {
        let done: unknown
        try {
          done = await loop.run(signal)
        } catch (error) {
          figures.loopRuns.add(1, loop.name, 'failed')
          throw error
        }
        figures.loopRuns.add(1, loop.name, 'succeeded')
        figures.loopSuccess.set(Date.now() / 1000, loop.name)
        return done
      },
    }
  }
