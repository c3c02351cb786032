import type { Kysely } from 'kysely'
import type { ApiKeyLookup } from '../../../application/ports/accounts/api-key-lookup.ts'
import { addressNetwork } from '../../../domain/addresses/address-network.ts'
import { digestBytes } from '../sql/digest-bytes.ts'
import type { Database } from '../schema/schema.ts'

/** One statement; put a cache before it. */
export const kyselyApiKeyLookup = (db: Kysely<Database>): ApiKeyLookup => ({
  async find(keyHash) {
    const row = await db
      .selectFrom('api_keys')
      .innerJoin('users', 'users.id', 'api_keys.user_id')
      .innerJoin('accounts', (join) =>
        join
          .onRef('accounts.owner', '=', 'api_keys.user_id')
          .on('accounts.kind', '=', 'user')
          .on('accounts.currency', '=', 'RUB'),
      )
      .select(['api_keys.id', 'api_keys.user_id', 'api_keys.expires_at', 'api_keys.allowed_models'])
      .select(['api_keys.disabled', 'api_keys.allowed_addresses', 'api_keys.requests_per_minute'])
      .select('api_keys.tokens_per_minute')
      .select(['accounts.id as wallet_id', 'users.rate_limit_per_minute'])
      .where('api_keys.key_hash', '=', digestBytes(keyHash))
      .where('api_keys.deleted_at', 'is', null)
      .where('users.deactivated_at', 'is', null)
      .executeTakeFirst()
    if (row === undefined) return null
    const principal = {
      keyId: row.id,
      userId: row.user_id,
      walletId: row.wallet_id,
      allowedModels: row.allowed_models === null ? null : new Set(row.allowed_models),
      rateLimitPerMinute: row.rate_limit_per_minute,
      requestsPerMinute: row.requests_per_minute,
      tokensPerMinute: row.tokens_per_minute,
    }
    const { disabled, allowed_addresses: addresses } = row
    const allowedAddresses = addresses?.map(addressNetwork).filter((network) => network !== null) ?? null
    return { principal, expiresAtMs: row.expires_at?.getTime() ?? null, disabled, allowedAddresses }
  },
})
