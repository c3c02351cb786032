import { isLeft, left } from 'fp-ts/lib/Either.js'
import { concurrencyLimiter } from '../../application/load/concurrency-limiter.ts'
import type { QueuePriority } from '../../application/load/concurrency-limiter.ts'
import type { ImageConverter } from '../../application/ports/media/image-converter.ts'
import type { ImageJob } from './convert-image.ts'
import { startImageWorker } from './image-worker.ts'
import type { Conversion, ImageWorker } from './image-worker.ts'

interface ImagePoolOptions {
  /** At most this many processes, started when they are first needed. */
  readonly maxConcurrent: number
  /** A process that is idle for this long ends, and its memory returns to the system. */
  readonly idleMs: number
  /** Longer than the converter's own limit, so that only a process that hangs is killed. */
  readonly jobMs: number
  readonly start: () => Promise<ImageWorker>
}

interface PooledImageConverter extends ImageConverter {
  /** Ends all processes. The images in work, and those that wait, are rejected: nothing is known of them. */
  readonly close: () => void
}

const DEFAULTS: ImagePoolOptions = { maxConcurrent: 2, idleMs: 30_000, jobMs: 25_000, start: startImageWorker }

/** After this many ended processes an image counts as the cause. One end may have another cause. */
const TRIES = 2

const UNREADABLE: Conversion = left({ tag: 'invalid_image', message: 'The image cannot be read.' })

interface Idle {
  readonly worker: ImageWorker
  readonly timer: NodeJS.Timeout
}

/** Processes without work. */
const openIdlePool = ({ idleMs, start }: ImagePoolOptions) => {
  const idle: Idle[] = []
  const all = new Set<ImageWorker>()
  let closed = false
  const end = (worker: ImageWorker): void => {
    all.delete(worker)
    worker.close()
  }
  const refuseIfClosed = (): void => {
    if (closed) throw new Error('the image converter is closed')
  }
  return {
    refuseIfClosed,
    take: async (): Promise<ImageWorker> => {
      refuseIfClosed()
      for (let found = idle.pop(); found !== undefined; found = idle.pop()) {
        clearTimeout(found.timer)
        if (found.worker.isAlive()) return found.worker
        all.delete(found.worker)
      }
      const worker = await start()
      all.add(worker)
      if (closed) end(worker)
      refuseIfClosed()
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
 * Converts images in separate processes, two at a time in order of arrival; an image that was paid for goes ahead of
 * all thumbnails. An image that ends its process, or takes too long, twice is reported as broken. The server and other
 * images are not affected.
 */
export const pooledImageConverter = (given: Partial<ImagePoolOptions> = {}): PooledImageConverter => {
  const options = { ...DEFAULTS, ...given }
  const idlePool = openIdlePool(options)
  const limited = concurrencyLimiter({ maxConcurrent: options.maxConcurrent, maxQueued: Number.POSITIVE_INFINITY })

  const attempt = async (job: ImageJob): Promise<Conversion | null> => {
    const worker = await idlePool.take()
    const converted = await worker.convert(job, options.jobMs)
    idlePool.giveBack(worker)
    // Its process may have ended by the closing, and not by the image.
    if (converted === null) idlePool.refuseIfClosed()
    return converted
  }
  const convert = async (job: ImageJob, priority: QueuePriority): Promise<Conversion> => {
    const done = await limited(async () => {
      for (let tried = 0; tried < TRIES; tried += 1) {
        const converted = await attempt(job)
        if (converted !== null) return converted
      }
      return UNREADABLE
    }, priority)
    return isLeft(done) ? UNREADABLE : done.right
  }
  return {
    thumbnail: (bytes, longestSidePx) => convert({ bytes, mimeType: 'image/webp', longestSidePx }, 'ordinary'),
    convert: (bytes, mimeType) => convert({ bytes, mimeType, longestSidePx: null }, 'ahead'),
    close: idlePool.close,
  }
}
