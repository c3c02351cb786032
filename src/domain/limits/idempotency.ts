import type { Json } from '../json.ts'

/**
 * What is recorded under a key, so that every repetition of the request gets the first answer to the last byte. The
 * adapter that received the request encodes it and is the only one that reads it: to everything else it is opaque.
 */
export interface RecordedResult {
  /** What the adapter writes beside the body. */
  readonly facts: Json
  /** Bytes, not a value: a value that is written again may be written differently. */
  readonly body: Uint8Array
  /** Where the body is stored when it is too large to be recorded; `body` is then empty. */
  readonly bodyAddress?: string | undefined
}

/** What is known of one key. `failed` without a result means that the process that executed the request died. */
export interface IdempotencyRecord {
  /** Names every row that the first execution writes. An execution that resumes it writes the same rows. */
  readonly operationId: string
  /** SHA-256 of the request. */
  readonly requestHash: Uint8Array
  readonly state: 'running' | 'succeeded' | 'failed'
  /** A new value for every execution. Only the execution that holds it may finish the record. */
  readonly fence: string
  /** Whether the process that executed it is gone. */
  readonly isLost: boolean
  readonly result: RecordedResult | null
}

/**
 * What to do about a request whose execution ended with its process: `fail` where a second execution could do the work
 * twice, `resume` where the operation id names every row, so that a second execution writes each of them once.
 */
export type AfterCrash = 'fail' | 'resume'

type IdempotencyDecision =
  | { readonly tag: 'replay'; readonly result: RecordedResult }
  | { readonly tag: 'take_over' }
  /** The process of the first execution died: the caller gets that failure, and nothing is executed. */
  | { readonly tag: 'interrupted' }
  | { readonly tag: 'idempotency_in_progress' }
  | { readonly tag: 'idempotency_mismatch' }

/** By what a request is known again. */
export interface RequestHashes {
  /** SHA-256 of the request, 32 bytes. */
  readonly requestHash: Uint8Array
  /** The hash that earlier releases recorded; computed only for a record that has another hash than `requestHash`. */
  readonly formerHash?: () => Uint8Array
}

/**
 * Decides on a request with a known key. The hash is compared first, so that a different request learns nothing else
 * about the first one.
 */
export const decideKnownKey = (
  record: IdempotencyRecord,
  request: RequestHashes,
  afterCrash: AfterCrash,
): IdempotencyDecision => {
  if (!isSame(record, request)) return { tag: 'idempotency_mismatch' }
  if (record.result !== null) return { tag: 'replay', result: record.result }
  if (record.state === 'running' && !record.isLost) return { tag: 'idempotency_in_progress' }
  return afterCrash === 'resume' ? { tag: 'take_over' } : { tag: 'interrupted' }
}

const isSame = ({ requestHash: recorded }: IdempotencyRecord, { requestHash, formerHash }: RequestHashes): boolean =>
  equalBytes(recorded, requestHash) || (formerHash !== undefined && equalBytes(recorded, formerHash()))

const equalBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])
