/** The calls of one function since the last reading, as V8 reports them. */
interface FunctionCoverage {
  readonly functionName: string
  /** The first range is the function itself, the others are blocks inside it. */
  readonly ranges: readonly [{ readonly startOffset: number; readonly count: number }]
}

export interface ScriptCoverage {
  readonly url: string
  readonly functions: readonly FunctionCoverage[]
}

export interface Inspector {
  /** Counts calls from now on. */
  startCounting(): Promise<void>
  /** All calls since the last reading; the next reading begins at zero. */
  takeCounts(): Promise<readonly ScriptCoverage[]>
  /** A process with an open inspector waits for it before it exits. */
  close(): void
}

interface Reply {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** Speaks the protocol of V8's inspector to a process started with `--inspect`. */
export const connectInspector = async (address: string): Promise<Inspector> => {
  const socket = new WebSocket(address)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0

  socket.addEventListener('message', (event) => {
    const { id, result, error } = JSON.parse(String(event.data)) as Reply
    const asked = id === undefined ? undefined : waiting.get(id)
    if (id === undefined || asked === undefined) return
    waiting.delete(id)
    if (error === undefined) asked.resolve(result)
    else asked.reject(new Error(error.message))
  })
  socket.addEventListener('close', () => {
    for (const asked of waiting.values()) asked.reject(new Error('the inspected process has gone'))
  })
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`no inspector at ${address}`)))
  })

  const ask = (method: string, params: object = {}): Promise<unknown> => {
    lastId += 1
    const asked = Promise.withResolvers<unknown>()
    waiting.set(lastId, asked)
    socket.send(JSON.stringify({ id: lastId, method, params }))
    return asked.promise
  }

  return {
    startCounting: async () => {
      await ask('Profiler.enable')
      await ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
    },
    takeCounts: async () => {
      const { result } = (await ask('Profiler.takePreciseCoverage')) as { readonly result: readonly ScriptCoverage[] }
      return result
    },
    close: () => socket.close(),
  }
}
