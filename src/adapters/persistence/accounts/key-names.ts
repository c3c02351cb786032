import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { KeyNames } from '../../../application/ports/accounts/key-names.ts'
import type { ReceiptKey } from '../../../domain/ledger/receipt.ts'
import type { Database } from '../schema/schema.ts'
import { plainArray } from '../sql/array-literal.ts'

export const kyselyKeyNames = (db: Kysely<Database>): KeyNames => ({
  async find(ownerId, keyIds) {
    if (keyIds.length === 0) return new Map()
    const { rows } = await sql<ReceiptKey>`
      select id, name, prefix, last_four as "lastFour" from api_keys
       where id = any(${plainArray(keyIds)}::uuid[]) and user_id = ${ownerId}`.execute(db)
    return new Map(rows.map((key) => [key.id, key]))
  },
})
