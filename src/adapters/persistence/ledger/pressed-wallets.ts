import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { PressedWallets } from '../../../application/ports/billing/pressed-wallets.ts'
import { PRESSED } from '../../../domain/reservations/pressed.ts'
import type { Database } from '../schema/schema.ts'

/** Whether the mark of an account still counts, by the database's clock, which also wrote it. */
export const IS_PRESSED = `pressed_at > now() - ${PRESSED.forMs} * interval '1 millisecond'`

/** Single statements; bind it to the pool, not to a transaction. */
export const kyselyPressedWallets = (db: Kysely<Database>): PressedWallets => ({
  async press(walletId) {
    // A client that tries again at once writes no mark anew: the last one has not been seen by all yet.
    const { rows } = await sql<{ readonly isReserved: boolean }>`
      with marked as (
        update accounts set pressed_at = now()
         where id = ${walletId} and reserved > 0
           and (pressed_at is null or pressed_at < now() - ${PRESSED.lookEveryMs} * interval '1 millisecond'))
      select reserved > 0 as "isReserved" from accounts where id = ${walletId}`.execute(db)
    return rows[0]?.isReserved === true
  },
  async pressedOf(instance) {
    const { rows } = await sql<{ readonly id: string }>`
      select a.id from accounts a
       where (a.suspended or ${sql.raw(`a.${IS_PRESSED}`)})
         and a.id in (select r.wallet from reservations r where r.ended_at is null and r.instance = ${instance})`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  },
})
