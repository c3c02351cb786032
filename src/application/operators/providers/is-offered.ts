import type { SwitchedOff } from '../../../domain/routing/deployment-switch.ts'
import { deploymentName } from '../../../domain/routing/rank-deployments.ts'
import type { OfferedNow } from '../../ports/process/running-catalog.ts'

/** Whether the catalogue names the provider, and offers that model of it where one is named. */
export const isOffered = (
  { catalog, providers }: OfferedNow,
  { provider, upstreamModel }: Pick<SwitchedOff, 'provider' | 'upstreamModel'>,
): boolean => {
  if (upstreamModel === null) return providers.some(({ id }) => id === provider)
  const name = deploymentName({ provider, upstreamModel })
  return [...catalog.models.values()].some(({ deployments }) =>
    deployments.some((each) => deploymentName(each) === name),
  )
}
