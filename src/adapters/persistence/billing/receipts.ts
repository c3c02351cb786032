import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { ReceiptLog } from '../../../application/ports/billing/receipt-log.ts'
import type { Receipt } from '../../../domain/ledger/receipt.ts'
import { receiptFrom, referenceFrom } from '../ledger/ledger-codecs.ts'
import type { Database } from '../schema/schema.ts'
import { plainArray } from '../sql/array-literal.ts'
import { endedIds } from './ended-ids.ts'

interface Row extends Omit<Receipt, 'kind' | 'facts' | 'key'> {
  readonly reference: string
  readonly facts: unknown
  readonly keyId: string | null
  readonly keyName: string
  readonly keyPrefix: string
  readonly keyLastFour: string
}

const toReceipt = ({ reference, facts, keyId, keyName, keyPrefix, keyLastFour, ...receipt }: Row): Receipt => ({
  ...receipt,
  kind: referenceFrom(reference).kind,
  facts: receiptFrom(facts),
  key: keyId === null ? null : { id: keyId, name: keyName, prefix: keyPrefix, lastFour: keyLastFour },
})

/** Those of the operations that belong to the owner, in the order of the ids, the greatest first. */
const receiptsOf = async (
  db: Kysely<Database>,
  ownerId: string,
  operationIds: readonly string[],
): Promise<readonly Receipt[]> => {
  const { rows } = await sql<Row>`
    select h.id as "operationId", h.reference, a.currency, h.amount as hold, h.state, h.release_reason as "releaseReason",
           h.receipt as facts, h.created_at as "startedAt", h.ended_at as "endedAt",
           coalesce(c.amount, 0)::bigint as charge, coalesce(w.amount, 0)::bigint as writeoff,
           v.model, coalesce(c.tariff_version, v.tariff_version) as "tariffVersion",
           k.id as "keyId", k.name as "keyName", k.prefix as "keyPrefix", k.last_four as "keyLastFour"
      from holds h
      join accounts a on a.id = h.wallet and a.owner = ${ownerId}
      left join transfers c on c.id = h.id and c.kind = 'charge'
      left join transfers w on w.hold_id = h.id and w.kind = 'writeoff'
      left join video_jobs v on v.id = h.id
      left join api_keys k on k.id = h.budget_id and k.user_id = a.owner
     where h.id = any(${plainArray(operationIds)}::uuid[])
     order by h.id desc`.execute(db)
  return rows.map(toReceipt)
}

export const kyselyReceipts = (db: Kysely<Database>): ReceiptLog => ({
  async find(ownerId, operationId) {
    const [receipt] = await receiptsOf(db, ownerId, [operationId])
    return receipt ?? null
  },
  async page(query) {
    const { rows: ids, next } = await endedIds(db, query)
    // An ended operation stays one, so what the second statement reads needs no snapshot of the first.
    return { rows: ids.length === 0 ? [] : await receiptsOf(db, query.ownerId, ids), next }
  },
})
