import { KNOWN_NETWORK_MS } from '../../domain/limits/admission-buckets.ts'
import { networkOf } from '../../domain/limits/ip-bucket.ts'
import type { Clock } from '../ports/clock.ts'
import type { KnownNetworkStore } from '../ports/known-network-store.ts'

export interface KnownNetworkDeps {
  readonly knownNetworks: Pick<KnownNetworkStore, 'isKnown'>
  readonly clock: Clock
}

/** Whether the account of this folded address signed in lately from where the client calls. */
export const isFromKnownNetwork = (
  { knownNetworks, clock }: KnownNetworkDeps,
  emailFolded: string,
  clientAddress: string,
): Promise<boolean> =>
  knownNetworks.isKnown(emailFolded, networkOf(clientAddress), new Date(clock.now() - KNOWN_NETWORK_MS))
