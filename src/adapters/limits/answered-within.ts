/**
 * The answer, or a rejection where it does not come in time. A process that was itself held up for that long finds its
 * timer due before it reads what has arrived in between, so the answer gets one more turn of the event loop.
 */
export const answeredWithin = <A>(answer: Promise<A>, timeoutMs: number): Promise<A> =>
  new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error(`no answer within ${timeoutMs} ms`))
    const timer = setTimeout(() => setImmediate(fail), timeoutMs)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
