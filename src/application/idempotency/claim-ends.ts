import type { IdempotencyStore } from '../ports/process/idempotency-store.ts'
import type { Timer } from '../ports/process/timer.ts'

/**
 * The claims this process is executing now, those included that it is just asking for, and those whose end it still
 * tries to record. Its other claims, whose execution ended without an outcome, are failed by `failStrayClaims`.
 */
export interface RunningClaims {
  add(fence: string): void
  remove(fence: string): void
  has(fence: string): boolean
}

export const runningClaims = (running: Set<string> = new Set()): RunningClaims => ({
  add: (fence) => void running.add(fence),
  remove: (fence) => void running.delete(fence),
  has: (fence) => running.has(fence),
})

/** The right to execute one request, and the names to do it under. */
export interface Claim {
  readonly operationId: string
  readonly fence: string
}

export interface ClaimEndsDeps {
  readonly idempotency: Pick<IdempotencyStore, 'abandon' | 'markFailed'>
  readonly running: RunningClaims
  readonly timer: Timer
  /** A record could not be written: the key stays used, and counts as failed. */
  readonly onLost: (operationId: string, error: unknown) => void
}

/** Records how claims end. Sending an end again changes nothing, because it names the fence of its claim. */
export interface ClaimEnds {
  /** The first attempt at an end of the call of that name, while it is under way. */
  underWay(name: string): Promise<void> | undefined
  /**
   * Resolves when the end is durable, or when the first attempt has failed; never rejects. No caller waits for the
   * attempts behind it, which go on for longer than calls outlive an outage of the database.
   */
  end(claim: Claim, name: string, record: () => Promise<unknown>): Promise<void>
  /** Frees a key whose claim was sent but never answered: nothing is executed under it. */
  giveBack(claim: Claim): void
  /** Resolves once no end is being recorded. */
  drain(): Promise<void>
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** The pauses together. */
const TRY_AGAIN_FOR_MS = 300_000

export const claimEnds = ({ idempotency, running, timer, onLost }: ClaimEndsDeps): ClaimEnds => {
  const firstAttempts = new Map<string, Promise<void>>()
  const laterAttempts = new Set<Promise<void>>()

  /** Resolves with null when it is durable, else with the last error. */
  const tryAgain = async (record: () => Promise<unknown>, first: unknown): Promise<unknown> => {
    let error = first
    let waitedMs = 0
    for (let pauseMs = FIRST_PAUSE_MS; waitedMs < TRY_AGAIN_FOR_MS; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      await timer.sleep(pauseMs)
      waitedMs += pauseMs
      try {
        await record()
        return null
      } catch (again) {
        error = again
      }
    }
    return error
  }

  const goOn = ({ operationId, fence }: Claim, record: () => Promise<unknown>, first: unknown): void => {
    const follow = async (): Promise<void> => {
      const error = await tryAgain(record, first)
      if (error !== null) {
        onLost(operationId, error)
        await idempotency.markFailed(fence).catch(() => undefined)
      }
      running.remove(fence)
      laterAttempts.delete(attempts)
    }
    const attempts = follow()
    laterAttempts.add(attempts)
  }

  const attempt = async (claim: Claim, name: string, record: () => Promise<unknown>): Promise<void> => {
    try {
      await record()
      running.remove(claim.fence)
    } catch (error) {
      goOn(claim, record, error)
    } finally {
      firstAttempts.delete(name)
    }
  }

  return {
    underWay: (name) => firstAttempts.get(name),
    end: (claim, name, record) => {
      const attempted = attempt(claim, name, record)
      firstAttempts.set(name, attempted)
      return attempted
    },
    giveBack: (claim) => goOn(claim, () => idempotency.abandon(claim.fence), new Error('a claim was never answered')),
    async drain() {
      while (firstAttempts.size + laterAttempts.size > 0)
        await Promise.all([...firstAttempts.values(), ...laterAttempts])
    },
  }
}
