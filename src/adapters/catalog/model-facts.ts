import * as t from 'io-ts'
import { CAPABILITIES } from '../../domain/catalog/model.ts'
import type { Deployment } from '../../domain/catalog/model.ts'
import type { PurchasePrices } from '../../domain/pricing/purchase.ts'
import { strictRecord } from './strict-record.ts'
import { day, oneOf, parameters, roubles } from './value-codecs.ts'

const deployment = strictRecord(
  'deployment',
  { provider: t.string, model: t.string },
  {
    parameters,
    weight: t.number,
    prompt_cache_seconds: t.number,
    thinks_with_tools: t.boolean,
  },
)

const toDeployment = (wire: t.TypeOf<typeof deployment>): Deployment => ({
  provider: wire.provider,
  upstreamModel: wire.model,
  parameters: wire.parameters ?? {},
  weight: wire.weight,
  promptCacheSeconds: wire.prompt_cache_seconds,
  thinksWithTools: wire.thinks_with_tools,
})

const purchase = strictRecord(
  'purchase prices',
  {},
  {
    input_per_million: roubles,
    cached_input_per_million: roubles,
    cache_write_per_million: roubles,
    output_per_million: roubles,
    image: roubles,
    second: roubles,
    call: roubles,
  },
)

const toPurchase = (wire: t.TypeOf<typeof purchase>): PurchasePrices => ({
  inputPerMillion: wire.input_per_million,
  cachedInputPerMillion: wire.cached_input_per_million,
  cacheWritePerMillion: wire.cache_write_per_million,
  outputPerMillion: wire.output_per_million,
  perImage: wire.image,
  perSecond: wire.second,
  perCall: wire.call,
})

/** What every model states. */
export const named = { id: t.string, deployments: t.array(deployment) }
/** What any model may state besides. */
export const optional = {
  capabilities: t.array(oneOf(CAPABILITIES)),
  unsupported_parameters: t.array(t.string),
  purchase,
  released: day,
  retires: day,
}

const facts = strictRecord('model', named, optional)

export const factsOf = (wire: t.TypeOf<typeof facts>) => ({
  id: wire.id,
  capabilities: new Set(wire.capabilities ?? []),
  deployments: wire.deployments.map(toDeployment),
  created: wire.released ?? 0,
  retires: wire.retires ?? null,
  unsupportedParameters: new Set(wire.unsupported_parameters ?? []),
  purchase: wire.purchase === undefined ? null : toPurchase(wire.purchase),
})
