import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { AudioEncodeFailure } from '../../application/ports/media/audio-encoder.ts'
import type { Pcm } from '../../domain/media/pcm.ts'
import { startMp3Thread } from './mp3-thread.ts'
import type { Mp3Thread } from './mp3-thread.ts'

export interface Mp3PoolOptions {
  /** At most this many threads, started when they are first needed. */
  readonly threads: number
  /** How many sounds may wait beside those in work. */
  readonly queue: number
}

interface Mp3Pool {
  readonly encode: (pcm: Pcm) => Promise<Either<AudioEncodeFailure, Uint8Array>>
  /** Ends all threads. The sounds in work are rejected. */
  readonly close: () => Promise<void>
}

const OVERLOADED: AudioEncodeFailure = { tag: 'overloaded', message: 'Too much sound is being encoded at once.' }

const closedError = (): Error => new Error('the MP3 pool is closed')

interface Waiting {
  readonly take: (thread: Mp3Thread) => void
  readonly giveUp: (reason: Error) => void
}

/** The threads and the sounds that wait for one. `acquire` returns null when no more may wait. */
const openQueue = (options: Mp3PoolOptions, start: () => Mp3Thread) => {
  const threads = new Set<Mp3Thread>()
  const idle: Mp3Thread[] = []
  const waiting: Waiting[] = []
  let closed = false

  const newThread = (): Mp3Thread => {
    const thread = start()
    threads.add(thread)
    return thread
  }
  const idleThread = (): Mp3Thread | null => {
    for (let thread = idle.pop(); thread !== undefined; thread = idle.pop()) {
      if (thread.isAlive()) return thread
      threads.delete(thread)
    }
    return threads.size < options.threads ? newThread() : null
  }
  return {
    acquire: (): Promise<Mp3Thread> | null => {
      if (closed) return Promise.reject(closedError())
      const thread = idleThread()
      if (thread !== null) return Promise.resolve(thread)
      if (waiting.length >= options.queue) return null
      return new Promise((take, giveUp) => waiting.push({ take, giveUp }))
    },
    release: (thread: Mp3Thread): void => {
      const next = waiting.shift()
      if (next === undefined) idle.push(thread)
      else next.take(thread)
    },
    replace: (dead: Mp3Thread): void => {
      threads.delete(dead)
      if (!closed) waiting.shift()?.take(newThread())
    },
    close: async (): Promise<void> => {
      closed = true
      for (const { giveUp } of waiting.splice(0)) giveUp(closedError())
      await Promise.all([...threads].map((thread) => thread.close()))
    },
  }
}

/** Gives sounds to threads in order of arrival. When a thread dies, its sound fails and the thread is replaced. */
export const openMp3Pool = (options: Mp3PoolOptions, start: () => Mp3Thread = startMp3Thread): Mp3Pool => {
  const queue = openQueue(options, start)
  return {
    encode: async (pcm) => {
      const acquired = queue.acquire()
      if (acquired === null) return left(OVERLOADED)
      const thread = await acquired
      try {
        const answer = await thread.encode(pcm)
        queue.release(thread)
        return answer.tag === 'encoded' ? right(answer.bytes) : left({ tag: 'invalid_audio', message: answer.message })
      } catch (thrown) {
        queue.replace(thread)
        throw thrown
      }
    },
    close: queue.close,
  }
}
