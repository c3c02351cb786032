import { forkProgram } from './child-process.ts'
import type { Child } from './child-process.ts'
import type { Target } from './target.ts'

/** Starts all targets beside one upstream. */
export type StartTargets = (upstreamPort: number) => Promise<readonly Target[]>

/** Runs the work beside an upstream and a load generator, each in a process of its own, and stops both in the end. */
export const withUpstream = async <A>(work: (load: Child, upstreamPort: number) => Promise<A>): Promise<A> => {
  const upstream = await forkProgram('./upstream.ts')
  const load = await forkProgram('../http/load.ts')
  try {
    return await work(load, upstream.port)
  } finally {
    await Promise.all([load.stop(), upstream.stop()])
  }
}

/** Runs the work on all targets, and stops them all in the end. */
export const withTargets = <A>(
  start: StartTargets,
  work: (load: Child, targets: readonly Target[]) => Promise<A>,
): Promise<A> =>
  withUpstream(async (load, upstreamPort) => {
    const targets = await start(upstreamPort)
    try {
      return await work(load, targets)
    } finally {
      await Promise.all(targets.map((target) => target.stop()))
    }
  })

/** The same work on each target, one after the other. */
export const withEachTarget = <A>(
  start: StartTargets,
  work: (load: Child, target: Target) => Promise<A>,
): Promise<readonly A[]> =>
  withTargets(start, async (load, targets) => {
    const results: A[] = []
    for (const target of targets) results.push(await work(load, target))
    return results
  })
