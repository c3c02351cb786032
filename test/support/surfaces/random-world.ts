import { expect } from 'chai'
import { balanceAtRest } from '../accounts/customer.ts'
import type { Customer } from '../accounts/customer.ts'
import { EXACT_HOLDS } from '../gateway-worlds.ts'
import type { ReceivedRequest, ScriptedUpstream } from '../upstreams/scripted-upstream.ts'
import { startCatalogWorld } from '../upstreams/scripted-world.ts'
import { upstreamFaults } from './upstream-laws.ts'

type Json = Readonly<Record<string, unknown>>

/** Each with a model of the same price; what a provider speaks besides its adapter's usual wire is its dialect. */
const PROVIDERS: Readonly<Record<string, Json>> = {
  plain: { adapter: 'openai-compatible' },
  mistral: { adapter: 'openai-compatible', dialect: 'mistral' },
  deepseek: { adapter: 'openai-compatible', dialect: 'deepseek' },
  openai: { adapter: 'openai' },
  anthropic: { adapter: 'anthropic' },
  google: { adapter: 'google' },
  xai: { adapter: 'xai' },
}

export const PROVIDER_NAMES = Object.keys(PROVIDERS)

export const MICRO = 1e6

const catalogOf = (): string =>
  JSON.stringify({
    providers: PROVIDER_NAMES.map((name) => ({ id: `at-${name}`, ...PROVIDERS[name] })),
    models: PROVIDER_NAMES.map((name) => ({
      id: `random/${name}`,
      kind: 'chat',
      capabilities: ['image_input', 'tools', 'json_schema'],
      limits: { default_output_tokens: 1000, max_output_tokens: 4000, context_tokens: 100_000 },
      deployments: [{ provider: `at-${name}`, model: 'upstream-model' }],
      tariff: {
        unit: 'tokens',
        input_per_million: '1001',
        cached_input_per_million: '107',
        output_per_million: '2003',
      },
    })),
  })

const environmentOf = (baseUrl: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    PROVIDER_NAMES.flatMap((name) => [
      [`AT_${name.toUpperCase()}_BASE_URL`, baseUrl],
      [`AT_${name.toUpperCase()}_API_KEY`, 'sk-random'],
    ]),
  )

/** What a call must give its provider. */
export interface Given {
  readonly label: string
  /** Words of texts, each of which the provider must be given once. */
  readonly words: readonly string[]
}

/** A service with a model of every kind of provider, all of them one scripted server, and a customer of it. */
export interface RandomWorld {
  readonly url: string
  readonly customer: Customer
  readonly upstream: ScriptedUpstream
  /** What a call gives, and what it was charged, in micro-roubles. */
  charged<A>(call: () => Promise<A>): Promise<readonly [A, number]>
  /** Asks on another surface and expects an answer. */
  post(path: string, body: Json): Promise<void>
  /** Checks the last request that a provider got; `ignored` is what the answer says was left out. */
  expectGiven(given: Given, ignored: string | null): void
  remove(): Promise<void>
}

const TEXT_FILE = /data:text\/plain;base64,([A-Za-z0-9+/=]*)/g

/** The body with the words of its files of text. */
const wordsIn = ({ raw }: ReceivedRequest): string =>
  Buffer.from(raw)
    .toString()
    .replaceAll(TEXT_FILE, (_, base64: string) => Buffer.from(base64, 'base64').toString())

export const startRandomWorld = async (): Promise<RandomWorld> => {
  const scripted = await startCatalogWorld(catalogOf(), (upstreamUrl) => ({
    ...EXACT_HOLDS,
    ...environmentOf(upstreamUrl),
  }))
  const { upstream } = scripted
  const { url } = scripted.gateway
  const customer = await scripted.world.customer(url, '1000')
  return {
    url,
    customer,
    upstream,
    charged: async (call) => {
      const before = Number((await balanceAtRest(customer)).balance)
      const result = await call()
      const after = Number((await balanceAtRest(customer)).balance)
      return [result, Math.round((before - after) * MICRO)]
    },
    post: async (path, body) => {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${customer.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(response.status, `${path} ${await response.text()} ${JSON.stringify(body)}`).to.equal(200)
    },
    expectGiven: ({ words, label }, ignored) => {
      const request = upstream.requests.at(-1) as ReceivedRequest
      const text = wordsIn(request)
      const given = `${label}, sent as ${text}, without ${ignored ?? 'nothing'}`
      expect(upstreamFaults(request), given).to.deep.equal([])
      expect(
        words.filter((word) => text.split(word).length !== 2),
        given,
      ).to.deep.equal([])
    },
    remove: scripted.remove,
  }
}

/** What the usage of an answer says that it costs, in micro-roubles. */
export const costIn = (usage: object): number => Math.round(Number((usage as Json)['cost']) * MICRO)
