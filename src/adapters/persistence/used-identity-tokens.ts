import { type Kysely, sql } from 'kysely'
import type { UsedIdentityTokenStore } from '../../application/ports/used-identity-token-store.ts'
import { digestBytes } from './digest-bytes.ts'
import type { Database } from './schema.ts'

export const kyselyUsedIdentityTokens = (db: Kysely<Database>): UsedIdentityTokenStore => ({
  async firstUse({ hash, expiresAt, userId, at }) {
    await db
      .insertInto('used_identity_tokens')
      .values({ hash: digestBytes(hash), user_id: userId, used_at: at, expires_at: expiresAt })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute()
    const row = await db
      .selectFrom('used_identity_tokens')
      .select(['user_id', 'used_at'])
      .where('hash', '=', digestBytes(hash))
      .executeTakeFirstOrThrow()
    return { userId: row.user_id, at: row.used_at }
  },
  async prune(expiredBefore, limit) {
    const old = db
      .selectFrom('used_identity_tokens')
      .select('hash')
      .where('expires_at', '<', expiredBefore)
      .limit(limit)
      .forUpdate()
      .skipLocked()
    const pruned = await db
      .with('old', () => old)
      .deleteFrom('used_identity_tokens')
      .where('hash', 'in', sql<Uint8Array>`(select hash from old)`)
      .executeTakeFirst()
    return Number(pruned.numDeletedRows)
  },
})
