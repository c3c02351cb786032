import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { RecordedResult } from '../../domain/limits/idempotency.ts'
import { readContent } from '../media/read-content.ts'
import type { Stores } from '../ports/transaction/stores.ts'
import type { KeyedCall, KeyedCalls } from './keyed-calls.ts'
import type { ClaimKeyFailure, ClaimKeyInput } from './claim-key.ts'

/** One execution of a request whose result is recorded in the transaction that makes it true. */
export interface IdempotentExecution<E, A> {
  /** Names everything that this execution makes. An execution that is resumed after a crash has the same one. */
  readonly operationId: string
  /** Frees the key: nothing was done. What the execution returns or throws afterwards is not recorded. */
  abandon(): Promise<void>
  /**
   * Records the result under the key of the request, inside the transaction that makes it true. Returns false if the
   * claim was lost and the client already got a failure. Then roll back, unless the work cannot be undone.
   */
  record(stores: Pick<Stores, 'idempotency'>, result: A): Promise<boolean>
  /** The same for a failure that must not be executed again. Writes nothing and is false for one that frees the key. */
  recordFailure(stores: Pick<Stores, 'idempotency'>, failure: E): Promise<boolean>
}

/** A request under a key, as the adapter that received it hands it over. */
export interface IdempotentCall<E, A> extends ClaimKeyInput {
  /** Does the work. A result or failure that it has not recorded is recorded behind it, or its key is freed. */
  readonly execute: (operation: IdempotentExecution<E, A>) => Promise<Either<E, A>>
  /** Pure: it is called inside the transaction, for some of what a caller reads is known only there. */
  readonly encode: (result: A) => RecordedResult
  /** The record of a failure that must not be executed again; null for one that frees the key. */
  readonly encodeFailure: (failure: E) => RecordedResult | null
}

/** The result as it is recorded, and whether this request executed nothing and repeats an earlier one. */
interface IdempotentResult {
  readonly result: RecordedResult
  readonly replayed: boolean
}

/** Executes a request at most once per key, and answers every repetition with the first result. */
export const idempotently =
  (calls: Pick<KeyedCalls, 'begin'>) =>
  async <E, A>(call: IdempotentCall<E, A>): Promise<Either<E | ClaimKeyFailure, IdempotentResult>> => {
    const begun = await calls.begin(call)
    if (isLeft(begun)) return begun
    if (begun.right.tag === 'replay') {
      const { result, file } = begun.right
      // What is recorded in a transaction is small, so it is read as a whole.
      const body = file === null ? result.body : await readContent(file.content)
      return right({ result: { ...result, body }, replayed: true })
    }
    const keyed = begun.right.call
    try {
      return await executeOnce(keyed, call)
    } catch (error) {
      // It is unknown how far the execution came, so the key stays used. A key that is free already stays free.
      await keyed.markFailed()
      throw error
    }
  }

const executeOnce = async <E, A>(
  keyed: KeyedCall,
  { execute, encode, encodeFailure }: IdempotentCall<E, A>,
): Promise<Either<E, IdempotentResult>> => {
  let recorded: RecordedResult | null = null
  const executed = await execute({
    operationId: keyed.operationId,
    abandon: () => keyed.abandon(),
    record: async (stores, result) => {
      const encoded = encode(result)
      const isWritten = await keyed.recordWithin(stores, 'succeeded', encoded)
      recorded = isWritten ? encoded : null
      return isWritten
    },
    recordFailure: async (stores, failure) => {
      const encoded = encodeFailure(failure)
      return encoded !== null && keyed.recordWithin(stores, 'failed', encoded)
    },
  })
  if (isLeft(executed)) {
    const failure = encodeFailure(executed.left)
    if (failure === null) {
      await keyed.abandon()
      return executed
    }
    await keyed.fail(failure)
    return right({ result: failure, replayed: false })
  }
  const result: RecordedResult = recorded ?? encode(executed.right)
  await keyed.succeed(result)
  return right({ result, replayed: false })
}
