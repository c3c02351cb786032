import { isLeft, left } from 'fp-ts/lib/Either.js'
import { boundedWork } from '../../application/load/bounded-work.ts'
import type { ImageConverter } from '../../application/ports/image-converter.ts'
import type { ImageJob } from './convert-image.ts'
import { type Conversion, type ImageWorker, startImageWorker } from './image-worker.ts'

export interface ImagePoolOptions {
  /** At most this many processes, started when they are first needed. */
  readonly mostAtOnce: number
  /** A process that has had nothing to do for so long is ended, and its memory is the machine's again. */
  readonly idleMs: number
  /** Longer than the converter gives itself: only a process that hangs is killed. */
  readonly jobMs: number
  readonly start: () => Promise<ImageWorker>
}

export interface PooledImageConverter extends ImageConverter {
  /** Ends all processes; what they were at counts as broken. */
  readonly close: () => void
}

const DEFAULTS: ImagePoolOptions = { mostAtOnce: 2, idleMs: 30_000, jobMs: 25_000, start: startImageWorker }

/** How often an image may end its process before it is believed to be the cause: the first end may be bad luck. */
const TRIES = 2

const DEADLY: Conversion = left({ tag: 'invalid_image', message: 'The image cannot be read.' })

interface Idle {
  readonly worker: ImageWorker
  readonly timer: NodeJS.Timeout
}

/** Processes that wait for work. */
const openShelf = ({ idleMs, start }: ImagePoolOptions) => {
  const idle: Idle[] = []
  const all = new Set<ImageWorker>()
  let closed = false
  const end = (worker: ImageWorker): void => {
    all.delete(worker)
    worker.close()
  }
  return {
    take: async (): Promise<ImageWorker> => {
      for (let found = idle.pop(); found !== undefined; found = idle.pop()) {
        clearTimeout(found.timer)
        if (found.worker.isAlive()) return found.worker
        all.delete(found.worker)
      }
      const worker = await start()
      all.add(worker)
      if (closed) end(worker)
      return worker
    },
    giveBack: (worker: ImageWorker): void => {
      if (closed || !worker.isAlive()) return end(worker)
      const timer = setTimeout(() => {
        idle.splice(
          idle.findIndex((each) => each.worker === worker),
          1,
        )
        end(worker)
      }, idleMs)
      timer.unref()
      idle.push({ worker, timer })
    },
    close: (): void => {
      closed = true
      for (const { timer } of idle.splice(0)) clearTimeout(timer)
      for (const worker of all) end(worker)
    },
  }
}

/**
 * Converts images in processes of their own, two at a time in the order they came. An image that ends or outlasts its
 * process twice is called broken; the server and other images are not touched by it.
 */
export const pooledImageConverter = (given: Partial<ImagePoolOptions> = {}): PooledImageConverter => {
  const options = { ...DEFAULTS, ...given }
  const shelf = openShelf(options)
  const door = boundedWork({ mostAtOnce: options.mostAtOnce, mostWaiting: Number.POSITIVE_INFINITY })

  const attempt = async (job: ImageJob): Promise<Conversion | null> => {
    const worker = await shelf.take()
    const converted = await worker.convert(job, options.jobMs)
    shelf.giveBack(worker)
    return converted
  }
  const convert = async (job: ImageJob): Promise<Conversion> => {
    const done = await door(async () => {
      for (let tried = 0; tried < TRIES; tried += 1) {
        const converted = await attempt(job)
        if (converted !== null) return converted
      }
      return DEADLY
    })
    return isLeft(done) ? DEADLY : done.right
  }
  return {
    thumbnail: (bytes, longestSidePx) => convert({ bytes, mimeType: 'image/webp', longestSidePx }),
    convert: (bytes, mimeType) => convert({ bytes, mimeType, longestSidePx: null }),
    close: shelf.close,
  }
}
