import { openInspectorChannel } from '../bench/inspector-channel.ts'

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

interface HeapUsage {
  readonly usedSize?: number
  readonly backingStorageSize?: number
}

interface Evaluated {
  readonly result?: { readonly value?: number }
}

const COUNT_CONNECTIONS = "process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length"

/** `address` is the inspector's address, as the process prints it. Rejects where nothing answers there. */
export const openInspector = async (address: string): Promise<Inspector> => {
  const { ask, close } = await openInspectorChannel(address)
  const nowMb = async (): Promise<number> => {
    const { usedSize = 0, backingStorageSize = 0 } = (await ask('Runtime.getHeapUsage')) as HeapUsage
    return (usedSize + backingStorageSize) / 1e6
  }
  return {
    usedMb: async () => {
      await ask('HeapProfiler.collectGarbage')
      return nowMb()
    },
    nowMb,
    connections: async () => {
      const { result } = (await ask('Runtime.evaluate', { expression: COUNT_CONNECTIONS })) as Evaluated
      const count = result?.value
      if (count === undefined) throw new Error('the process does not tell its connections')
      return count
    },
    close,
  }
}
