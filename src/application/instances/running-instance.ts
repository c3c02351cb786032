import { mayAdmit } from '../../domain/limits/instance-life.ts'
import type { IdGenerator } from '../ports/process/id-generator.ts'
import type { InstanceStore } from '../ports/process/instance-store.ts'

/** The running process under the name that its holds and claims bear. The name changes where it was ended. */
export interface NamedInstance {
  readonly id: string
}

/** A process that knows for how long no other can call it dead. */
export interface AdmittingInstance extends NamedInstance {
  /** Whether it may admit calls against what it reserved: until 40 s after it sent its last acknowledged beat. */
  mayAdmit(): boolean
}

export interface RunningInstance extends AdmittingInstance {
  /** Call this once, before the first hold and the first claim. */
  begin(): Promise<void>
  /**
   * Shows that the process lives; to be called every `INSTANCE_LIFE.beatEveryMs`. A process that was ended, because it
   * stood still for too long, goes on as a new instance: what it held under the old name is lost. Callers at the same
   * time share one beat: two would each begin a new instance, and one of them would never beat.
   */
  beat(): Promise<void>
  /** The last thing that a process does. What it still holds may be given back from now on. */
  end(): Promise<void>
}

interface RunningInstanceDeps {
  readonly instances: Pick<InstanceStore, 'begin' | 'beat' | 'end'>
  readonly ids: IdGenerator
  /** A clock that only runs forward, in milliseconds. */
  readonly monotonicMs: () => number
  /** Hears that the process was ended and goes on under another name. */
  readonly onEnded: (instance: string) => void
}

export const runningInstance = ({ instances, ids, monotonicMs, onEnded }: RunningInstanceDeps): RunningInstance => {
  let id = ids.next()
  let beatSentMs: number | null = null
  const begin = async (as: string): Promise<void> => {
    const sentMs = monotonicMs()
    await instances.begin(as)
    beatSentMs = sentMs
  }
  const beatOnce = async (): Promise<void> => {
    const sentMs = monotonicMs()
    if (await instances.beat(id)) {
      beatSentMs = sentMs
      return
    }
    beatSentMs = null
    const renewed = ids.next()
    await begin(renewed)
    onEnded(id)
    id = renewed
  }
  let beating: Promise<void> | null = null
  return {
    get id() {
      return id
    },
    mayAdmit: () => mayAdmit(beatSentMs, monotonicMs()),
    begin: () => begin(id),
    beat: () => {
      beating ??= beatOnce().finally(() => {
        beating = null
      })
      return beating
    },
    end: () => {
      beatSentMs = null
      return instances.end(id)
    },
  }
}
