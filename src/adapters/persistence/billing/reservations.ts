import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { OpenReservation, ReservationStore } from '../../../application/ports/billing/reservation-store.ts'
import type { Database } from '../schema/schema.ts'

/** Single statements; bind it to the pool, not to a transaction. */
export const kyselyReservations = (db: Kysely<Database>): ReservationStore => ({
  async ofEndedInstances(limit) {
    const { rows } = await sql<OpenReservation>`
      select r.id, r.wallet as "walletId", r.budget_id as "budgetId" from reservations r
       where r.ended_at is null
         and not exists (select from instances i where i.id = r.instance and i.ended_at is null)
       limit ${limit}::int`.execute(db)
    return rows
  },
})
