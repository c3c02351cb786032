import type { Either } from 'fp-ts/lib/Either.js'
import { flatten } from 'fp-ts/lib/Either.js'
import { concurrencyLimiter } from './concurrency-limiter.ts'
import type { ConcurrencyLimits } from './concurrency-limiter.ts'

interface SharedLimits {
  /** Of the work of all callers together. A caller stands in this queue once for each piece that it may run at once. */
  readonly ofAll: ConcurrencyLimits
  readonly ofCaller: ConcurrencyLimits
}

/** Gives work its place. Work of one caller is known by a name, or a mark, of that caller. */
type SharedLimiter = <A>(
  caller: string | symbol,
  work: () => Promise<A>,
) => Promise<Either<{ readonly tag: 'overloaded' }, A>>

interface Share {
  readonly inTurn: ReturnType<typeof concurrencyLimiter>
  works: number
}

/**
 * Runs a few pieces of work at once, of which each caller has its share: what waits of one caller waits behind its own
 * work, and callers take turns.
 */
export const sharedLimiter = ({ ofAll, ofCaller }: SharedLimits): SharedLimiter => {
  const amongAll = concurrencyLimiter(ofAll)
  const shares = new Map<string | symbol, Share>()
  return async (caller, work) => {
    const share = shares.get(caller) ?? { inTurn: concurrencyLimiter(ofCaller), works: 0 }
    shares.set(caller, share)
    share.works += 1
    try {
      return flatten(await share.inTurn(() => amongAll(work)))
    } finally {
      share.works -= 1
      if (share.works === 0) shares.delete(caller)
    }
  }
}
