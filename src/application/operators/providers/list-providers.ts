import type { Deployment, Model } from '../../../domain/catalog/model.ts'
import type { Circuit } from '../../../domain/routing/circuit-breaker.ts'
import { switchName } from '../../../domain/routing/deployment-switch.ts'
import type { SwitchedOff } from '../../../domain/routing/deployment-switch.ts'
import { deploymentName } from '../../../domain/routing/rank-deployments.ts'
import type { CircuitBreakers } from '../../gateway/routing/circuit-breakers.ts'
import type { DeploymentRecord } from '../../gateway/routing/deployment-notes.ts'
import type { NamedInstance } from '../../instances/running-instance.ts'
import type { DeploymentSwitchStore } from '../../ports/process/deployment-switches.ts'
import type { OfferedNow, RunningCatalog } from '../../ports/process/running-catalog.ts'

/** A model of a provider, as this process has seen it fare. */
export interface DeploymentState {
  readonly upstreamModel: string
  /** The models of the catalogue that are sold through it. */
  readonly models: readonly Model[]
  /** Null: it is on, as far as its own switch goes. */
  readonly switchedOff: SwitchedOff | null
  readonly circuit: Circuit['tag']
  readonly record: DeploymentRecord
}

export interface ProviderState {
  readonly id: string
  readonly adapter: string
  /** Whether this installation has what it takes to call it: an address, and a key where it needs one. */
  readonly isCallable: boolean
  readonly switchedOff: SwitchedOff | null
  readonly deployments: readonly DeploymentState[]
}

export interface ProvidersSeen {
  /** The process that answers: circuits and records are its own. */
  readonly instance: string
  readonly providers: readonly ProviderState[]
}

interface ListProvidersDeps {
  readonly instance: NamedInstance
  readonly runningCatalog: Pick<RunningCatalog, 'current'>
  readonly circuits: Pick<CircuitBreakers, 'disturbed' | 'recordOf'>
  readonly switches: Pick<DeploymentSwitchStore, 'all'>
}

export type ListProviders = () => Promise<ProvidersSeen>

/** The deployments of every provider with the models that are sold through each, in the order of the catalogue. */
const deploymentsByProvider = ({ catalog }: OfferedNow): ReadonlyMap<string, ReadonlyMap<string, readonly Model[]>> => {
  const providers = new Map<string, Map<string, Model[]>>()
  const modelsOf = ({ provider, upstreamModel }: Deployment): Model[] => {
    const deployments = providers.get(provider) ?? new Map<string, Model[]>()
    providers.set(provider, deployments)
    const models = deployments.get(upstreamModel) ?? []
    deployments.set(upstreamModel, models)
    return models
  }
  for (const model of catalog.models.values()) {
    for (const deployment of model.deployments) modelsOf(deployment).push(model)
  }
  return providers
}

/** Every provider of the catalogue: what is switched off everywhere, and how this process has seen it fare. */
export const listProviders =
  ({ instance, runningCatalog, circuits, switches }: ListProvidersDeps): ListProviders =>
  async () => {
    const offered = runningCatalog.current()
    const off = new Map((await switches.all()).map((each) => [switchName(each), each]))
    const byProvider = deploymentsByProvider(offered)
    const disturbed = circuits.disturbed()
    const stateOf = (provider: string, upstreamModel: string, models: readonly Model[]): DeploymentState => {
      const name = deploymentName({ provider, upstreamModel })
      return {
        upstreamModel,
        models,
        switchedOff: off.get(name) ?? null,
        circuit: disturbed.get(name) ?? 'closed',
        record: circuits.recordOf(name),
      }
    }
    const providers = offered.providers.map(({ id, adapter }): ProviderState => ({
      id,
      adapter: adapter.name,
      isCallable: offered.callable.has(id),
      switchedOff: off.get(id) ?? null,
      deployments: [...(byProvider.get(id) ?? [])].map(([name, models]) => stateOf(id, name, models)),
    }))
    return { instance: instance.id, providers }
  }
