import type { Deployment } from '../catalog/model.ts'
import { deploymentName } from './rank-deployments.ts'

/** A provider that an operator has switched off, or one of its models. */
export interface SwitchedOff {
  readonly provider: string
  /** The model's id at the provider. Null: the whole provider. */
  readonly upstreamModel: string | null
  readonly since: Date
  readonly reason: string | null
}

/** Names what a switch is for: a provider by its id, a deployment as routing names it. */
export const switchName = ({ provider, upstreamModel }: Pick<SwitchedOff, 'provider' | 'upstreamModel'>): string =>
  upstreamModel === null ? provider : deploymentName({ provider, upstreamModel })

/** Whether a deployment is switched off, by itself or with its provider. `off` holds the names of the switches. */
export const isSwitchedOff = (off: ReadonlySet<string>, deployment: Deployment): boolean =>
  off.has(deployment.provider) || off.has(deploymentName(deployment))
