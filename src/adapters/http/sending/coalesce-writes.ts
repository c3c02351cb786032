let ready: (() => void)[] = []

const flush = (): void => {
  const writes = ready
  ready = []
  for (const write of writes) write()
}

/**
 * Runs `write` in this turn of the event loop, after all other work of it, next to whatever else leaves then. A commit
 * of the ledger makes many answers ready at once, and a write that wakes a sleeping reader costs three times as much as
 * one to a reader that is already at work: written in one go, most of them find theirs awake.
 */
export const coalesceWrites = (write: () => void): void => {
  if (ready.push(write) === 1) setImmediate(flush)
}
