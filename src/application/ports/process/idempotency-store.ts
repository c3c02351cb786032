import type { RecordedResult, IdempotencyRecord } from '../../../domain/limits/idempotency.ts'

/** One request of one user to one endpoint (and conversation). */
export interface IdempotencyKey {
  readonly userId: string
  readonly scope: string
  readonly key: string
}

export interface NewClaim extends IdempotencyKey {
  /** SHA-256 of the request, 32 bytes. */
  readonly requestHash: Uint8Array
  readonly operationId: string
  readonly fence: string
  /** The running process: the claim lives as long as it does. */
  readonly instance: string
}

interface TakeOver extends IdempotencyKey {
  /** The fence of the lost execution. */
  readonly lostFence: string
  readonly fence: string
  readonly instance: string
}

/** `unanswered`: the store gave no answer, and it is unknown whether the claim was written. */
export type ClaimOutcome =
  | { readonly tag: 'claimed' }
  | { readonly tag: 'known'; readonly record: IdempotencyRecord }
  | { readonly tag: 'unanswered'; readonly error: unknown }

/** Claims of keys and the results recorded under them. A claim is lost when its instance has ended. */
export interface IdempotencyStore {
  /**
   * Of any number of concurrent claims of one key exactly one is `claimed`; the others read its record. Rejects where
   * nothing was written.
   */
  claim(claim: NewClaim): Promise<ClaimOutcome>
  /** True for the one caller that now holds the record. Only a record whose execution was lost can be taken. */
  takeOver(takeOver: TakeOver): Promise<boolean>
  /** Writes the final state. False, and nothing written, when the fence is no longer the record's. */
  finish(fence: string, state: 'succeeded' | 'failed', result: RecordedResult): Promise<boolean>
  /** Removes a claim that is still running, so that the key is free again. */
  abandon(fence: string): Promise<void>
  /** Marks a running claim as failed: its execution ended without a known outcome. False: it was not running. */
  markFailed(fence: string): Promise<boolean>
  /** The fences of all claims of this instance that are running. */
  runningOf(instance: string): Promise<readonly string[]>
  /** Marks every running record that is lost as failed; returns how many. Any number of callers at once. */
  failLost(): Promise<number>
  /** Deletes at most `limit` finished records that old; returns how many. */
  prune(olderThanSeconds: number, limit: number): Promise<number>
}
