import type { InvalidatableCache } from '../../adapters/cache/invalidatable-cache.ts'
import { localInvalidation } from '../../adapters/cache/local-invalidation.ts'
import { redisInvalidation } from '../../adapters/cache/redis-invalidation.ts'
import type { Invalidation } from '../../application/ports/process/invalidation.ts'
import type { Log } from '../observability/logging.ts'

export type RegisterCaches = (caches: readonly InvalidatableCache[]) => Invalidation

interface OpenInvalidation {
  readonly join: RegisterCaches
  close(): void
}

/** Announces through Redis where there is one; else each instance's caches end by themselves, in five seconds. */
export const openInvalidation = (redisUrl: string | null, log: Log): OpenInvalidation => {
  if (redisUrl === null) return { join: localInvalidation, close: () => undefined }
  const closers: (() => void)[] = []
  return {
    join: (caches) => {
      const joined = redisInvalidation(redisUrl, caches, (err) =>
        log.debug({ err }, 'the connection that invalidations travel on broke'),
      )
      closers.push(() => joined.close())
      return joined
    },
    close: () => {
      for (const close of closers) close()
    },
  }
}
