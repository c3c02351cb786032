import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import type { Customer } from '../accounts/customer.ts'
import { openWorld, PAID_PROVIDERS, QUICK_GIVE_BACK } from '../gateway-worlds.ts'
import { startScriptedUpstream } from '../upstreams/scripted-upstream.ts'
import type { ScriptedUpstream } from '../upstreams/scripted-upstream.ts'

/** A customer with little money, and the SDKs with its key. They repeat no request. */
export interface SmallCustomer {
  readonly customer: Customer
  readonly openai: OpenAI
  readonly anthropic: Anthropic
}

/** A service that has the sandbox, and models of Anthropic, Google and OpenAI at an upstream that the test scripts. */
export interface SmallBalances {
  readonly url: string
  readonly upstream: ScriptedUpstream
  customer(roubles: string): Promise<SmallCustomer>
  close(): Promise<void>
}

export const openSmallBalances = async (): Promise<SmallBalances> => {
  const upstream = await startScriptedUpstream()
  const world = await openWorld(PAID_PROVIDERS)
  const { url } = await world.serve({
    ...QUICK_GIVE_BACK,
    ANTHROPIC_API_KEY: 'sk-ant',
    ANTHROPIC_BASE_URL: upstream.baseUrl,
    GOOGLE_API_KEY: 'g-key',
    GOOGLE_BASE_URL: upstream.baseUrl,
    OPENAI_API_KEY: 'sk-openai',
    OPENAI_BASE_URL: upstream.baseUrl,
  })
  return {
    url,
    upstream,
    customer: async (roubles) => {
      const customer = await world.customer(url, roubles)
      const { apiKey } = customer
      return {
        customer,
        openai: new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 }),
        anthropic: new Anthropic({ apiKey, baseURL: url, maxRetries: 0 }),
      }
    },
    close: async () => {
      await world.remove()
      await upstream.close()
    },
  }
}
