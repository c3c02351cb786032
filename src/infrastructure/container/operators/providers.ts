import { checkOperatorCatalogEndpoint } from '../../../adapters/http/operator/catalog/check-operator-catalog.ts'
import { readOperatorCatalogEndpoint } from '../../../adapters/http/operator/catalog/read-operator-catalog.ts'
import { reloadOperatorCatalogEndpoint } from '../../../adapters/http/operator/catalog/reload-operator-catalog.ts'
import { listOperatorProvidersEndpoint } from '../../../adapters/http/operator/providers/list-providers.ts'
import { switchOperatorProviderEndpoint } from '../../../adapters/http/operator/providers/switch-provider.ts'
import { testOperatorProviderEndpoint } from '../../../adapters/http/operator/providers/test-provider.ts'
import { listProviders as makeListProviders } from '../../../application/operators/providers/list-providers.ts'
import { switchProvider as makeSwitchProvider } from '../../../application/operators/providers/switch-provider.ts'
import { testProvider as makeTestProvider } from '../../../application/operators/providers/test-provider.ts'
import { reloadByOperator as makeReloadByOperator } from '../../../application/operators/reload-by-operator.ts'
import { clock, ids, instance, monotonicMs } from '../runtime.ts'
import { circuits } from '../metering.ts'
import { deploymentSwitches, invalidation, switchStore, unitOfWork } from '../persistence.ts'
import { provision, provisionOf } from '../provision.ts'
import { catalog, providers, runningOffer } from '../resources.ts'
import { reloadCatalog } from './running-catalog.ts'

const runningCatalog = runningOffer

const listProviders = provision('listProviders', makeListProviders, {
  instance,
  runningCatalog,
  circuits,
  switches: switchStore,
})
const switchProvider = provision('switchProvider', makeSwitchProvider, {
  runningCatalog,
  switches: deploymentSwitches,
  unitOfWork,
  invalidation,
  ids,
  clock,
})
const testProvider = provision('testProvider', makeTestProvider, {
  catalog,
  chat: providers.chat,
  embedding: providers.embedding,
  speech: providers.speech,
  image: providers.image,
  transcription: providers.transcription,
  unitOfWork,
  ids,
  clock,
  monotonicMs,
})
const reloadByOperator = provision('reloadByOperator', makeReloadByOperator, {
  runningCatalog,
  reloadCatalog,
  unitOfWork,
  ids,
  clock,
})

export const operatorProviderEndpoints = [
  provisionOf(listOperatorProvidersEndpoint, listProviders),
  provisionOf(switchOperatorProviderEndpoint, switchProvider),
  provisionOf(testOperatorProviderEndpoint, testProvider),
  provisionOf(readOperatorCatalogEndpoint, runningCatalog),
  provisionOf(checkOperatorCatalogEndpoint, runningCatalog),
  provisionOf(reloadOperatorCatalogEndpoint, reloadByOperator),
]
