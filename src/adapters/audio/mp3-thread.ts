import { Worker } from 'node:worker_threads'
import type { Pcm } from '../../domain/media/pcm.ts'
import type { Mp3Result, Mp3Job } from './mp3-worker.ts'

/** One thread that encodes one sound at a time. While it is idle it does not keep the process alive. */
export interface Mp3Thread {
  readonly isAlive: () => boolean
  /** Rejects when the thread dies on this sound. The thread cannot be used afterwards. */
  readonly encode: (pcm: Pcm) => Promise<Mp3Result>
  readonly close: () => Promise<void>
}

export const startMp3Thread = (): Mp3Thread => {
  const worker = new Worker(new URL('./mp3-worker.ts', import.meta.url))
  let alive = true
  let settle: ((answer: Mp3Result | Error) => void) | null = null
  const finish = (answer: Mp3Result | Error): void => {
    const waiting = settle
    settle = null
    worker.unref()
    waiting?.(answer)
  }
  worker.on('message', finish)
  worker.on('error', (error) => finish(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', () => {
    alive = false
    finish(new Error('the MP3 thread has ended'))
  })
  worker.unref()
  return {
    isAlive: () => alive,
    encode: (pcm) =>
      new Promise((resolve, reject) => {
        settle = (answer) => (answer instanceof Error ? reject(answer) : resolve(answer))
        worker.ref()
        // The thread gets a copy, because a transfer of the original would empty the caller's array.
        const samples = Uint8Array.from(pcm.samples)
        const job: Mp3Job = { samples, sampleRateHz: pcm.sampleRateHz, channels: pcm.channels }
        worker.postMessage(job, [samples.buffer])
      }),
    close: async () => {
      await worker.terminate()
    },
  }
}
