import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { KeyedAnswer } from '../support/idempotency/keyed-answers.ts'

/** The responses that a customer got for each key, and the later responses that they forbid. */
export interface CustomerMemory {
  /** An answer as it arrives; says what is wrong with it. */
  readonly hear: (key: string, answer: Either<{ readonly tag: string }, KeyedAnswer>) => readonly string[]
  /** Something else that happened. */
  readonly count: (what: string) => void
  /** How often each kind of answer was heard. */
  readonly heard: ReadonlyMap<string, number>
}

/** Answers that promise nothing about the next one. */
const PASSING: ReadonlySet<string> = new Set([
  'insufficient_tokens',
  'overloaded',
  'ledger_unavailable',
  'conversation_archived',
  'idempotency_in_progress',
  'idempotency_mismatch',
])

const FINAL_FAILURES: ReadonlySet<string> = new Set(['interrupted', 'generation_failed'])

export const customerMemory = (): CustomerMemory => {
  const succeeded = new Map<string, string>()
  const failed = new Set<string>()
  const carriedOut = new Set<string>()
  const heard = new Map<string, number>()
  const count = (what: string): void => void heard.set(what, (heard.get(what) ?? 0) + 1)

  const success = (key: string, body: string, replayed: boolean): readonly string[] => {
    const earlier = succeeded.get(key)
    const isSecond = !replayed && carriedOut.has(key)
    if (!replayed) carriedOut.add(key)
    succeeded.set(key, body)
    count(replayed ? 'replayed' : 'succeeded')
    return [
      ...(failed.has(key) ? [`${key} succeeded after a response reported that it failed`] : []),
      ...(earlier !== undefined && earlier !== body ? [`${key} was answered ${earlier}, then ${body}`] : []),
      ...(isSecond ? [`${key} was carried out again`] : []),
    ]
  }
  const failure = (key: string, why: string): readonly string[] => {
    failed.add(key)
    count(why)
    return succeeded.has(key) ? [`${key} failed after it had succeeded`] : []
  }
  return {
    heard,
    count,
    hear: (key, answer) => {
      if (isLeft(answer)) {
        const { tag } = answer.left
        if (FINAL_FAILURES.has(tag)) return failure(key, tag)
        count(tag)
        return PASSING.has(tag) ? [] : [`${key} was answered ${tag}`]
      }
      const { status, body, replayed } = answer.right
      if (status === 502) return failure(key, replayed ? 'failure replayed' : 'failed')
      return success(key, `${status} ${new TextDecoder().decode(body)}`, replayed)
    },
  }
}
