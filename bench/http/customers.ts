import { createHash, randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { encodeKey, maskedParts, SECRET_BYTES } from '../../src/domain/api-keys/api-key.ts'

/** Micro-roubles on each wallet. */
const BALANCE = 1_000_000_000_000n

const INSERTS = [
  `insert into users (id, email, email_folded) select id, id || '@example.org', id || '@example.org'
     from unnest($1::uuid[]) as id`,
  `insert into accounts (id, kind, owner, currency, balance) select gen_random_uuid(), 'user', id, 'RUB', ${BALANCE}
     from unnest($1::uuid[]) as id`,
  `insert into budgets (id) select id from unnest($1::uuid[]) as id`,
]

const KEYS = `
  insert into api_keys (id, user_id, name, key_hash, prefix, last_four, created_at)
  select id, id, 'bench', decode(hash, 'hex'), prefix, last_four, now()
    from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as made (id, hash, prefix, last_four)`

/** Writes customers with a wallet and a key each, and gives back the keys. To sign up a thousand takes minutes. */
export const writeCustomers = async (url: string, count: number): Promise<readonly string[]> => {
  const ids = Array.from({ length: count }, () => randomUUID())
  const keys = ids.map(() => encodeKey(randomBytes(SECRET_BYTES)))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const insert of INSERTS) await client.query(insert, [ids])
    const hashes = keys.map((key) => createHash('sha256').update(key).digest('hex'))
    const [prefixes, lastFours] = [
      keys.map((key) => maskedParts(key).prefix),
      keys.map((key) => maskedParts(key).lastFour),
    ]
    await client.query(KEYS, [ids, hashes, prefixes, lastFours])
  } finally {
    await client.end()
  }
  return keys
}
