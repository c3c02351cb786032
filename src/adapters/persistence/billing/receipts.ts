import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { ReceiptLog } from '../../../application/ports/billing/receipt-log.ts'
import type { Receipt } from '../../../domain/ledger/receipt.ts'
import { receiptFrom, referenceFrom } from '../ledger/ledger-codecs.ts'
import type { Database } from '../schema/schema.ts'

interface Row extends Omit<Receipt, 'kind' | 'facts'> {
  readonly reference: string
  readonly facts: unknown
}

export const kyselyReceipts = (db: Kysely<Database>): ReceiptLog => ({
  async find(ownerId, operationId) {
    const { rows } = await sql<Row>`
      select h.id as "operationId", h.reference, a.currency, h.amount as hold, h.state, h.release_reason as "releaseReason",
             h.receipt as facts, h.created_at as "startedAt", h.ended_at as "endedAt",
             coalesce(c.amount, 0)::bigint as charge, coalesce(w.amount, 0)::bigint as writeoff,
             v.model, coalesce(c.tariff_version, v.tariff_version) as "tariffVersion"
        from holds h
        join accounts a on a.id = h.wallet and a.owner = ${ownerId}
        left join transfers c on c.id = h.id and c.kind = 'charge'
        left join transfers w on w.hold_id = h.id and w.kind = 'writeoff'
        left join video_jobs v on v.id = h.id
       where h.id = ${operationId}`.execute(db)
    const [row] = rows
    if (row === undefined) return null
    const { reference, facts, ...receipt } = row
    return { ...receipt, kind: referenceFrom(reference).kind, facts: receiptFrom(facts) }
  },
})
