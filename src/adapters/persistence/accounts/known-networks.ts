import type { Kysely } from 'kysely'
import { MAX_KNOWN_NETWORKS } from '../../../application/ports/accounts/known-network-store.ts'
import type { KnownNetworkStore } from '../../../application/ports/accounts/known-network-store.ts'
import type { Database } from '../schema/schema.ts'

export const kyselyKnownNetworks = (db: Kysely<Database>): KnownNetworkStore => ({
  async note(userId, network, at) {
    await db
      .insertInto('known_networks')
      .values({ user_id: userId, network, seen_at: at })
      .onConflict((conflict) => conflict.columns(['user_id', 'network']).doUpdateSet({ seen_at: at }))
      .execute()
    const kept = db
      .selectFrom('known_networks')
      .select('network')
      .where('user_id', '=', userId)
      .orderBy('seen_at', 'desc')
      .orderBy('network')
      .limit(MAX_KNOWN_NETWORKS)
    await db.deleteFrom('known_networks').where('user_id', '=', userId).where('network', 'not in', kept).execute()
  },
  async isKnown(emailFolded, network, since) {
    const found = await db
      .selectFrom('known_networks')
      .innerJoin('users', 'users.id', 'known_networks.user_id')
      .select('known_networks.network')
      .where('users.email_folded', '=', emailFolded)
      .where('known_networks.network', '=', network)
      .where('known_networks.seen_at', '>=', since)
      .executeTakeFirst()
    return found !== undefined
  },
})
