import { type Kysely, type Selectable, sql } from 'kysely'
import type { SessionSecret, SessionSecretStore } from '../../application/ports/session-secret-store.ts'
import type { Database, SessionSecretsTable } from './schema.ts'

export const kyselySessionSecrets = (db: Kysely<Database>): SessionSecretStore => {
  const newestIn = async (connection: Kysely<Database>): Promise<SessionSecret | null> => {
    const newest = connection.selectFrom('session_secrets').selectAll().orderBy('created_at', 'desc').orderBy('id')
    const row = await newest.limit(1).executeTakeFirst()
    return row === undefined ? null : toSecret(row)
  }
  return {
    async find(id) {
      const row = await db.selectFrom('session_secrets').selectAll().where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : toSecret(row)
    },
    async newestOrBegin(candidate) {
      const present = await newestIn(db)
      if (present !== null) return present
      return db.transaction().execute(async (transaction) => {
        // Instances that start together wait here for the first of them and then find its secret.
        await sql`lock table session_secrets in share row exclusive mode`.execute(transaction)
        const found = await newestIn(transaction)
        if (found !== null) return found
        const { id, secret, createdAt } = candidate
        await transaction.insertInto('session_secrets').values({ id, secret, created_at: createdAt }).execute()
        return candidate
      })
    },
  }
}

const toSecret = (row: Selectable<SessionSecretsTable>): SessionSecret => ({
  id: row.id,
  secret: Uint8Array.from(row.secret),
  createdAt: row.created_at,
})
