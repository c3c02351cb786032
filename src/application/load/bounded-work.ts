import { type Either, left, right } from 'fp-ts/lib/Either.js'

export interface BoundedWorkOptions {
  readonly mostAtOnce: number
  /** Further work than this waiting, of each lane, is refused. */
  readonly mostWaiting: number
}

/** What waits in the lane `ahead` begins before all that is `ordinary`. */
export type Lane = 'ahead' | 'ordinary'

export type BoundedWork = <A>(work: () => Promise<A>, lane?: Lane) => Promise<Either<{ readonly tag: 'overloaded' }, A>>

/** Runs a few pieces of work at once, lets some of each lane wait in order of arrival and refuses the rest at once. */
export const boundedWork = ({ mostAtOnce, mostWaiting }: BoundedWorkOptions): BoundedWork => {
  const waiting: Readonly<Record<Lane, (() => void)[]>> = { ahead: [], ordinary: [] }
  let running = 0

  const turn = (lane: Lane): Promise<void> | null => {
    if (running < mostAtOnce) {
      running += 1
      return null
    }
    return new Promise((resolve) => void waiting[lane].push(resolve))
  }

  /** Hands the place to the next in line, or gives it back. */
  const leave = (): void => {
    const next = waiting.ahead.shift() ?? waiting.ordinary.shift()
    if (next === undefined) running -= 1
    else next()
  }

  return async (work, lane = 'ordinary') => {
    if (running >= mostAtOnce && waiting[lane].length >= mostWaiting) return left({ tag: 'overloaded' })
    await turn(lane)
    try {
      return right(await work())
    } finally {
      leave()
    }
  }
}
