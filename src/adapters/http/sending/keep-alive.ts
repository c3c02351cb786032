/** Contract 9: a stream is never silent for longer. */
export const PING_AFTER_MS = 15_000

/**
 * The value of a promise if it comes within `afterMs`, else null while the promise goes on.
 * The head of a streamed answer waits so long for a real HTTP status before it is sent as 200.
 */
export const within = async <A>(promise: Promise<A>, afterMs: number): Promise<A | null> => {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, afterMs, null)
  })
  try {
    return await Promise.race([promise, silence])
  } finally {
    clearTimeout(timer)
  }
}
