import { once } from 'node:events'

/** Reads figures of a process through its inspector. */
export interface Inspector {
  /** Objects and buffers in use after a full garbage collection, in MB. */
  usedMb(): Promise<number>
  /** The same without a collection, so with what waits for one. */
  nowMb(): Promise<number>
  /** Connections that the process holds open, its own to others among them. */
  connections(): Promise<number>
  close(): void
}

interface Reply {
  readonly id?: number
  readonly result?: {
    readonly usedSize?: number
    readonly backingStorageSize?: number
    readonly result?: { readonly value?: number }
  }
}

const COUNT_CONNECTIONS = "process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length"

/** `address` is the inspector's address, as the process prints it. Throws where nothing answers there. */
export const openInspector = async (address: string): Promise<Inspector> => {
  const socket = new WebSocket(address)
  const failed = once(socket, 'error').then(() => {
    throw new Error(`no debugger answers at ${address}`)
  })
  await Promise.race([once(socket, 'open'), failed])
  failed.catch(() => undefined)
  let last = 0
  const ask = (method: string, params: object = {}): Promise<Reply> => {
    const id = (last += 1)
    return new Promise((resolve) => {
      const hear = ({ data }: MessageEvent): void => {
        const reply = JSON.parse(String(data)) as Reply
        if (reply.id !== id) return
        socket.removeEventListener('message', hear)
        resolve(reply)
      }
      socket.addEventListener('message', hear)
      socket.send(JSON.stringify({ id, method, params }))
    })
  }
  const nowMb = async (): Promise<number> => {
    const { result } = await ask('Runtime.getHeapUsage')
    return ((result?.usedSize ?? 0) + (result?.backingStorageSize ?? 0)) / 1e6
  }
  return {
    usedMb: async () => {
      await ask('HeapProfiler.collectGarbage')
      return nowMb()
    },
    nowMb,
    connections: async () => {
      const { result } = await ask('Runtime.evaluate', { expression: COUNT_CONNECTIONS })
      const count = result?.result?.value
      if (count === undefined) throw new Error('the process does not tell its connections')
      return count
    },
    close: () => socket.close(),
  }
}
