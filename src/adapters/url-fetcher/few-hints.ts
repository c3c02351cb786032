/** An honest server says once or twice that it is still at work (1xx) before it answers. */
const MOST_HINTS = 16

/**
 * Counts the informational answers (1xx) to one request, and throws at one too many, which breaks the request off: a
 * server may send as many of them as fit into the time, and each takes the time of this process.
 */
export const fewHints = (): (() => void) => {
  let hints = 0
  return () => {
    hints += 1
    if (hints > MOST_HINTS) throw new Error('the server sends hints and no answer')
  }
}
