import type { Deployment } from '../../../domain/catalog/model.ts'
import { evictOldest } from '../../load/evict-oldest.ts'
import { MINUTE_MS } from '../../../domain/time-units.ts'
import { deploymentName } from '../../../domain/routing/rank-deployments.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { Clock } from '../../ports/process/clock.ts'

/**
 * One failure of a deployment, as an operator reads it. The adapter has taken keys and addresses out of its message.
 */
export interface NotedFailure {
  readonly atMs: number
  readonly cause: UpstreamFailure['tag']
  readonly message: string
  readonly upstreamCode: string | null
  readonly upstreamStatus: number | null
}

/** How a deployment has fared in this process. */
export interface DeploymentRecord {
  /** Calls that were answered or failed by its fault, in the last hour. */
  readonly calls: number
  readonly failures: number
  readonly lastAnsweredMs: number | null
  /** The newest first, five at most. */
  readonly lastFailures: readonly NotedFailure[]
}

export interface DeploymentNotesDeps {
  /** For the moments that an operator reads. */
  readonly clock: Clock
  /** A clock that only runs forward, in milliseconds. */
  readonly monotonicMs: () => number
}

/** What this process has seen of each deployment, for its operators. */
interface DeploymentNotes {
  answered(deployment: Deployment): void
  /** `calls`: 0 where the call has been counted as answered before. */
  failed(deployment: Deployment, failure: UpstreamFailure, calls: 0 | 1): void
  of(name: string): DeploymentRecord
}

const MINUTES = 60
const MOST_FAILURES = 5
/** More than any catalogue has; those that were called first go first. */
const MOST_DEPLOYMENTS = 2_000
const MOST_MESSAGE_CHARACTERS = 500

interface Kept {
  /** By the minute, in a ring; `minutes` says which one a place counts. */
  readonly minutes: Float64Array
  readonly calls: Uint32Array
  readonly failures: Uint32Array
  lastAnsweredMs: number | null
  lastFailures: readonly NotedFailure[]
}

const NOTHING: DeploymentRecord = { calls: 0, failures: 0, lastAnsweredMs: null, lastFailures: [] }

const nothingYet = (): Kept => ({
  minutes: new Float64Array(MINUTES),
  calls: new Uint32Array(MINUTES),
  failures: new Uint32Array(MINUTES),
  lastAnsweredMs: null,
  lastFailures: [],
})

/** The place of the minute in the ring, emptied where it counted an earlier one. */
const placeOf = (kept: Kept, nowMs: number): number => {
  const minute = Math.floor(nowMs / MINUTE_MS)
  const place = minute % MINUTES
  if (kept.minutes[place] !== minute) {
    kept.minutes[place] = minute
    kept.calls[place] = 0
    kept.failures[place] = 0
  }
  return place
}

const sumOf = (kept: Kept, counts: Uint32Array, nowMs: number): number => {
  const oldest = Math.floor(nowMs / MINUTE_MS) - MINUTES
  let sum = 0
  for (const [place, minute] of kept.minutes.entries()) if (minute > oldest) sum += counts[place] ?? 0
  return sum
}

export const deploymentNotes = ({ clock, monotonicMs }: DeploymentNotesDeps): DeploymentNotes => {
  const byName = new Map<string, Kept>()

  const keptOf = (deployment: Deployment): Kept => {
    const name = deploymentName(deployment)
    const known = byName.get(name)
    if (known !== undefined) return known
    const kept = nothingYet()
    byName.set(name, kept)
    evictOldest(byName, MOST_DEPLOYMENTS)
    return kept
  }
  const count = (kept: Kept, nowMs: number, calls: 0 | 1, failures: 0 | 1): void => {
    const place = placeOf(kept, nowMs)
    kept.calls[place] = (kept.calls[place] ?? 0) + calls
    kept.failures[place] = (kept.failures[place] ?? 0) + failures
  }

  return {
    answered: (deployment) => {
      const kept = keptOf(deployment)
      count(kept, monotonicMs(), 1, 0)
      kept.lastAnsweredMs = clock.now()
    },
    failed: (deployment, { tag, message, upstreamCode = null, upstreamStatus = null }, calls) => {
      const kept = keptOf(deployment)
      count(kept, monotonicMs(), calls, 1)
      const noted = { atMs: clock.now(), cause: tag, message: message.slice(0, MOST_MESSAGE_CHARACTERS) }
      const failure = { ...noted, upstreamCode, upstreamStatus }
      kept.lastFailures = [failure, ...kept.lastFailures].slice(0, MOST_FAILURES)
    },
    of: (name) => {
      const kept = byName.get(name)
      if (kept === undefined) return NOTHING
      const { lastAnsweredMs, lastFailures } = kept
      const nowMs = monotonicMs()
      return {
        calls: sumOf(kept, kept.calls, nowMs),
        failures: sumOf(kept, kept.failures, nowMs),
        lastAnsweredMs,
        lastFailures,
      }
    },
  }
}
