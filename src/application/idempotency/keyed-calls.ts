import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Answer } from '../../domain/limits/idempotency.ts'
import type { MediaStore } from '../ports/media-store.ts'
import {
  type Claim,
  claimKey,
  type ClaimedOrAnswered,
  type ClaimKeyDeps,
  type ClaimKeyFailure,
  type ClaimKeyInput,
} from './claim-key.ts'
import { stowed, unstowed } from './large-answers.ts'
import type { RunningClaims } from './running-claims.ts'

/**
 * One execution under a claimed key. It ends by exactly one of these, which resolve when the end is durable or
 * has been given up; none rejects, and the caller's answer need not wait for any.
 */
export interface KeyedCall {
  /** Names everything this call makes. */
  readonly operationId: string
  succeed(answer: Answer): Promise<void>
  /** It failed and may not be executed again. */
  fail(answer: Answer): Promise<void>
  /** Nothing was done: the key is free again. */
  abandon(): Promise<void>
  /** Nobody knows how far it came. */
  lose(): Promise<void>
}

export type BegunOrAnswered =
  | { readonly tag: 'begun'; readonly call: KeyedCall }
  | { readonly tag: 'answered'; readonly answer: Answer }

/**
 * Calls under an Idempotency-Key whose answer goes first and is recorded behind it. Whoever asks again in this
 * process while the record is being written waits for it; elsewhere the call counts as running until then.
 */
export interface KeyedCalls {
  /** A name for a call that came without a key. */
  newOperation(): string
  begin(input: ClaimKeyInput): Promise<Either<ClaimKeyFailure, BegunOrAnswered>>
  /** Resolves once no record is being written. */
  drain(): Promise<void>
}

export interface KeyedCallsDeps extends ClaimKeyDeps {
  readonly running: RunningClaims
  readonly media: Pick<MediaStore, 'put' | 'get'>
  /** A record that could not be written: the key stays used until its lease ends, then counts as failed. */
  readonly onLost: (operationId: string, error: unknown) => void
}

/** Every ending passes here: it is known to be under way, and what goes wrong in it reaches nobody else. */
type End = (work: () => Promise<unknown>) => Promise<void>

const endOf = (deps: KeyedCallsDeps, claim: Claim, name: string, ending: Map<string, Promise<void>>): End => {
  const carryOut = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      deps.onLost(claim.operationId, error)
      await deps.idempotency.lose(claim.fence).catch(() => undefined)
    } finally {
      deps.running.remove(claim.fence)
      ending.delete(name)
    }
  }
  return (work) => {
    const ended = carryOut(work)
    ending.set(name, ended)
    return ended
  }
}

const callOf = (deps: KeyedCallsDeps, claim: Claim, end: End): KeyedCall => {
  const finish = (state: 'succeeded' | 'failed', answer: Answer): Promise<void> =>
    end(async () => deps.idempotency.finish(claim.fence, state, await stowed(deps.media, answer)))
  return {
    operationId: claim.operationId,
    succeed: (answer) => finish('succeeded', answer),
    fail: (answer) => finish('failed', answer),
    abandon: () => end(() => deps.idempotency.abandon(claim.fence)),
    lose: () => end(() => deps.idempotency.lose(claim.fence)),
  }
}

export const keyedCalls = (deps: KeyedCallsDeps): KeyedCalls => {
  const ending = new Map<string, Promise<void>>()

  const claim = async (input: ClaimKeyInput, name: string): Promise<Either<ClaimKeyFailure, ClaimedOrAnswered>> => {
    await ending.get(name)
    const claimed = await claimKey(deps)(input)
    const isRunning = isLeft(claimed) && claimed.left.tag === 'idempotency_in_progress'
    // Its answer may have gone out while we asked.
    const isEnding = isRunning ? ending.get(name) : undefined
    if (isEnding === undefined) return claimed
    await isEnding
    return claimKey(deps)(input)
  }

  return {
    newOperation: () => deps.ids.next(),
    async begin(input) {
      const name = JSON.stringify([input.userId, input.scope, input.key])
      const claimed = await claim(input, name)
      if (isLeft(claimed)) return claimed
      if (claimed.right.tag === 'answered') {
        const answer = await unstowed(deps.media, claimed.right.answer)
        return answer === null ? left({ tag: 'interrupted' }) : right({ tag: 'answered', answer })
      }
      deps.running.add(claimed.right.claim.fence)
      const end = endOf(deps, claimed.right.claim, name, ending)
      return right({ tag: 'begun', call: callOf(deps, claimed.right.claim, end) })
    },
    async drain() {
      while (ending.size > 0) await Promise.all(ending.values())
    },
  }
}
