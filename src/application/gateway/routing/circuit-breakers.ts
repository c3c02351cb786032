import type { Deployment } from '../../../domain/catalog/model.ts'
import { admit, afterFailure, CLOSED } from '../../../domain/routing/circuit-breaker.ts'
import type { Circuit } from '../../../domain/routing/circuit-breaker.ts'
import { isSwitchedOff } from '../../../domain/routing/deployment-switch.ts'
import { deploymentName } from '../../../domain/routing/rank-deployments.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { DeploymentSwitches } from '../../ports/process/deployment-switches.ts'
import { deploymentNotes } from './deployment-notes.ts'
import type { DeploymentNotesDeps, DeploymentRecord } from './deployment-notes.ts'

/** The circuit breakers of all deployments in this process, and the operators' switches. */
export interface CircuitBreakers {
  /** Those that no operator has switched off. */
  switchedOn(deployments: readonly Deployment[]): readonly Deployment[]
  /** Whether to call the deployment now. After a rest this admits one probe. */
  admits(deployment: Deployment): boolean
  succeeded(deployment: Deployment): void
  failed(deployment: Deployment, failure: UpstreamFailure): void
  /** As `failed`, for an answer that broke after it was counted as answered. */
  broke(deployment: Deployment, failure: UpstreamFailure): void
  /** The circuits that are not closed, by the names of their deployments. */
  disturbed(): ReadonlyMap<string, Exclude<Circuit['tag'], 'closed'>>
  /** How the deployment of that name has fared. */
  recordOf(name: string): DeploymentRecord
}

const NONE_OFF: ReadonlySet<string> = new Set()

/** `switches` are absent where there is no operator: then everything is on. */
export const deploymentCircuitBreakers = (
  deps: DeploymentNotesDeps,
  switches: Pick<DeploymentSwitches, 'off'> = { off: () => NONE_OFF },
): CircuitBreakers => {
  /** Deployments in good health have no entry, so that the usual call costs nothing here. */
  const circuits = new Map<string, Circuit>()
  const { monotonicMs } = deps
  const notes = deploymentNotes(deps)
  const disturb = (deployment: Deployment): void => {
    const name = deploymentName(deployment)
    circuits.set(name, afterFailure(circuits.get(name) ?? CLOSED, monotonicMs()))
  }
  return {
    switchedOn: (deployments) => {
      const off = switches.off()
      return off.size === 0 ? deployments : deployments.filter((deployment) => !isSwitchedOff(off, deployment))
    },
    admits: (deployment) => {
      const known = circuits.get(deploymentName(deployment))
      if (known === undefined) return true
      const { admitted, circuit } = admit(known, monotonicMs())
      circuits.set(deploymentName(deployment), circuit)
      return admitted
    },
    succeeded: (deployment) => {
      notes.answered(deployment)
      if (circuits.size > 0) circuits.delete(deploymentName(deployment))
    },
    failed: (deployment, failure) => {
      notes.failed(deployment, failure, 1)
      disturb(deployment)
    },
    broke: (deployment, failure) => {
      notes.failed(deployment, failure, 0)
      disturb(deployment)
    },
    disturbed: () =>
      new Map([...circuits].flatMap(([name, { tag }]) => (tag === 'closed' ? [] : [[name, tag] as const]))),
    recordOf: notes.of,
  }
}
