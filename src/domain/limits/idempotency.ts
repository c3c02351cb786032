/** An answer as it was first given: bytes, not values, so that a replay is equal to the last byte. */
export interface Answer {
  /** 2xx, or 502 once the upstream had been called. */
  readonly status: number
  readonly contentType: string
  readonly body: Uint8Array
  /** What the answer said beside its body, where that matters to a caller who reads it again. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Where the body is kept when it is too large to be recorded; `body` is then empty. */
  readonly bodyAddress?: string | undefined
}

/** What is known of one key. `failed` without an answer means that the process running it died. */
export interface IdempotencyRecord {
  /** Names everything the first execution makes; a later one that resumes it makes the same things. */
  readonly operationId: string
  /** SHA-256 of the request. */
  readonly requestHash: Uint8Array
  readonly state: 'running' | 'succeeded' | 'failed'
  /** Changes with every execution; only its holder may finish the record. */
  readonly fence: string
  readonly leaseExpired: boolean
  readonly answer: Answer | null
}

/**
 * What may be done about a request whose execution was lost with its process: `fail` where a second execution
 * could do the work twice, `resume` where everything it makes is named by the operation id and so made once.
 */
export type AfterCrash = 'fail' | 'resume'

export type IdempotencyDecision =
  | { readonly tag: 'replay'; readonly answer: Answer }
  | { readonly tag: 'take_over' }
  /** The first execution was lost: the caller is told that it failed, and nothing is executed. */
  | { readonly tag: 'interrupted' }
  | { readonly tag: 'idempotency_in_progress' }
  | { readonly tag: 'idempotency_mismatch' }

/** What a request with a known key gets. The hash is compared first: another request never learns more than that. */
export const decideKnownKey = (
  record: IdempotencyRecord,
  requestHash: Uint8Array,
  afterCrash: AfterCrash,
): IdempotencyDecision => {
  if (!equalBytes(record.requestHash, requestHash)) return { tag: 'idempotency_mismatch' }
  if (record.answer !== null) return { tag: 'replay', answer: record.answer }
  if (record.state === 'running' && !record.leaseExpired) return { tag: 'idempotency_in_progress' }
  return afterCrash === 'resume' ? { tag: 'take_over' } : { tag: 'interrupted' }
}

const equalBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])
