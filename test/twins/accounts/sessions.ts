import type { SessionLookup } from '../../../src/application/ports/accounts/session-lookup.ts'
import type { SessionStore } from '../../../src/application/ports/accounts/session-store.ts'
import { sessionEnd } from '../../../src/domain/identity/session.ts'
import type { Session } from '../../../src/domain/identity/session.ts'
import type { User } from '../../../src/domain/identity/user.ts'

/** Sessions by the hash that all their tokens share. */
export type SessionMap = Map<string, Session>

export const memorySessions = (sessions: SessionMap = new Map()): SessionStore => {
  const change = (matches: (session: Session) => boolean, changes: Partial<Session>): number => {
    let changed = 0
    for (const [family, session] of sessions) {
      if (session.revokedAt !== null || !matches(session)) continue
      sessions.set(family, { ...session, ...changes })
      changed += 1
    }
    return changed
  }
  const openOf = (userId: string): readonly Session[] =>
    [...sessions.values()]
      .filter((session) => session.userId === userId && session.revokedAt === null)
      .toSorted((a, b) => b.rotatedAt.getTime() - a.rotatedAt.getTime() || (a.id > b.id ? -1 : 1))
  return {
    add: async ({ familyHash, ...session }) => {
      if (sessions.has(familyHash)) throw new Error('added before')
      const { createdAt } = session
      const begun = { previousHash: null, rotatedAt: createdAt, revokedAt: null, authenticatedAt: createdAt }
      sessions.set(familyHash, { ...session, ...begun })
    },
    find: async (id) => [...sessions.values()].find((session) => session.id === id) ?? null,
    findByFamily: async (familyHash) => sessions.get(familyHash) ?? null,
    rotate: async ({ id, from, to, at }) => {
      const isCurrent = (session: Session): boolean => session.id === id && session.currentHash === from
      return change(isCurrent, { currentHash: to, previousHash: from, rotatedAt: at }) === 1
    },
    listOpenOf: async (userId) => openOf(userId),
    recordReauthentication: async (id, at) => void change((session) => session.id === id, { authenticatedAt: at }),
    revokeLongestIdle: async (userId, most, _reason, at) => {
      const ids = openOf(userId)
        .slice(most)
        .map(({ id }) => id)
      change(({ id }) => ids.includes(id), { revokedAt: at })
      return ids
    },
    revoke: async (id, _reason, at) => void change((session) => session.id === id, { revokedAt: at }),
    revokeAllOf: async (userId, _reason, at, except) =>
      void change((session) => session.userId === userId && session.id !== except, { revokedAt: at }),
    prune: async (createdBefore, limit) => {
      const old = [...sessions].filter(([, { createdAt }]) => createdAt < createdBefore).slice(0, limit)
      for (const [family] of old) sessions.delete(family)
      return old.length
    },
  }
}

export const memorySessionLookup = (sessions: SessionMap, users: ReadonlyMap<string, User>): SessionLookup => ({
  find: async (sessionId) => {
    const session = [...sessions.values()].find(({ id }) => id === sessionId)
    if (session === undefined || session.revokedAt !== null) return null
    const user = users.get(session.userId)
    if (user?.deactivatedAt !== null) return null
    return { userId: session.userId, endsAtMs: sessionEnd(session), isOperator: user.operatorSince !== null }
  },
})
