import { expect } from 'chai'
import { sql } from 'kysely'
import { decodeResponse } from '../../../../src/adapters/http/endpoint/idempotency.ts'
import { readRecord } from '../../../../src/adapters/persistence/idempotency/idempotency-record.ts'
import { addUser, testId } from '../../../contract/billing/billing-stores.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'

const BODY = new TextEncoder().encode('{"id":"one"}')

describeOnDatabases('a result that a release before migration 0061 recorded', (database) => {
  const replayOf = async (headers: object | null) => {
    const { db } = database()
    const key = { userId: await addUser(database()), scope: 'images', key: 'k' }
    await sql`
      insert into idempotency_records (user_id, scope, key, request_hash, operation_id, fence, instance, state, status,
                                       content_type, body, headers, lease_expires_at, ended_at)
      values (${key.userId}, ${key.scope}, ${key.key}, ${new Uint8Array(32)}, ${testId()}, ${testId()}, 'old',
              'succeeded', 201, 'application/json', ${BODY}, ${headers === null ? null : JSON.stringify(headers)},
              now(), now())`.execute(db)
    const record = await readRecord(db, key)
    if (record === null || record.result === null) throw new Error('nothing is recorded')
    const { body, ...head } = decodeResponse(record.result, true)
    return { ...head, text: new TextDecoder().decode(body) }
  }

  it('is replayed with its status, type, body and headers', async () => {
    const response = { tag: 'bytes', status: 201, contentType: 'application/json', text: '{"id":"one"}' }
    const replayed = { 'idempotency-replayed': 'true' }
    expect(await replayOf(null)).to.deep.equal({ ...response, headers: replayed })
    expect(await replayOf({ 'x-cost': '1.50' })).to.deep.equal({
      ...response,
      headers: { 'x-cost': '1.50', ...replayed },
    })
  })
})
