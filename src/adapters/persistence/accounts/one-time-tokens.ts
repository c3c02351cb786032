import type { Kysely } from 'kysely'
import type { OneTimeTokenStore } from '../../../application/ports/accounts/one-time-token-store.ts'
import { digestBytes } from '../sql/digest-bytes.ts'
import type { Database } from '../schema/schema.ts'
import { prune } from '../sql/prune.ts'

/** A token is used by deleting its row, which one statement alone can do. */
export const kyselyOneTimeTokens = (db: Kysely<Database>): OneTimeTokenStore => ({
  async add({ hash, purpose, userId, expiresAt }) {
    await db
      .insertInto('one_time_tokens')
      .values({ hash: digestBytes(hash), purpose, user_id: userId, expires_at: expiresAt })
      .execute()
  },
  async find(hash, purpose, at) {
    const row = await db
      .selectFrom('one_time_tokens')
      .select('user_id')
      .where('hash', '=', digestBytes(hash))
      .where('purpose', '=', purpose)
      .where('expires_at', '>', at)
      .executeTakeFirst()
    return row === undefined ? null : { userId: row.user_id }
  },
  async take(hash, purpose, at) {
    const taken = await db
      .deleteFrom('one_time_tokens')
      .where('hash', '=', digestBytes(hash))
      .where('purpose', '=', purpose)
      .where('expires_at', '>', at)
      .executeTakeFirst()
    return taken.numDeletedRows === 1n
  },
  async remove(hash) {
    await db.deleteFrom('one_time_tokens').where('hash', '=', digestBytes(hash)).execute()
  },
  async voidAllOf(userId, purpose) {
    const tokens = db.deleteFrom('one_time_tokens').where('user_id', '=', userId)
    await (purpose === null ? tokens : tokens.where('purpose', '=', purpose)).execute()
  },
  async keepNewest(userId, purpose, most) {
    const older = db
      .selectFrom('one_time_tokens')
      .select('hash')
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .orderBy('expires_at', 'desc')
      .orderBy('hash')
      .offset(most)
    await db.deleteFrom('one_time_tokens').where('hash', 'in', older).execute()
  },
  prune: (expiredBefore, limit) =>
    prune(db, { table: 'one_time_tokens', key: 'hash', at: 'expires_at' }, expiredBefore, limit),
})
