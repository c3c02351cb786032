import { type Kysely, sql } from 'kysely'
import type { IdempotencyKey } from '../../application/ports/idempotency-store.ts'
import type { Answer, IdempotencyRecord } from '../../domain/limits/idempotency.ts'
import type { Database } from './schema.ts'

/** Reads one record, its lease judged by the database's clock. */
export const readRecord = async (db: Kysely<Database>, key: IdempotencyKey): Promise<IdempotencyRecord | null> => {
  const row = await db
    .selectFrom('idempotency_records')
    .select([
      'operation_id',
      'request_hash',
      'state',
      'fence',
      'status',
      'content_type',
      'body',
      'headers',
      'body_address',
    ])
    .select(sql<boolean>`lease_expires_at <= now()`.as('lease_expired'))
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
    leaseExpired: row.lease_expired,
    answer: answerOf(row),
  }
}

interface AnswerColumns {
  readonly status: number | null
  readonly content_type: string | null
  readonly body: Uint8Array | null
  readonly headers: unknown
  readonly body_address: string | null
}

const answerOf = (row: AnswerColumns): Answer | null => {
  const { status, content_type: contentType, body, headers, body_address: bodyAddress } = row
  if (status === null || contentType === null || body === null) return null
  return {
    status,
    contentType,
    body,
    ...(headers === null ? {} : { headers: headers as Readonly<Record<string, string>> }),
    ...(bodyAddress === null ? {} : { bodyAddress }),
  }
}
