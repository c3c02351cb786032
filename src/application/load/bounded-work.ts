import { type Either, left, right } from 'fp-ts/lib/Either.js'

export interface BoundedWorkOptions {
  readonly mostAtOnce: number
  /** Further work than this waiting is refused. */
  readonly mostWaiting: number
}

export type BoundedWork = <A>(work: () => Promise<A>) => Promise<Either<{ readonly tag: 'overloaded' }, A>>

/** Runs a few pieces of work at once, lets some wait in order of arrival and refuses the rest at once. */
export const boundedWork = ({ mostAtOnce, mostWaiting }: BoundedWorkOptions): BoundedWork => {
  const waiting: (() => void)[] = []
  let running = 0

  const turn = (): Promise<void> | null => {
    if (running < mostAtOnce) {
      running += 1
      return null
    }
    return new Promise((resolve) => void waiting.push(resolve))
  }

  /** Hands the place to the next in line, or gives it back. */
  const leave = (): void => {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }

  return async (work) => {
    if (running >= mostAtOnce && waiting.length >= mostWaiting) return left({ tag: 'overloaded' })
    await turn()
    try {
      return right(await work())
    } finally {
      leave()
    }
  }
}
