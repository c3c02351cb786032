import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { SessionSecret, SessionSecretStore } from '../../../application/ports/secrets/session-secret-store.ts'
import type { Database, SessionSecretsTable } from '../schema/schema.ts'
import { placeOf, unwrapWith } from './stored-secret.ts'
import type { Wrapping } from './stored-secret.ts'

/** Secrets are wrapped on their way in and unwrapped on their way out; with null they stand in the clear. */
export const kyselySessionSecrets = (db: Kysely<Database>, wrapping: Wrapping): SessionSecretStore => {
  const newestIn = async (connection: Kysely<Database>): Promise<SessionSecret | null> => {
    const newest = connection.selectFrom('session_secrets').selectAll().orderBy('created_at', 'desc').orderBy('id')
    const row = await newest.limit(1).executeTakeFirst()
    return row === undefined ? null : toSecret(row, wrapping)
  }
  return {
    async find(id) {
      const row = await db.selectFrom('session_secrets').selectAll().where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : toSecret(row, wrapping)
    },
    async newestOrCreate(candidate) {
      const present = await newestIn(db)
      if (present !== null) return present
      return db.transaction().execute(async (transaction) => {
        // Instances that start together wait here for the first of them and then find its secret.
        await sql`lock table session_secrets in share row exclusive mode`.execute(transaction)
        const found = await newestIn(transaction)
        if (found !== null) return found
        const { id, secret, createdAt } = candidate
        const stored =
          wrapping === null ? { secret } : { wrapped: await wrapping.wrap(secret, placeOf('session_secrets', id)) }
        await transaction
          .insertInto('session_secrets')
          .values({ id, created_at: createdAt, ...stored })
          .execute()
        return candidate
      })
    },
  }
}

const toSecret = async (row: Selectable<SessionSecretsTable>, wrapping: Wrapping): Promise<SessionSecret> => ({
  id: row.id,
  secret:
    row.secret === null
      ? await unwrapWith(wrapping, row.wrapped ?? '', placeOf('session_secrets', row.id))
      : Uint8Array.from(row.secret),
  createdAt: row.created_at,
})
