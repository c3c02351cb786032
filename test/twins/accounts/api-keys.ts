import type { ApiKeyLookup } from '../../../src/application/ports/accounts/api-key-lookup.ts'
import type { ApiKeyStore } from '../../../src/application/ports/accounts/api-key-store.ts'
import type { KeySpendingLog } from '../../../src/application/ports/accounts/key-spending-log.ts'
import type { WalletStore } from '../../../src/application/ports/billing/wallet-store.ts'
import type { ApiKey } from '../../../src/domain/api-keys/api-key.ts'
import { addressNetwork } from '../../../src/domain/addresses/address-network.ts'
import type { KeyLimits } from '../../../src/domain/api-keys/key-limits.ts'
import type { User } from '../../../src/domain/identity/user.ts'

/** Live keys by the hash of the key. */
export type ApiKeyMap = Map<string, ApiKey>

export const memoryApiKeys = (keys: ApiKeyMap = new Map()): ApiKeyStore => {
  const defaults = new Map<string, KeyLimits>()
  const madeBy: Pick<ApiKey, 'userId' | 'createdAt'>[] = []
  const entryOf = (id: string): readonly [string, ApiKey] | null => [...keys].find(([, key]) => key.id === id) ?? null
  const change = (id: string, changes: (key: ApiKey) => Partial<ApiKey>): void => {
    const entry = entryOf(id)
    if (entry !== null) keys.set(entry[0], { ...entry[1], ...changes(entry[1]) })
  }
  return {
    add: async ({ keyHash, ...key }) => {
      if (keys.has(keyHash)) throw new Error('added before')
      keys.set(keyHash, { ...key, lastUsedAt: null, spent: 0n })
      madeBy.push(key)
    },
    find: async (id) => entryOf(id)?.[1] ?? null,
    listOf: async (userId) =>
      [...keys.values()].filter((key) => key.userId === userId).toSorted((a, b) => (a.id > b.id ? -1 : 1)),
    countMade: async (userId, since, most) =>
      Math.min(most, madeBy.filter((key) => key.userId === userId && key.createdAt > since).length),
    change: async (id, changes) => change(id, () => changes),
    delete: async (id) => {
      const entry = entryOf(id)
      return entry !== null && keys.delete(entry[0])
    },
    deleteAllOf: async (userId, _at, since) => {
      for (const [hash, key] of keys) {
        if (key.userId === userId && (since === null || key.createdAt >= since)) keys.delete(hash)
      }
    },
    noteUses: async (uses) => {
      for (const { keyId, at } of uses) {
        change(keyId, ({ lastUsedAt }) => ({ lastUsedAt: lastUsedAt !== null && lastUsedAt > at ? lastUsedAt : at }))
      }
    },
    findDefaults: async (userId) => defaults.get(userId) ?? null,
    setDefaults: async (userId, limits) => void defaults.set(userId, limits),
  }
}

export const memoryApiKeyLookup = (
  keys: ApiKeyMap,
  users: ReadonlyMap<string, User>,
  wallets: Pick<WalletStore, 'find'>,
): ApiKeyLookup => ({
  find: async (keyHash) => {
    const key = keys.get(keyHash)
    const user = users.get(key?.userId ?? '')
    const wallet = await wallets.find(key?.userId ?? '', 'RUB')
    if (key === undefined || user === undefined || user.deactivatedAt !== null || wallet === null) return null
    return {
      principal: {
        keyId: key.id,
        userId: key.userId,
        walletId: wallet.id,
        allowedModels: key.allowedModels === null ? null : new Set(key.allowedModels),
        rateLimitPerMinute: user.rateLimitPerMinute,
        requestsPerMinute: key.requestsPerMinute,
        tokensPerMinute: key.tokensPerMinute,
      },
      expiresAtMs: key.expiresAt?.getTime() ?? null,
      disabled: key.disabled,
      allowedAddresses: key.allowedAddresses?.map(addressNetwork).filter((network) => network !== null) ?? null,
    }
  },
})

/** The twin charges no key, so what was spent is what the keys say. */
export const memoryKeySpending = (keys: ApiKeyMap, wallets: Pick<WalletStore, 'find'>): KeySpendingLog => ({
  find: async (keyId) => {
    const key = [...keys.values()].find(({ id }) => id === keyId)
    const wallet = key === undefined ? null : await wallets.find(key.userId, 'RUB')
    if (key === undefined || wallet === null) return null
    const mine = [...keys.values()].filter(({ userId }) => userId === key.userId)
    return { key, balance: wallet.balance, accountSpent: mine.reduce((sum, { spent }) => sum + spent, 0n) }
  },
})
