import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ConvertedImage, InvalidImage } from '../../application/ports/image-converter.ts'
import type { ImageJob } from './convert-image.ts'

export type Conversion = Either<InvalidImage, ConvertedImage>

/** One process that converts one image at a time. It does not keep this one alive while it has nothing to do. */
export interface ImageWorker {
  readonly isAlive: () => boolean
  /** Null: the process died over this image, or was killed after the time of the job. */
  readonly convert: (job: ImageJob, withinMs: number) => Promise<Conversion | null>
  readonly close: () => void
}

/** Nothing of the server's environment, where its secrets are, but what a program needs to start. */
const NEEDED = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP', 'LD_LIBRARY_PATH'] as const

const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(NEEDED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))

const PROGRAM = fileURLToPath(new URL('./image-process.ts', import.meta.url))

/** Starts a process. Rejects when it ends before it could do anything: then no image is to blame. */
export const startImageWorker = async (): Promise<ImageWorker> => {
  const child = fork(PROGRAM, { serialization: 'advanced', env: environment(), execArgv: [] })
  let alive = true
  let settle: ((answer: Conversion | 'ready' | null) => void) | null = null
  const next = (): Promise<Conversion | 'ready' | null> => new Promise((resolve) => (settle = resolve))
  const finish = (answer: Conversion | 'ready' | null): void => {
    const waiting = settle
    settle = null
    waiting?.(answer)
  }
  const ended = (): void => {
    alive = false
    finish(null)
  }
  child.on('message', (message) => finish(message as Conversion | 'ready'))
  child.on('error', ended)
  child.on('exit', ended)
  const rest = (): void => {
    child.unref()
    child.channel?.unref()
  }
  if ((await next()) !== 'ready') throw new Error('the process that converts images ended at its start')
  rest()
  return {
    isAlive: () => alive,
    convert: async (job, withinMs) => {
      child.ref()
      child.channel?.ref()
      const answer = next()
      const patience = setTimeout(() => child.kill('SIGKILL'), withinMs)
      // A process that has just ended takes no message; `exit` tells.
      child.send(job, () => undefined)
      const converted = await answer
      clearTimeout(patience)
      rest()
      return converted === 'ready' ? null : converted
    },
    close: () => {
      if (alive) child.kill('SIGKILL')
    },
  }
}
