import type { SessionSecret, SessionSecretStore } from '../../../src/application/ports/secrets/session-secret-store.ts'
import type { SigningKeyStore } from '../../../src/application/ports/secrets/signing-key-store.ts'
import type { SigningKey } from '../../../src/domain/identity/signing-key.ts'

export const memorySigningKeys = (keys: SigningKey[] = []): SigningKeyStore => ({
  list: async () => [...keys],
  listOrCreate: async (candidate) => {
    if (keys.length === 0) keys.push(candidate)
    return [...keys]
  },
  rotate: async (next, othersRetireAt, deleteRetiredBefore) => {
    const kept = keys
      .filter(({ retiredAt }) => retiredAt === null || retiredAt >= deleteRetiredBefore)
      .map((key) => {
        const earlier = key.retiredAt !== null && key.retiredAt < othersRetireAt
        return earlier ? key : { ...key, retiredAt: othersRetireAt }
      })
    keys.splice(0, keys.length, ...kept, next)
  },
})

export const memorySessionSecrets = (secrets: SessionSecret[] = []): SessionSecretStore => ({
  find: async (id) => secrets.find((secret) => secret.id === id) ?? null,
  newestOrCreate: async (candidate) => {
    if (secrets.length === 0) secrets.push(candidate)
    return secrets.at(-1) ?? candidate
  },
})
