import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDataDir } from '../processes/gateway-process.ts'
import type { ServiceHere } from '../processes/serve-here.ts'
import { openWorld, PAID_PROVIDERS, QUICK_GIVE_BACK } from '../gateway-worlds.ts'
import type { GatewayWorld } from '../gateway-worlds.ts'
import { startScriptedUpstream } from './scripted-upstream.ts'
import type { ScriptedUpstream } from './scripted-upstream.ts'

export interface ScriptedWorld {
  readonly world: GatewayWorld
  readonly gateway: Pick<ServiceHere, 'url' | 'output' | 'printed'>
  readonly upstream: ScriptedUpstream
  remove(): Promise<void>
}

/** Fields of the catalogue that some models have besides. */
export type ModelFields = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** One model a script; each costs 0.001 RUB a token in and 0.002 RUB a token out. */
const catalogOf = (models: readonly string[], fields: ModelFields, adapter: string): string =>
  JSON.stringify({
    providers: ['scripted', 'second'].map((id) => ({ id, adapter, needs_api_key: false })),
    models: models.map((model) => ({
      id: `scripted/${model}`,
      kind: 'chat',
      capabilities: [],
      limits: { default_output_tokens: 1000, max_output_tokens: 1000 },
      deployments: [{ provider: 'scripted', model }],
      tariff: { unit: 'tokens', input_per_million: '1000', output_per_million: '2000' },
      ...fields[model],
    })),
  })

type Environment = Readonly<Record<string, string>>

/** With it a service has a process of its own: the library for traces has one place a process for what goes wrong. */
const TRACES = 'OTEL_EXPORTER_OTLP_ENDPOINT'

/** A service with a catalogue whose providers are one scripted server of the test's own. */
export const startCatalogWorld = async (
  catalog: string,
  environmentOf: (upstreamUrl: string) => Environment,
): Promise<ScriptedWorld> => {
  const [world, upstream, files] = await Promise.all([
    openWorld(PAID_PROVIDERS),
    startScriptedUpstream(),
    makeDataDir(),
  ])
  const catalogFile = join(files.path, 'catalog.yaml')
  await writeFile(catalogFile, catalog)
  const environment: Environment = { CATALOG_FILE: catalogFile, ...environmentOf(upstream.baseUrl) }
  const gateway = await (environment[TRACES] === undefined ? world.serve(environment) : world.start(environment))
  return {
    world,
    gateway,
    upstream,
    remove: async () => {
      await world.remove()
      await upstream.close()
      await files.remove()
    },
  }
}

/** The same with one provider, under two names, and a model a script. */
export const startScriptedWorld = (
  models: readonly string[],
  fields: ModelFields = {},
  environment: Readonly<Record<string, string>> = {},
  adapter = 'openai-compatible',
): Promise<ScriptedWorld> =>
  startCatalogWorld(catalogOf(models, fields, adapter), (upstreamUrl) => ({
    ...QUICK_GIVE_BACK,
    SCRIPTED_BASE_URL: upstreamUrl,
    SECOND_BASE_URL: upstreamUrl,
    ...environment,
  }))
