import type { Kysely } from 'kysely'
import type { UsedIdentityTokenStore } from '../../../application/ports/accounts/used-identity-token-store.ts'
import { digestBytes } from '../sql/digest-bytes.ts'
import type { Database } from '../schema/schema.ts'
import { prune } from '../sql/prune.ts'

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
  prune: (expiredBefore, limit) =>
    prune(db, { table: 'used_identity_tokens', key: 'hash', at: 'expires_at' }, expiredBefore, limit),
})
