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
  /** The running process, so that its successor can tell its own claims from a dead one's. */
  readonly instance: string
  readonly leaseSeconds: number
}

interface TakeOver extends IdempotencyKey {
  /** The fence of the lost execution. */
  readonly lostFence: string
  readonly fence: string
  readonly instance: string
  readonly leaseSeconds: number
}

export type ClaimOutcome = { readonly tag: 'claimed' } | { readonly tag: 'known'; readonly record: IdempotencyRecord }

/** Claims of keys and the results recorded under them. Leases count by the database's clock. */
export interface IdempotencyStore {
  /** Of any number of concurrent claims of one key exactly one is `claimed`; the others read its record. */
  claim(claim: NewClaim): Promise<ClaimOutcome>
  /** True for the one caller that now holds the record. Only a record whose execution was lost can be taken. */
  takeOver(takeOver: TakeOver): Promise<boolean>
  /** Writes the final state. False, and nothing written, when the fence is no longer the record's. */
  finish(fence: string, state: 'succeeded' | 'failed', result: RecordedResult): Promise<boolean>
  /** Removes a claim that is still running, so that the key is free again. */
  abandon(fence: string): Promise<void>
  /** Marks a running claim as failed: its execution ended without a known outcome. False: it was not running. */
  markFailed(fence: string): Promise<boolean>
  /** Extends the leases of those that are still running. */
  extendLeases(fences: readonly string[], leaseSeconds: number): Promise<void>
  /** Marks every running record past its lease as failed; answers how many. Any number of callers at once. */
  failExpired(): Promise<number>
  /** Marks every running record of other instances as failed; only where one process runs at a time. */
  failOtherInstances(instance: string): Promise<number>
  /** Deletes at most `limit` finished records that old; answers how many. */
  prune(olderThanSeconds: number, limit: number): Promise<number>
}
