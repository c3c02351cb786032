import { DatabaseAway } from './database-away.ts'
import type { ConnectionWatch } from './preparing-client.ts'
import { presenceProber } from './presence-prober.ts'
import type { PresenceAnswer, PresenceQuestion } from './presence-question.ts'
import { silenceWatch } from './silence-watch.ts'

/** Hears when the database goes and comes. Each is called once for each time. */
interface PresenceListener {
  readonly onAway?: () => void
  /** Another server than before takes the writes: what was read from that one may not stand on this one. */
  readonly onOtherServer?: () => void
  readonly onBack?: (awayMs: number) => void
}

/**
 * Whether the database is there. One prober asks while it is away; every caller is refused at once, and none waits for
 * a connection.
 */
export interface DatabasePresence extends ConnectionWatch {
  isAway(): boolean
  listen(listener: PresenceListener): void
  /** Resolves with what `connect` found; rejects at once while the database is away, and when it is found away. */
  orAway<A>(connect: () => Promise<A>, discard: (late: A) => void): Promise<A>
  close(): void
}

interface DatabasePresenceDeps {
  readonly ask: PresenceQuestion
  /** A clock that only runs forward, in milliseconds. */
  readonly monotonicMs?: () => number
}

/** For an engine inside this process. */
export const ALWAYS_PRESENT: DatabasePresence = {
  isAway: () => false,
  listen: () => undefined,
  orAway: (connect) => connect(),
  asked: () => undefined,
  ended: () => undefined,
  wonder: () => undefined,
  close: () => undefined,
}

interface AwayState {
  readonly awaySinceMs: number | null
  /** Of the server that was last seen to take writes. */
  readonly timeline: string | null
}

export const databasePresence = ({
  ask,
  monotonicMs = () => performance.now(),
}: DatabasePresenceDeps): DatabasePresence => {
  const listeners: PresenceListener[] = []
  const waiting = new Set<(away: DatabaseAway) => void>()
  let state: AwayState = { awaySinceMs: null, timeline: null }
  let askedAtMs = monotonicMs()
  const silence = silenceWatch({ monotonicMs, onSilence: () => prober.wonder() })

  const goAway = (): void => {
    if (state.awaySinceMs !== null) return
    state = { ...state, awaySinceMs: monotonicMs() }
    for (const listener of listeners) listener.onAway?.()
    const refused = [...waiting]
    waiting.clear()
    for (const reject of refused) reject(new DatabaseAway())
  }

  const seeWritable = (found: string | null): void => {
    const { awaySinceMs, timeline } = state
    state = { awaySinceMs: null, timeline: found ?? timeline }
    if (timeline !== null && found !== null && found !== timeline) {
      for (const listener of listeners) listener.onOtherServer?.()
    }
    if (awaySinceMs === null) return
    for (const listener of listeners) listener.onBack?.(monotonicMs() - awaySinceMs)
  }

  const onAnswer = (answer: PresenceAnswer): 'ask_again' | 'rest' => {
    if (answer.tag === 'writable') seeWritable(answer.timeline)
    else if (answer.tag === 'read_only') goAway()
    // A statement that was answered since then proves more than a connection that could not be made.
    else if (answer.tag === 'silent' && silence.answeredAtMs() <= askedAtMs) goAway()
    return state.awaySinceMs === null ? 'rest' : 'ask_again'
  }

  const prober = presenceProber({
    ask: () => {
      askedAtMs = monotonicMs()
      return ask()
    },
    onAnswer,
  })

  return {
    ...silence,
    isAway: () => state.awaySinceMs !== null,
    listen: (listener) => void listeners.push(listener),
    orAway: <A>(connect: () => Promise<A>, discard: (late: A) => void) =>
      new Promise<A>((resolve, reject) => {
        if (state.awaySinceMs !== null) return reject(new DatabaseAway())
        waiting.add(reject)
        const connecting = connect()
        const finish = (late: A | null): void => {
          if (!waiting.delete(reject) && late !== null) discard(late)
          resolve(connecting)
        }
        connecting.then(finish, () => finish(null))
      }),
    wonder: prober.wonder,
    close: () => {
      silence.close()
      prober.close()
    },
  }
}
