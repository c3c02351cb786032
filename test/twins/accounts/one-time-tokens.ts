import type { OneTimeTokenStore } from '../../../src/application/ports/accounts/one-time-token-store.ts'
import type { OneTimeToken } from '../../../src/domain/identity/one-time-token.ts'

export const memoryOneTimeTokens = (tokens: Map<string, OneTimeToken> = new Map()): OneTimeTokenStore => {
  const live = (hash: string, purpose: string, at: Date): OneTimeToken | null => {
    const token = tokens.get(hash)
    return token !== undefined && token.purpose === purpose && token.expiresAt > at ? token : null
  }
  return {
    add: async (token) => {
      if (tokens.has(token.hash)) throw new Error('added before')
      tokens.set(token.hash, token)
    },
    find: async (hash, purpose, at) => {
      const token = live(hash, purpose, at)
      return token === null ? null : { userId: token.userId }
    },
    take: async (hash, purpose, at) => live(hash, purpose, at) !== null && tokens.delete(hash),
    remove: async (hash) => void tokens.delete(hash),
    voidAllOf: async (userId, purpose) => {
      for (const [hash, token] of tokens) {
        if (token.userId === userId && (purpose === null || token.purpose === purpose)) tokens.delete(hash)
      }
    },
    keepNewest: async (userId, purpose, most) => {
      const older = [...tokens.values()]
        .filter((token) => token.userId === userId && token.purpose === purpose)
        .toSorted((a, b) => b.expiresAt.getTime() - a.expiresAt.getTime() || (a.hash < b.hash ? -1 : 1))
        .slice(most)
      for (const { hash } of older) tokens.delete(hash)
    },
    prune: async (expiredBefore, limit) => {
      const old = [...tokens.values()].filter(({ expiresAt }) => expiresAt < expiredBefore).slice(0, limit)
      for (const { hash } of old) tokens.delete(hash)
      return old.length
    },
  }
}
