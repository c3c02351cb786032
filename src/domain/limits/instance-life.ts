/**
 * A running process raises a number, its beat, in its row of the table of instances. A watcher calls it dead when
 * it showed the same beat for `deadAfterMs` by the watcher's own clock. Together with the pause between two looks every
 * hold of a killed process ends within a minute (INVARIANTS.md, E15).
 */
export const INSTANCE_LIFE = {
  beatEveryMs: 5_000,
  lookEveryMs: 5_000,
  deadAfterMs: 45_000,
  /**
   * Counted from the sending of a beat. It is less than `deadAfterMs`, so a process stops before another calls it dead.
   */
  admitsForMs: 40_000,
  /** After a longer pause between two looks the watcher, or the whole machine, may have stood still. */
  longestPauseMs: 25_000,
} as const

/**
 * Whether a process may still admit calls against what it reserved: no other can have called it dead yet. Both times
 * are of its own monotonic clock; `beatSentMs` is when it sent the last beat that was acknowledged, null if none was.
 */
export const mayAdmit = (beatSentMs: number | null, nowMs: number): boolean =>
  beatSentMs !== null && nowMs - beatSentMs < INSTANCE_LIFE.admitsForMs

export interface InstanceBeat {
  readonly instance: string
  readonly beat: number
}

/** One answered look at the beats of all living instances; the times are of the watcher's monotonic clock. */
interface Look {
  readonly beats: readonly InstanceBeat[]
  readonly askedAtMs: number
  readonly answeredAtMs: number
}

interface SeenBeat {
  readonly beat: number
  readonly firstSeenAtMs: number
}

/** What a watcher has seen in its looks. */
export interface Watch {
  /** Null before the first look. */
  readonly answeredAtMs: number | null
  readonly seen: ReadonlyMap<string, SeenBeat>
}

/** A watch begins with nothing seen, also after a look that failed. */
export const NEW_WATCH: Watch = { answeredAtMs: null, seen: new Map() }

interface Watched {
  readonly watch: Watch
  /** The instances that are dead, with the beat at which they stopped. */
  readonly silent: readonly InstanceBeat[]
}

/**
 * Adds one more look. A beat counts as seen since the first look that showed it was answered, and as unchanged until
 * this look was asked. So slow answers and wrong clocks of other machines never make a living instance look dead.
 */
export const watchInstances = ({ answeredAtMs: lastMs, seen }: Watch, look: Look): Watched => {
  const { beats, askedAtMs, answeredAtMs } = look
  const { deadAfterMs, longestPauseMs } = INSTANCE_LIFE
  const isUnbroken = lastMs !== null && answeredAtMs - lastMs <= longestPauseMs
  const next = new Map<string, SeenBeat>()
  const silent: InstanceBeat[] = []
  for (const { instance, beat } of beats) {
    const before = isUnbroken ? seen.get(instance) : undefined
    const same = before?.beat === beat ? before : { beat, firstSeenAtMs: answeredAtMs }
    next.set(instance, same)
    if (askedAtMs - same.firstSeenAtMs >= deadAfterMs) silent.push({ instance, beat })
  }
  return { watch: { answeredAtMs, seen: next }, silent }
}
