import type { InstanceStore } from '../ports/process/instance-store.ts'
import type { EndedWork } from './end-lost-work.ts'
import type { NamedInstance } from './running-instance.ts'

interface EndOtherInstancesDeps {
  readonly instances: Pick<InstanceStore, 'endOthers'>
  /** The running process. */
  readonly instance: NamedInstance
  readonly endLostWork: () => Promise<EndedWork>
  readonly sweepLostVideos: (instance: string) => Promise<number>
}

interface TakenOver extends EndedWork {
  /** Videos whose submission was not known to have ended. */
  readonly videos: number
}

/**
 * Ends all other instances, and what they left open. Only for a process whose lease proves that all others are dead;
 * elsewhere only their silence proves that.
 */
export const endOtherInstances =
  ({ instances, instance, endLostWork, sweepLostVideos }: EndOtherInstancesDeps) =>
  async (): Promise<TakenOver> => {
    const { id } = instance
    await instances.endOthers(id)
    const ended = await endLostWork()
    return { ...ended, videos: await sweepLostVideos(id) }
  }
