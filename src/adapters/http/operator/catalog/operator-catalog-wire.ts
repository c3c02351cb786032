import * as t from 'io-ts'
import { secondsOf } from '../../../../domain/time-units.ts'
import type { OfferedNow } from '../../../../application/ports/process/running-catalog.ts'
import { MODEL_KINDS } from '../../../../domain/catalog/model.ts'
import type { Model } from '../../../../domain/catalog/model.ts'
import { formatMicro } from '../../../../domain/money/decimal.ts'
import type { PurchasePrices } from '../../../../domain/pricing/purchase.ts'
import { count, orNull, unixTime } from '../../codecs/codecs.ts'
import { amountText } from '../../codecs/money/amounts.ts'
import { wordOf } from '../../codecs/word-codec.ts'
import { tariffBody, writeTariff } from '../../codecs/money/tariff-wire.ts'

const providerBody = t.type({ id: t.string, adapter: t.string, callable: t.boolean }, 'OperatorCatalogProvider')

const deploymentBody = t.type(
  { provider: t.string, upstream_model: t.string, weight: t.union([count, t.null]) },
  'OperatorCatalogDeployment',
)

const roublesOrNull = orNull(amountText)

const purchaseBody = t.type(
  {
    input_per_million: roublesOrNull,
    cached_input_per_million: roublesOrNull,
    cache_write_per_million: roublesOrNull,
    output_per_million: roublesOrNull,
    image: roublesOrNull,
    second: roublesOrNull,
    call: roublesOrNull,
  },
  'PurchasePrices',
)

const modelBody = t.type(
  {
    id: t.string,
    kind: wordOf(MODEL_KINDS),
    deployments: t.array(deploymentBody),
    tariff_version: t.string,
    prices: tariffBody,
    purchase: orNull(purchaseBody),
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

const writeRoubles = (price: bigint | undefined): string | null =>
  price === undefined ? null : formatMicro(price, 'RUB')

const writePurchase = (prices: PurchasePrices): t.TypeOf<typeof purchaseBody> => ({
  input_per_million: writeRoubles(prices.inputPerMillion),
  cached_input_per_million: writeRoubles(prices.cachedInputPerMillion),
  cache_write_per_million: writeRoubles(prices.cacheWritePerMillion),
  output_per_million: writeRoubles(prices.outputPerMillion),
  image: writeRoubles(prices.perImage),
  second: writeRoubles(prices.perSecond),
  call: writeRoubles(prices.perCall),
})

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
  purchase: model.purchase === null ? null : writePurchase(model.purchase),
  retires_at: model.retires,
})

/** What is offered here, without addresses, keys and headers of providers. */
export const writeOperatorCatalog = ({ catalog, version, readAt, callable, providers }: OfferedNow) => ({
  version,
  read_at: secondsOf(readAt),
  providers: providers.map(({ id, adapter }) => ({ id, adapter: adapter.name, callable: callable.has(id) })),
  models: [...catalog.models.values()].map(writeModel),
  templates: [...catalog.templates.keys()],
  tasks: [...catalog.tasks.keys()],
})
