import type { Kysely } from 'kysely'
import type { IdentityStore } from '../../../application/ports/accounts/identity-store.ts'
import type { Database } from '../schema/schema.ts'

export const kyselyIdentities = (db: Kysely<Database>): IdentityStore => ({
  async find(provider, subject) {
    const row = await db
      .selectFrom('identities')
      .select('user_id')
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .executeTakeFirst()
    return row === undefined ? null : { userId: row.user_id }
  },
  async add({ provider, subject, userId }, at) {
    const added = await db
      .insertInto('identities')
      .values({ provider, subject, user_id: userId, created_at: at })
      .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
      .executeTakeFirst()
    return added.numInsertedOrUpdatedRows === 1n
  },
  async providersOf(userId) {
    const rows = await db
      .selectFrom('identities')
      .select('provider')
      .distinct()
      .where('user_id', '=', userId)
      .orderBy('provider')
      .execute()
    return rows.map(({ provider }) => provider)
  },
  async remove(userId, provider) {
    const removed = await db
      .deleteFrom('identities')
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .executeTakeFirst()
    return removed.numDeletedRows > 0n
  },
  async removeAllOf(userId, since) {
    const linked = db.deleteFrom('identities').where('user_id', '=', userId)
    await (since === null ? linked : linked.where('created_at', '>=', since)).execute()
  },
})
