import type { Kysely } from 'kysely'
import type { SessionLookup } from '../../../application/ports/accounts/session-lookup.ts'
import { sessionEnd } from '../../../domain/identity/session.ts'
import type { Database } from '../schema/schema.ts'

/** One statement; put a cache before it. */
export const kyselySessionLookup = (db: Kysely<Database>): SessionLookup => ({
  async find(sessionId) {
    const row = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['sessions.user_id', 'sessions.created_at', 'users.operator_since'])
      .where('sessions.id', '=', sessionId)
      .where('sessions.revoked_at', 'is', null)
      .where('users.deactivated_at', 'is', null)
      .executeTakeFirst()
    if (row === undefined) return null
    return {
      userId: row.user_id,
      endsAtMs: sessionEnd({ createdAt: row.created_at }),
      isOperator: row.operator_since !== null,
    }
  },
})
