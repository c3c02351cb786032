import { type Kysely, type Selectable, sql } from 'kysely'
import type { SigningKeyStore } from '../../application/ports/signing-key-store.ts'
import type { SigningKey } from '../../domain/identity/signing-key.ts'
import type { Database, SigningKeysTable } from './schema.ts'

export const kyselySigningKeys = (db: Kysely<Database>): SigningKeyStore => {
  const listIn = async (connection: Kysely<Database>): Promise<readonly SigningKey[]> =>
    (await connection.selectFrom('signing_keys').selectAll().orderBy('signs_from').execute()).map(toSigningKey)
  const insert = (connection: Kysely<Database>, key: SigningKey) =>
    connection
      .insertInto('signing_keys')
      .values({
        kid: key.kid,
        public_jwk: JSON.stringify(key.publicJwk),
        private_jwk: JSON.stringify(key.privateJwk),
        signs_from: key.signsFrom,
      })
      .execute()
  return {
    list: () => listIn(db),
    async listOrBegin(candidate) {
      const present = await listIn(db)
      if (present.length > 0) return present
      return db.transaction().execute(async (transaction) => {
        // Instances that start together wait here for the first of them and then find its key.
        await sql`lock table signing_keys in share row exclusive mode`.execute(transaction)
        const found = await listIn(transaction)
        if (found.length > 0) return found
        await insert(transaction, candidate)
        return [candidate]
      })
    },
    async rotate(next, othersRetireAt, deleteRetiredBefore) {
      await db.transaction().execute(async (transaction) => {
        await sql`lock table signing_keys in share row exclusive mode`.execute(transaction)
        await transaction.deleteFrom('signing_keys').where('retired_at', '<', deleteRetiredBefore).execute()
        // An earlier moment stays: a leaked key is not accepted longer because of a later rotation.
        await transaction
          .updateTable('signing_keys')
          .set({ retired_at: othersRetireAt })
          .where((or) => or.or([or('retired_at', 'is', null), or('retired_at', '>', othersRetireAt)]))
          .execute()
        await insert(transaction, next)
      })
    },
  }
}

const toSigningKey = (row: Selectable<SigningKeysTable>): SigningKey => ({
  kid: row.kid,
  publicJwk: row.public_jwk,
  privateJwk: row.private_jwk,
  signsFrom: row.signs_from,
  retiredAt: row.retired_at,
})
