import * as t from 'io-ts'
import { unixSeconds } from '../../../../application/ports/process/clock.ts'
import type { OfferedNow } from '../../../../application/ports/process/running-catalog.ts'
import { MODEL_KINDS } from '../../../../domain/catalog/model.ts'
import type { Model } from '../../../../domain/catalog/model.ts'
import { count, unixTime } from '../../codecs/codecs.ts'
import { wordOf } from '../../codecs/word-codec.ts'
import { tariffBody, writeTariff } from '../../codecs/tariff-wire.ts'

const providerBody = t.type({ id: t.string, adapter: t.string, callable: t.boolean }, 'OperatorCatalogProvider')

const deploymentBody = t.type(
  { provider: t.string, upstream_model: t.string, weight: t.union([count, t.null]) },
  'OperatorCatalogDeployment',
)

const modelBody = t.type(
  {
    id: t.string,
    kind: wordOf(MODEL_KINDS),
    deployments: t.array(deploymentBody),
    tariff_version: t.string,
    prices: tariffBody,
    retires_at: t.union([unixTime, t.null]),
  },
  'OperatorCatalogModel',
)

export const operatorCatalogBody = t.type(
  {
    version: t.string,
    read_at: unixTime,
    providers: t.array(providerBody),
    models: t.array(modelBody),
    templates: t.array(t.string),
    tasks: t.array(t.string),
  },
  'OperatorCatalog',
)

const writeModel = (model: Model): t.TypeOf<typeof modelBody> => ({
  id: model.id,
  kind: model.kind,
  deployments: model.deployments.map(({ provider, upstreamModel, weight = null }) => ({
    provider,
    upstream_model: upstreamModel,
    weight,
  })),
  tariff_version: model.tariffVersion,
  prices: writeTariff(model.tariff),
  retires_at: model.retires ?? null,
})

/** What is offered here, without addresses, keys and headers of providers. */
export const writeOperatorCatalog = ({ catalog, version, readAt, callable, providers }: OfferedNow) => ({
  version,
  read_at: unixSeconds(readAt.getTime()),
  providers: providers.map(({ id, adapter }) => ({ id, adapter: adapter.name, callable: callable.has(id) })),
  models: [...catalog.models.values()].map(writeModel),
  templates: [...catalog.templates.keys()],
  tasks: [...catalog.tasks.keys()],
})
