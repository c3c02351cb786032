import { setTimeout } from 'node:timers/promises'
import type { Timer } from '../../application/ports/process/timer.ts'

export const systemTimer: Timer = {
  sleep: (durationMs, signal) =>
    signal === undefined
      ? setTimeout(durationMs)
      : // Nothing but the signal makes it reject.
        setTimeout(durationMs, undefined, { signal }).catch(() => undefined),
}
