// A dump of the database opened every account, so a key outside it now wraps signing keys and session secrets.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table signing_keys
      add column wrapped text,
      alter column private_jwk drop not null,
      add constraint signing_keys_secret_once check (num_nonnulls(private_jwk, wrapped) = 1)`.execute(db)
  await sql`
    alter table session_secrets
      add column wrapped text,
      alter column secret drop not null,
      add constraint session_secrets_secret_once check (num_nonnulls(secret, wrapped) = 1)`.execute(db)
}
