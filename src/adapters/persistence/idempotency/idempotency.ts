import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { ClaimOutcome, IdempotencyStore, NewClaim } from '../../../application/ports/process/idempotency-store.ts'
import { DatabaseAway } from '../engine/database-away.ts'
import { DatabaseBusy } from '../engine/database-busy.ts'
import { lostClaim, readRecord } from './idempotency-record.ts'
import type { Database } from '../schema/schema.ts'
import { storableJson } from '../sql/storable-json.ts'

/** How often a key is claimed that another process frees between this insert and this read. */
const CLAIM_ATTEMPTS = 5

/** A claim has no time of its own: it lives as long as its instance. */
const WITH_INSTANCE = sql<Date>`'infinity'`

export const kyselyIdempotency = (db: Kysely<Database>): IdempotencyStore => ({
  async claim(claim) {
    try {
      for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt += 1) {
        const outcome = await claimOrRead(db, claim)
        if (outcome !== null) return outcome
      }
    } catch (error) {
      // Neither reached the server: there is no claim to give back.
      if (error instanceof DatabaseAway || error instanceof DatabaseBusy) throw error
      return { tag: 'unanswered', error }
    }
    throw new Error('an idempotency key was freed and taken again and again')
  },
  async takeOver({ userId, scope, key, lostFence, fence, instance }) {
    const taken = await db
      .updateTable('idempotency_records')
      .set({ state: 'running', fence, instance, lease_expires_at: WITH_INSTANCE, ended_at: null })
      .where('user_id', '=', userId)
      .where('scope', '=', scope)
      .where('key', '=', key)
      .where('fence', '=', lostFence)
      .where('body', 'is', null)
      .where((or) => or.or([or('state', '=', 'failed'), lostClaim]))
      .executeTakeFirst()
    return taken.numUpdatedRows === 1n
  },
  async finish(fence, state, { facts, body, bodyAddress = null }) {
    const finished = await db
      .updateTable('idempotency_records')
      .set({ state, facts: storableJson(facts), body, body_address: bodyAddress, ended_at: sql`now()` })
      .where('fence', '=', fence)
      .where('state', '=', 'running')
      .executeTakeFirst()
    return finished.numUpdatedRows === 1n
  },
  async abandon(fence) {
    await db.deleteFrom('idempotency_records').where('fence', '=', fence).where('state', '=', 'running').execute()
  },
  async markFailed(fence) {
    const lost = await failRunning(db).where('fence', '=', fence).executeTakeFirst()
    return lost.numUpdatedRows === 1n
  },
  async runningOf(instance) {
    const rows = await db
      .selectFrom('idempotency_records')
      .select('fence')
      .where('state', '=', 'running')
      .where('instance', '=', instance)
      .execute()
    return rows.map(({ fence }) => fence)
  },
  async failLost() {
    const failed = await failRunning(db).where(lostClaim).executeTakeFirst()
    return Number(failed.numUpdatedRows)
  },
  async prune(olderThanSeconds, limit) {
    const { numAffectedRows } = await sql`
      delete from idempotency_records where fence in (
        select fence from idempotency_records
         where state <> 'running' and ended_at < now() - make_interval(secs => ${olderThanSeconds})
         limit ${limit})`.execute(db)
    return Number(numAffectedRows ?? 0n)
  },
})

const failRunning = (db: Kysely<Database>) =>
  db
    .updateTable('idempotency_records')
    .set({ state: 'failed', ended_at: sql`now()` })
    .where('state', '=', 'running')

/** Null when the record was freed in between. */
const claimOrRead = async (db: Kysely<Database>, claim: NewClaim): Promise<ClaimOutcome | null> => {
  const inserted = await db
    .insertInto('idempotency_records')
    .values({
      user_id: claim.userId,
      scope: claim.scope,
      key: claim.key,
      request_hash: claim.requestHash,
      operation_id: claim.operationId,
      fence: claim.fence,
      instance: claim.instance,
      state: 'running',
      lease_expires_at: WITH_INSTANCE,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'scope', 'key']).doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 1n) return { tag: 'claimed' }
  const record = await readRecord(db, claim)
  return record === null ? null : { tag: 'known', record }
}
