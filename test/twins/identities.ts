import type { IdentityStore, LinkedIdentity } from '../../src/application/ports/identity-store.ts'

export const memoryIdentities = (identities: Map<string, LinkedIdentity> = new Map()): IdentityStore => {
  const nameOf = (provider: string, subject: string): string => `${provider} ${subject}`
  return {
    find: async (provider, subject) => {
      const found = identities.get(nameOf(provider, subject))
      return found === undefined ? null : { userId: found.userId }
    },
    add: async (identity) => {
      const name = nameOf(identity.provider, identity.subject)
      if (identities.has(name)) return false
      identities.set(name, identity)
      return true
    },
    providersOf: async (userId) =>
      [
        ...new Set([...identities.values()].filter((each) => each.userId === userId).map((each) => each.provider)),
      ].toSorted(),
    removeAllOf: async (userId) => {
      for (const [name, identity] of identities) if (identity.userId === userId) identities.delete(name)
    },
  }
}
