/** What is still read from providers for callers that have gone: the stop of the process does not wait for it. */
export interface StoppableReads {
  /** What comes of the reading; null where the stop comes first. */
  orStopped<A>(reading: Promise<A>): Promise<A | null>
  /** From now on no reading is waited for. */
  stop(): void
}

export const stoppableReads = (): StoppableReads => {
  // A race with one promise for the life of the process would keep every reading that ever was.
  const waiting = new Set<() => void>()
  let isStopped = false
  return {
    orStopped: async (reading) => {
      const { promise: stopped, resolve } = Promise.withResolvers<null>()
      const end = (): void => resolve(null)
      if (isStopped) end()
      waiting.add(end)
      try {
        return await Promise.race([stopped, reading])
      } finally {
        waiting.delete(end)
      }
    },
    stop: () => {
      isStopped = true
      for (const end of waiting) end()
    },
  }
}
