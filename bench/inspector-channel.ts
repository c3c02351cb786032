/** Speaks the protocol of V8's inspector. */
export interface InspectorChannel {
  /** Rejects where the inspected process refuses, or goes away before it answers. */
  ask(method: string, params?: object): Promise<unknown>
  /** A process with an open inspector waits for it before it exits. */
  close(): void
}

interface Reply {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** `address` is the one that a process prints which was started with `--inspect`. Rejects where none answers there. */
export const openInspectorChannel = async (address: string): Promise<InspectorChannel> => {
  const socket = new WebSocket(address)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  let isGone = false

  socket.addEventListener('message', (event) => {
    const { id, result, error } = JSON.parse(String(event.data)) as Reply
    const asked = id === undefined ? undefined : waiting.get(id)
    if (id === undefined || asked === undefined) return
    waiting.delete(id)
    if (error === undefined) asked.resolve(result)
    else asked.reject(new Error(error.message))
  })
  socket.addEventListener('close', () => {
    isGone = true
    for (const asked of waiting.values()) asked.reject(new Error('the inspected process has gone'))
  })
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`no inspector at ${address}`)))
  })

  return {
    ask: async (method, params = {}) => {
      if (isGone) throw new Error('the inspected process has gone')
      lastId += 1
      const asked = Promise.withResolvers<unknown>()
      waiting.set(lastId, asked)
      socket.send(JSON.stringify({ id: lastId, method, params }))
      return asked.promise
    },
    close: () => socket.close(),
  }
}
