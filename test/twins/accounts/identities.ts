import type { IdentityStore, LinkedIdentity } from '../../../src/application/ports/accounts/identity-store.ts'

export interface StoredIdentity extends LinkedIdentity {
  readonly linkedAt: Date
}

export const memoryIdentities = (identities: Map<string, StoredIdentity> = new Map()): IdentityStore => {
  const nameOf = (provider: string, subject: string): string => `${provider} ${subject}`
  return {
    find: async (provider, subject) => {
      const found = identities.get(nameOf(provider, subject))
      return found === undefined ? null : { userId: found.userId }
    },
    add: async (identity, linkedAt) => {
      const name = nameOf(identity.provider, identity.subject)
      if (identities.has(name)) return false
      identities.set(name, { ...identity, linkedAt })
      return true
    },
    providersOf: async (userId) =>
      [
        ...new Set([...identities.values()].filter((each) => each.userId === userId).map((each) => each.provider)),
      ].toSorted(),
    remove: async (userId, provider) => {
      const before = identities.size
      for (const [name, identity] of identities) {
        if (identity.userId === userId && identity.provider === provider) identities.delete(name)
      }
      return identities.size < before
    },
    removeAllOf: async (userId, since) => {
      for (const [name, identity] of identities) {
        if (identity.userId === userId && (since === null || identity.linkedAt >= since)) identities.delete(name)
      }
    },
  }
}
