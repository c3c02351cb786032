import { NEW_WATCH, watchInstances } from '../../domain/limits/instance-life.ts'
import type { InstanceStore } from '../ports/process/instance-store.ts'

interface EndSilentInstancesDeps {
  readonly instances: Pick<InstanceStore, 'living' | 'endSilent'>
  readonly endLostWork: () => Promise<unknown>
  /** A clock that only runs forward, in milliseconds. */
  readonly monotonicMs: () => number
}

/**
 * Ends the instances that showed no new beat for long, and with them what they left open; call it every
 * `INSTANCE_LIFE.lookEveryMs`. Returns how many this process ended. Any number of processes may watch at once. A look
 * that fails before it has ended any makes the watch begin anew; what it could not end of their work, the sweepers end.
 */
export const endSilentInstances = ({
  instances,
  endLostWork,
  monotonicMs,
}: EndSilentInstancesDeps): (() => Promise<number>) => {
  let watch = NEW_WATCH
  return async () => {
    const before = watch
    watch = NEW_WATCH
    const askedAtMs = monotonicMs()
    const beats = await instances.living()
    const watched = watchInstances(before, { beats, askedAtMs, answeredAtMs: monotonicMs() })
    const ended = (await Promise.all(watched.silent.map((each) => instances.endSilent(each)))).filter(Boolean).length
    watch = watched.watch
    if (ended > 0) await endLostWork()
    return ended
  }
}
