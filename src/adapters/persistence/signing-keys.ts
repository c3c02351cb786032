import { type Kysely, type Selectable, sql } from 'kysely'
import type { SigningKeyStore } from '../../application/ports/signing-key-store.ts'
import type { SigningKey } from '../../domain/identity/signing-key.ts'
import type { Database, SigningKeysTable } from './schema.ts'

export const kyselySigningKeys = (db: Kysely<Database>): SigningKeyStore => {
  const listIn = async (connection: Kysely<Database>): Promise<readonly SigningKey[]> =>
    (await connection.selectFrom('signing_keys').selectAll().orderBy('signs_from').execute()).map(toSigningKey)
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
        await transaction
          .insertInto('signing_keys')
          .values({
            kid: candidate.kid,
            public_jwk: JSON.stringify(candidate.publicJwk),
            private_jwk: JSON.stringify(candidate.privateJwk),
            signs_from: candidate.signsFrom,
          })
          .execute()
        return [candidate]
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
