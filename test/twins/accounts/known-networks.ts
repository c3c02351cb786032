import { MAX_KNOWN_NETWORKS } from '../../../src/application/ports/accounts/known-network-store.ts'
import type { KnownNetworkStore } from '../../../src/application/ports/accounts/known-network-store.ts'
import type { User } from '../../../src/domain/identity/user.ts'

/** When each network of a user was last seen. */
export type NetworkMap = Map<string, ReadonlyMap<string, Date>>

export const memoryKnownNetworks = (
  networks: NetworkMap = new Map(),
  users: ReadonlyMap<string, User> = new Map(),
): KnownNetworkStore => ({
  note: async (userId, network, at) => {
    const seen = [...new Map(networks.get(userId)).set(network, at)]
    seen.sort(([a, atA], [b, atB]) => atB.getTime() - atA.getTime() || (a < b ? -1 : 1))
    networks.set(userId, new Map(seen.slice(0, MAX_KNOWN_NETWORKS)))
  },
  isKnown: async (emailFolded, network, since) => {
    const user = [...users.values()].find((one) => one.emailFolded === emailFolded)
    const seenAt = user === undefined ? undefined : networks.get(user.id)?.get(network)
    return seenAt !== undefined && seenAt >= since
  },
})
