import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { SigningKeyStore } from '../../../application/ports/secrets/signing-key-store.ts'
import type { Jwk, SigningKey } from '../../../domain/identity/signing-key.ts'
import type { Database, SigningKeysTable } from '../schema/schema.ts'
import { placeOf, unwrapWith } from './stored-secret.ts'
import type { Wrapping } from './stored-secret.ts'

/** The private half of a key as the bytes that are wrapped. */
export const privateBytes = (jwk: Jwk): Uint8Array => new TextEncoder().encode(JSON.stringify(jwk))

/** Private keys are wrapped on their way in and unwrapped on their way out; with null they stand in the clear. */
export const kyselySigningKeys = (db: Kysely<Database>, wrapping: Wrapping): SigningKeyStore => {
  const listIn = async (connection: Kysely<Database>): Promise<readonly SigningKey[]> => {
    const rows = await connection.selectFrom('signing_keys').selectAll().orderBy('signs_from').execute()
    return Promise.all(rows.map((row) => toSigningKey(row, wrapping)))
  }
  const insert = async (connection: Kysely<Database>, key: SigningKey) => {
    const secret =
      wrapping === null
        ? { private_jwk: JSON.stringify(key.privateJwk) }
        : { wrapped: await wrapping.wrap(privateBytes(key.privateJwk), placeOf('signing_keys', key.kid)) }
    const row = { kid: key.kid, public_jwk: JSON.stringify(key.publicJwk), signs_from: key.signsFrom }
    await connection
      .insertInto('signing_keys')
      .values({ ...row, ...secret })
      .execute()
  }
  return {
    list: () => listIn(db),
    async listOrCreate(candidate) {
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

const privateJwkOf = async (row: Selectable<SigningKeysTable>, wrapping: Wrapping): Promise<Jwk> => {
  if (row.private_jwk !== null) return row.private_jwk
  const bytes = await unwrapWith(wrapping, row.wrapped ?? '', placeOf('signing_keys', row.kid))
  return JSON.parse(new TextDecoder().decode(bytes)) as Jwk
}

const toSigningKey = async (row: Selectable<SigningKeysTable>, wrapping: Wrapping): Promise<SigningKey> => ({
  kid: row.kid,
  publicJwk: row.public_jwk,
  privateJwk: await privateJwkOf(row, wrapping),
  signsFrom: row.signs_from,
  retiredAt: row.retired_at,
})
