import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { AuditLog } from '../../../application/ports/billing/audit-log.ts'
import type { Currency } from '../../../domain/money/money.ts'
import type { Database } from '../schema/schema.ts'
import { storableJson } from '../sql/storable-json.ts'

/** Amounts are texts: a number of JSON would round them. */
type WrittenDeltas = readonly { readonly currency: Currency; readonly amount: string }[]

export const kyselyAuditLog = (db: Kysely<Database>): AuditLog => ({
  async add({ at, tookMs, violations, deltas }) {
    const written: WrittenDeltas = deltas.map(({ currency, amount }) => ({ currency, amount: String(amount) }))
    await sql`
      with old as (delete from ledger_audits where at < ${at}::timestamptz - interval '90 days')
      insert into ledger_audits (at, took_ms, violations, deltas)
      values (${at}, ${tookMs}, ${violations}, ${storableJson(written)})`.execute(db)
  },
  async last() {
    const row = await db.selectFrom('ledger_audits').selectAll().orderBy('at', 'desc').limit(1).executeTakeFirst()
    if (row === undefined) return null
    const deltas = (row.deltas as WrittenDeltas).map(({ currency, amount }) => ({ currency, amount: BigInt(amount) }))
    return { at: row.at, tookMs: Number(row.took_ms), violations: row.violations, deltas }
  },
})
