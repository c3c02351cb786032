/** As the database reads the moment of a caller: never one that it has not reached itself. */
export const reached = (at: Date): Date => new Date(Math.min(at.getTime(), Date.now()))

/** As it writes the pause of a caller. */
export const afterPause = (at: Date, until: Date): Date => {
  const pauseMs = until.getTime() - at.getTime()
  return new Date(Math.min(until.getTime(), Date.now() + pauseMs))
}
