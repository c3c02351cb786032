import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { makeDataDir } from '../processes/gateway-process.ts'
import { startScriptedUpstream } from './scripted-upstream.ts'
import { gatedEcho } from './upstream-scripts.ts'

/**
 * A model beside those of the catalogue that echoes: it says one word, and the others when the test lets it go. So a
 * call is under way for as long as the test needs it, on a slow machine too.
 */
export interface HeldModel {
  /** Sells it, in any process of the service. Where there is a provider to pay, the sandbox sells no top-ups. */
  readonly environment: Readonly<Record<string, string>>
  /** How many answers have begun, or wait to, since it holds them. */
  asked(): number
  /** Lets all answers go on, also those of later calls. */
  letGo(): void
  /** Has the answers of later calls wait again. */
  hold(): void
  close(): Promise<void>
}

const CATALOG = resolve(import.meta.dirname, '../../../catalog.yaml')

export const HELD_MODEL = 'held/echo'

const PROVIDER = { id: 'held', adapter: 'openai-compatible', needs_api_key: false }

/** At the prices of the sandbox. */
const MODEL = {
  id: HELD_MODEL,
  kind: 'chat',
  capabilities: [],
  limits: { default_output_tokens: 1000, max_output_tokens: 1000 },
  deployments: [{ provider: PROVIDER.id, model: 'echo' }],
  tariff: { unit: 'tokens', input_per_million: '1000', output_per_million: '2000' },
}

export const startHeldModel = async (): Promise<HeldModel> => {
  const [upstream, files] = await Promise.all([startScriptedUpstream(), makeDataDir()])
  const { providers, models, ...rest } = parse(await readFile(CATALOG, 'utf8')) as Readonly<Record<string, unknown[]>>
  const file = join(files.path, 'catalog.yaml')
  const catalog = { ...rest, providers: [...(providers ?? []), PROVIDER], models: [...(models ?? []), MODEL] }
  await writeFile(file, JSON.stringify(catalog))
  let gate = gatedEcho()
  let asked = 0
  upstream.onModel('echo', (response, request) => {
    asked += 1
    return gate.script(response, request)
  })
  return {
    environment: { CATALOG_FILE: file, HELD_BASE_URL: upstream.baseUrl, SANDBOX_PAYMENTS: 'off' },
    asked: () => asked,
    letGo: () => gate.open(),
    hold: () => {
      gate = gatedEcho()
      asked = 0
    },
    close: async () => {
      await upstream.close()
      await files.remove()
    },
  }
}
