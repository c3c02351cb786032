import { setTimeout as wait } from 'node:timers/promises'

/** Waits, or returns early once the signal aborts; never rejects. */
export type Sleep = (milliseconds: number, signal: AbortSignal | undefined) => Promise<'slept' | 'aborted'>

export const abortableSleep: Sleep = async (milliseconds, signal) => {
  try {
    await wait(milliseconds, undefined, { signal })
    return 'slept'
  } catch (error) {
    if (signal?.aborted === true) return 'aborted'
    throw error
  }
}
