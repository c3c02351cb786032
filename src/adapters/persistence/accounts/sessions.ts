import type { Kysely, Selectable } from 'kysely'
import type { SessionStore } from '../../../application/ports/accounts/session-store.ts'
import type { Session } from '../../../domain/identity/session.ts'
import { digestBytes, digestHex } from '../sql/digest-bytes.ts'
import type { Database, SessionsTable } from '../schema/schema.ts'
import { prune } from '../sql/prune.ts'

export const kyselySessions = (db: Kysely<Database>): SessionStore => ({
  async add(session) {
    await db
      .insertInto('sessions')
      .values({
        id: session.id,
        user_id: session.userId,
        secret_id: session.secretId,
        family_hash: digestBytes(session.familyHash),
        current_hash: digestBytes(session.currentHash),
        turned_at: session.createdAt,
        created_at: session.createdAt,
        authenticated_at: session.createdAt,
        user_agent: session.userAgent,
      })
      .execute()
  },
  async find(id) {
    const row = await db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst()
    return row === undefined ? null : toSession(row)
  },
  async findByFamily(familyHash) {
    const family = digestBytes(familyHash)
    const row = await db.selectFrom('sessions').selectAll().where('family_hash', '=', family).executeTakeFirst()
    return row === undefined ? null : toSession(row)
  },
  async rotate({ id, from, to, at }) {
    const rotated = await db
      .updateTable('sessions')
      .set({ current_hash: digestBytes(to), previous_hash: digestBytes(from), turned_at: at })
      .where('id', '=', id)
      .where('current_hash', '=', digestBytes(from))
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    return rotated.numUpdatedRows === 1n
  },
  listOpenOf: (...of) => listOpenOf(db, ...of),
  async recordReauthentication(id, at) {
    await db
      .updateTable('sessions')
      .set({ authenticated_at: at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .execute()
  },
  revokeLongestIdle: (...of) => revokeLongestIdle(db, ...of),
  async revoke(id, reason, at) {
    await db
      .updateTable('sessions')
      .set({ revoked_at: at, revoked_reason: reason })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .execute()
  },
  async revokeAllOf(userId, reason, at, except) {
    const live = db
      .updateTable('sessions')
      .set({ revoked_at: at, revoked_reason: reason })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
    await (except === undefined ? live : live.where('id', '<>', except)).execute()
  },
  prune: (createdBefore, limit) => prune(db, { table: 'sessions', key: 'id', at: 'created_at' }, createdBefore, limit),
})

const listOpenOf = async (db: Kysely<Database>, userId: string): Promise<readonly Session[]> => {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('turned_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toSession)
}

const revokeLongestIdle = async (
  db: Kysely<Database>,
  ...[userId, most, reason, at]: Parameters<SessionStore['revokeLongestIdle']>
): Promise<readonly string[]> => {
  const tooMany = db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('turned_at', 'desc')
    .orderBy('id', 'desc')
    .offset(most)
  const revoked = await db
    .updateTable('sessions')
    .set({ revoked_at: at, revoked_reason: reason })
    .where('id', 'in', tooMany)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return revoked.map(({ id }) => id)
}

const toSession = (row: Selectable<SessionsTable>): Session => ({
  id: row.id,
  userId: row.user_id,
  secretId: row.secret_id,
  currentHash: digestHex(row.current_hash),
  previousHash: row.previous_hash === null ? null : digestHex(row.previous_hash),
  rotatedAt: row.turned_at,
  createdAt: row.created_at,
  revokedAt: row.revoked_at,
  authenticatedAt: row.authenticated_at,
  userAgent: row.user_agent,
})
