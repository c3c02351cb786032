import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ConvertedImage, InvalidImage } from '../../application/ports/media/image-converter.ts'
import type { ImageJob } from './convert-image.ts'

export type Conversion = Either<InvalidImage, ConvertedImage>

/** One process that converts one image at a time. While it is idle it does not keep the server process alive. */
export interface ImageWorker {
  readonly isAlive: () => boolean
  /** Null: the process died on this image, or was killed when the time of the job was over. */
  readonly convert: (job: ImageJob, withinMs: number) => Promise<Conversion | null>
  readonly close: () => void
}

/** Only the variables that a program needs to start. The rest of the server's environment holds secrets. */
const NEEDED = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP', 'LD_LIBRARY_PATH'] as const

const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(NEEDED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))

const PROGRAM = fileURLToPath(new URL('./image-process.ts', import.meta.url))

/** Starts a process. Rejects when the process ends before its first image, so that no image counts as the cause. */
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
      const timer = setTimeout(() => child.kill('SIGKILL'), withinMs)
      // A process that has just ended takes no message. The `exit` event reports it.
      child.send(job, () => undefined)
      const converted = await answer
      clearTimeout(timer)
      rest()
      return converted === 'ready' ? null : converted
    },
    close: () => {
      if (alive) child.kill('SIGKILL')
    },
  }
}
