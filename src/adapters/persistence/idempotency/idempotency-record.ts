import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { IdempotencyKey } from '../../../application/ports/process/idempotency-store.ts'
import type { Json } from '../../../domain/json.ts'
import type { RecordedResult, IdempotencyRecord } from '../../../domain/limits/idempotency.ts'
import { isLost } from '../instances/instances.ts'
import type { Database } from '../schema/schema.ts'

/** A claim whose instance has ended. Those of releases before migration 0076 have a time of their own. */
export const lostClaim = sql<boolean>`
  (lease_expires_at <= now() or ${isLost('idempotency_records.instance', 'idempotency_records.lease_expires_at')})`

/** Reads one record, as it is at this moment. */
export const readRecord = async (db: Kysely<Database>, key: IdempotencyKey): Promise<IdempotencyRecord | null> => {
  const row = await db
    .selectFrom('idempotency_records')
    .select([
      'operation_id',
      'request_hash',
      'state',
      'fence',
      'facts',
      'status',
      'content_type',
      'body',
      'headers',
      'body_address',
    ])
    .select(lostClaim.as('is_lost'))
    .where('user_id', '=', key.userId)
    .where('scope', '=', key.scope)
    .where('key', '=', key.key)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    operationId: row.operation_id,
    requestHash: row.request_hash,
    state: row.state,
    fence: row.fence,
    isLost: row.is_lost,
    result: resultOf(row),
  }
}

interface ResultColumns {
  readonly facts: unknown
  readonly status: number | null
  readonly content_type: string | null
  readonly body: Uint8Array | null
  readonly headers: unknown
  readonly body_address: string | null
}

/** Releases before migration 0061 wrote the facts in three columns. */
const factsOf = ({ facts, status, content_type: contentType, headers }: ResultColumns): Json =>
  facts === null ? { status, contentType, ...(headers === null ? {} : { headers: headers as Json }) } : (facts as Json)

const resultOf = (row: ResultColumns): RecordedResult | null => {
  const { body, body_address: bodyAddress } = row
  if (body === null) return null
  return { facts: factsOf(row), body, ...(bodyAddress === null ? {} : { bodyAddress }) }
}
