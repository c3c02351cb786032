import type { CatalogFile } from '../../domain/catalog/catalog-file.ts'
import type { Deployment, Model, ModelLimits } from '../../domain/catalog/model.ts'
import type { Provider } from '../../domain/catalog/provider.ts'
import type { TokenRates, TokenTariff } from '../../domain/pricing/tariff.ts'
import type { CatalogWire, ModelWire, ProviderWire, RatesWire } from './catalog-wire.ts'
import { tariffVersion } from './tariff-version.ts'

/** Counted for an image where the catalogue says nothing; about what a full-size picture costs at most vendors. */
const DEFAULT_IMAGE_INPUT_TOKENS = 1_500

const toRates = (wire: RatesWire): TokenRates => ({
  inputPerMillion: wire.input_per_million,
  cachedInputPerMillion: wire.cached_input_per_million ?? wire.input_per_million,
  cacheWritePerMillion: wire.cache_write_per_million ?? wire.input_per_million,
  outputPerMillion: wire.output_per_million,
})

const toTariff = (wire: ModelWire['tariff']): TokenTariff => {
  const tiers = Object.entries(wire.service_tiers ?? {})
  return {
    unit: 'tokens',
    ...toRates(wire),
    ...(tiers.length === 0 ? {} : { serviceTiers: new Map(tiers.map(([tier, rates]) => [tier, toRates(rates)])) }),
  }
}

const toLimits = (wire: ModelWire['limits']): ModelLimits => ({
  defaultOutputTokens: wire.default_output_tokens,
  maxOutputTokens: wire.max_output_tokens,
  contextTokens: wire.context_tokens ?? null,
  maxChoices: wire.max_choices ?? 1,
  imageInputTokens: wire.image_input_tokens ?? DEFAULT_IMAGE_INPUT_TOKENS,
})

const toDeployment = (wire: ModelWire['deployments'][number]): Deployment => ({
  provider: wire.provider,
  upstreamModel: wire.model,
  parameters: wire.parameters ?? {},
})

const toModel = (wire: ModelWire): Model => {
  const tariff = toTariff(wire.tariff)
  return {
    id: wire.id,
    kind: wire.kind,
    capabilities: new Set(wire.capabilities ?? []),
    limits: toLimits(wire.limits),
    deployments: wire.deployments.map(toDeployment),
    tariff,
    tariffVersion: tariffVersion(tariff),
    created: wire.released ?? 0,
    retires: wire.retires ?? null,
    unsupportedParameters: new Set(wire.unsupported_parameters ?? []),
  }
}

const toProvider = (wire: ProviderWire): Provider => ({
  id: wire.id,
  adapter: wire.adapter,
  baseUrl: wire.base_url ?? null,
  needsApiKey: wire.needs_api_key ?? wire.adapter !== 'sandbox',
})

export const toCatalogFile = (wire: CatalogWire): CatalogFile => ({
  providers: wire.providers.map(toProvider),
  models: wire.models.map(toModel),
})
