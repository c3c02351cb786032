import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { SecretWrapping } from '../../../application/ports/secrets/secret-wrapping.ts'
import type { Database } from '../schema/schema.ts'
import { privateBytes } from './signing-keys.ts'
import { placeOf } from './stored-secret.ts'
import { renewedSecret } from '../../../application/webhooks/stored-secret.ts'

/** The wrapped form under today's key; null if the row has it already. */
const renewed = async (
  wrapping: SecretWrapping,
  place: string,
  clear: Uint8Array | null,
  wrapped: string | null,
): Promise<string | null> => {
  const secret = clear ?? (await wrapping.unwrap(wrapped ?? '', place))
  return wrapped !== null && wrapping.isCurrent(wrapped) ? null : wrapping.wrap(secret, place)
}

/** Whether a secret of the installation needs a key that some earlier start had. */
export const hasWrappedSecrets = async (db: Kysely<Database>): Promise<boolean> => {
  const found = await sql<{ found: boolean }>`
    select exists (select from signing_keys where wrapped is not null)
        or exists (select from session_secrets where wrapped is not null) as found
  `.execute(db)
  return found.rows[0]?.found === true
}

/**
 * Wraps the secrets that stand in the clear, and those under an older key anew: how an installation gets its first
 * key, and a new one. Returns how many it wrapped. Rejects with `WrongMasterKey`, and changes nothing, where one does
 * not unwrap. Instances that start together wait for each other.
 */
export const wrapSecrets = (db: Kysely<Database>, wrapping: SecretWrapping): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    await sql`lock table signing_keys, session_secrets in share row exclusive mode`.execute(transaction)
    let count = 0
    for (const { kid, private_jwk, wrapped } of await transaction.selectFrom('signing_keys').selectAll().execute()) {
      const clear = private_jwk === null ? null : privateBytes(private_jwk)
      const next = await renewed(wrapping, placeOf('signing_keys', kid), clear, wrapped)
      if (next === null) continue
      count += 1
      const change = { private_jwk: null, wrapped: next }
      await transaction.updateTable('signing_keys').set(change).where('kid', '=', kid).execute()
    }
    for (const { id, secret, wrapped } of await transaction.selectFrom('session_secrets').selectAll().execute()) {
      const clear = secret === null ? null : Uint8Array.from(secret)
      const next = await renewed(wrapping, placeOf('session_secrets', id), clear, wrapped)
      if (next === null) continue
      count += 1
      await transaction
        .updateTable('session_secrets')
        .set({ secret: null, wrapped: next })
        .where('id', '=', id)
        .execute()
    }
    return count + (await wrapWebhookSecrets(transaction, wrapping))
  })

/** An owner who replaces a secret at the same time wraps it with today's key, so that row is left alone. */
const wrapWebhookSecrets = async (transaction: Kysely<Database>, wrapping: SecretWrapping): Promise<number> => {
  let count = 0
  const rows = await transaction.selectFrom('webhooks').select(['id', 'secret', 'previous_secret']).execute()
  for (const { id, secret, previous_secret: previous } of rows) {
    const next = await renewedSecret(wrapping, id, secret)
    const nextPrevious = previous === null ? null : await renewedSecret(wrapping, id, previous)
    if (next === null && nextPrevious === null) continue
    count += 1
    await transaction
      .updateTable('webhooks')
      .set({ secret: next ?? secret, previous_secret: nextPrevious ?? previous })
      .where('id', '=', id)
      .where('secret', '=', secret)
      .execute()
  }
  return count
}
