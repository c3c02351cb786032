import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface Prober {
  /** The longest wait of another client's request since the last call, in milliseconds. */
  takeLongestMs(): Promise<number>
  stop(): Promise<void>
}

export const openProber = (port: number, apiKey: string): Prober => {
  const worker = new Worker(new URL('./prober.ts', import.meta.url), { workerData: { port, apiKey } })
  return {
    takeLongestMs: async () => {
      worker.postMessage('take')
      const [longestMs] = (await once(worker, 'message')) as [number]
      return longestMs
    },
    stop: async () => {
      worker.postMessage('stop')
      await once(worker, 'exit')
    },
  }
}
