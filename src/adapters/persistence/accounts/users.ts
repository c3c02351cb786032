import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { NewUser, UserStore } from '../../../application/ports/accounts/user-store.ts'
import type { User } from '../../../domain/identity/user.ts'
import type { Database, UsersTable } from '../schema/schema.ts'

export const kyselyUsers = (db: Kysely<Database>): UserStore => {
  const change = (id: string) => db.updateTable('users').where('id', '=', id)
  return {
    async add(user) {
      const added = await db
        .insertInto('users')
        .values(toRow(user))
        .onConflict((conflict) => conflict.column('email_folded').doNothing())
        .executeTakeFirst()
      return added.numInsertedOrUpdatedRows === 1n
    },
    async find(id) {
      const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : toUser(row)
    },
    async findByEmail(emailFolded) {
      const row = await db.selectFrom('users').selectAll().where('email_folded', '=', emailFolded).executeTakeFirst()
      return row === undefined ? null : toUser(row)
    },
    async lock(id) {
      const row = await db.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
      return row === undefined ? null : toUser(row)
    },
    async list({ after, limit }) {
      const page = db.selectFrom('users').selectAll().orderBy('id').limit(limit)
      const rows = await (after === null ? page : page.where('id', '>', after)).execute()
      return rows.map(toUser)
    },
    async setDisplayName(id, displayName) {
      await change(id).set({ display_name: displayName }).execute()
    },
    async replacePasswordHash(id, from, to) {
      const replaced = await change(id).set({ password_hash: to }).where('password_hash', '=', from).executeTakeFirst()
      return replaced.numUpdatedRows === 1n
    },
    async setPasswordHash(id, passwordHash) {
      await change(id).set({ password_hash: passwordHash }).execute()
    },
    async proveOwner(id, at) {
      await change(id).set({ email_verified: true, owner_proven_at: at }).execute()
    },
    async deactivate(id, at) {
      const changed = await change(id)
        .set({ deactivated_at: sql`coalesce(deactivated_at, ${at})` })
        .executeTakeFirst()
      return changed.numUpdatedRows === 1n
    },
    async reactivate(id) {
      const changed = await change(id).set({ deactivated_at: null }).executeTakeFirst()
      return changed.numUpdatedRows === 1n
    },
    async setRateLimit(id, requestsPerMinute) {
      await change(id).set({ rate_limit_per_minute: requestsPerMinute }).execute()
    },
    async setOperatorSince(id, since) {
      await change(id).set({ operator_since: since }).execute()
    },
    async freeAddress(id, replacement) {
      const freed = await change(id)
        .set({ email: replacement, email_folded: replacement, email_verified: false, owner_proven_at: null })
        .where('deactivated_at', 'is not', null)
        .executeTakeFirst()
      return freed.numUpdatedRows === 1n
    },
  }
}

const toRow = (user: NewUser) => ({
  id: user.id,
  email: user.email,
  email_folded: user.emailFolded,
  email_verified: user.emailVerified,
  owner_proven_at: user.ownerProvenAt,
  display_name: user.displayName,
  password_hash: user.passwordHash,
  created_at: user.createdAt,
})

export const toUser = (row: Selectable<UsersTable>): User => ({
  id: row.id,
  email: row.email,
  emailFolded: row.email_folded,
  emailVerified: row.email_verified,
  ownerProvenAt: row.owner_proven_at,
  displayName: row.display_name,
  passwordHash: row.password_hash,
  deactivatedAt: row.deactivated_at,
  rateLimitPerMinute: row.rate_limit_per_minute,
  createdAt: row.created_at,
  operatorSince: row.operator_since,
})
