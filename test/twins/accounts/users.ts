import type { UserStore } from '../../../src/application/ports/accounts/user-store.ts'
import type { User } from '../../../src/domain/identity/user.ts'

/** Users in a map by id, which the twins of the look-ups share. */
export const memoryUsers = (users: Map<string, User> = new Map()): UserStore => {
  const byEmail = (folded: string): User | null =>
    [...users.values()].find((user) => user.emailFolded === folded) ?? null
  const change = (id: string, changes: (user: User) => Partial<User>): boolean => {
    const user = users.get(id)
    if (user !== undefined) users.set(id, { ...user, ...changes(user) })
    return user !== undefined
  }
  return {
    add: async (user) => {
      if (byEmail(user.emailFolded) !== null) return false
      users.set(user.id, { ...user, deactivatedAt: null, rateLimitPerMinute: null, operatorSince: null })
      return true
    },
    find: async (id) => users.get(id) ?? null,
    findByEmail: async (folded) => byEmail(folded),
    lock: async (id) => users.get(id) ?? null,
    list: async ({ after, limit }) =>
      [...users.values()]
        .filter((user) => after === null || user.id > after)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit),
    setDisplayName: async (id, displayName) => void change(id, () => ({ displayName })),
    replacePasswordHash: async (id, from, to) =>
      users.get(id)?.passwordHash === from && change(id, () => ({ passwordHash: to })),
    setPasswordHash: async (id, passwordHash) => void change(id, () => ({ passwordHash })),
    proveOwner: async (id, at) => void change(id, () => ({ emailVerified: true, ownerProvenAt: at })),
    deactivate: async (id, at) => change(id, ({ deactivatedAt }) => ({ deactivatedAt: deactivatedAt ?? at })),
    reactivate: async (id) => change(id, () => ({ deactivatedAt: null })),
    setRateLimit: async (id, rateLimitPerMinute) => void change(id, () => ({ rateLimitPerMinute })),
    setOperatorSince: async (id, operatorSince) => void change(id, () => ({ operatorSince })),
    freeAddress: async (id, replacement) =>
      (users.get(id)?.deactivatedAt ?? null) !== null &&
      change(id, () => ({ email: replacement, emailFolded: replacement, emailVerified: false, ownerProvenAt: null })),
  }
}
