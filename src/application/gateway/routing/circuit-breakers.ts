import type { Deployment } from '../../../domain/catalog/model.ts'
import { admit, afterFailure, CLOSED } from '../../../domain/routing/circuit-breaker.ts'
import type { Circuit } from '../../../domain/routing/circuit-breaker.ts'
import type { Clock } from '../../ports/process/clock.ts'

/** The circuits of all deployments, as this process has seen them fare. */
export interface CircuitBreakers {
  /** Whether to call the deployment now. After a rest this admits one probe. */
  admits(deployment: Deployment): boolean
  succeeded(deployment: Deployment): void
  failed(deployment: Deployment): void
}

const nameOf = ({ provider, upstreamModel }: Deployment): string => `${provider} ${upstreamModel}`

export const deploymentCircuitBreakers = (clock: Clock): CircuitBreakers => {
  /** Deployments in good health have no entry, so that the usual call costs nothing here. */
  const circuits = new Map<string, Circuit>()
  return {
    admits: (deployment) => {
      const known = circuits.get(nameOf(deployment))
      if (known === undefined) return true
      const { admitted, circuit } = admit(known, clock.now())
      circuits.set(nameOf(deployment), circuit)
      return admitted
    },
    succeeded: (deployment) => {
      if (circuits.size > 0) circuits.delete(nameOf(deployment))
    },
    failed: (deployment) => {
      const name = nameOf(deployment)
      circuits.set(name, afterFailure(circuits.get(name) ?? CLOSED, clock.now()))
    },
  }
}
