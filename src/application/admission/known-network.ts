import { KNOWN_NETWORK_MS } from '../../domain/limits/admission-rates.ts'
import { networkOf } from '../../domain/limits/ip-bucket.ts'
import type { Clock } from '../ports/process/clock.ts'
import type { KnownNetworkStore } from '../ports/accounts/known-network-store.ts'

export interface KnownNetworkDeps {
  readonly knownNetworks: Pick<KnownNetworkStore, 'isKnown'>
  readonly clock: Clock
}

/** Whether the user of this folded address signed in recently from the client's network. */
export const isFromKnownNetwork = (
  { knownNetworks, clock }: KnownNetworkDeps,
  emailFolded: string,
  clientAddress: string,
): Promise<boolean> =>
  knownNetworks.isKnown(emailFolded, networkOf(clientAddress), new Date(clock.now() - KNOWN_NETWORK_MS))
