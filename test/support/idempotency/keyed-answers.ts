import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { runningClaims } from '../../../src/application/idempotency/claim-ends.ts'
import { keyedCalls } from '../../../src/application/idempotency/keyed-calls.ts'
import type { KeyedCallsDeps } from '../../../src/application/idempotency/keyed-calls.ts'
import type { ClaimKeyFailure } from '../../../src/application/idempotency/claim-key.ts'
import { idempotently } from '../../../src/application/idempotency/idempotently.ts'
import type { IdempotentCall } from '../../../src/application/idempotency/idempotently.ts'
import type { RecordedResult } from '../../../src/domain/limits/idempotency.ts'
import { memoryMediaStore } from '../../twins/media/memory-media-store.ts'

/** A result as a test records it: a status and a text. */
export const recordedText = (status: number, text: string): RecordedResult => ({
  facts: { status },
  body: new TextEncoder().encode(text),
})

/** The same with a JSON value; money is written as a string of micro-units. */
export const recordedJson = (status: number, value: unknown): RecordedResult =>
  recordedText(
    status,
    JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? `${member}` : member)),
  )

export const statusOf = ({ facts }: RecordedResult): number => (facts as { readonly status: number }).status

export interface KeyedAnswer {
  readonly status: number
  readonly body: Uint8Array
  readonly replayed: boolean
}

export type KeyedTestDeps = Pick<KeyedCallsDeps, 'idempotency' | 'ids' | 'instance'> & Partial<KeyedCallsDeps>

type KeyedTestCall<E, A> = Pick<IdempotentCall<E, A>, 'userId' | 'execute' | 'encode' | 'encodeFailure'> &
  Partial<IdempotentCall<E, A>>

/**
 * Executes calls as the endpoints do: under the key `key`, and not again after a crash, unless the input asks for it.
 */
export const answeringUnderKeys = (deps: KeyedTestDeps) => {
  const calls = keyedCalls({
    running: runningClaims(),
    timer: { sleep: () => Promise.resolve() },
    media: memoryMediaStore(() => 0),
    onLost: () => undefined,
    ...deps,
  })
  return async <E, A>(call: KeyedTestCall<E, A>): Promise<Either<E | ClaimKeyFailure, KeyedAnswer>> => {
    const defaults = { scope: 'scope', key: 'key', requestHash: new Uint8Array(32), afterCrash: 'fail' } as const
    const answered = await idempotently(calls)<E, A>({ ...defaults, ...call })
    if (isLeft(answered)) return answered
    const { result, replayed } = answered.right
    return right({ status: statusOf(result), body: result.body, replayed })
  }
}

/** An answer in one word: its status, with `again` where it was replayed, or the failure that was not recorded. */
export const outcomeOf = (answer: Either<{ readonly tag: string }, KeyedAnswer>): string =>
  isLeft(answer) ? answer.left.tag : `${answer.right.status}${answer.right.replayed ? ' again' : ''}`
