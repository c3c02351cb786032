import type Anthropic from '@anthropic-ai/sdk'
import { expect } from 'chai'
import type OpenAI from 'openai'
import type { Customer } from '../../support/accounts/customer.ts'
import { openWorld, PAID_PROVIDERS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'
import { startScriptedUpstream } from '../../support/upstreams/scripted-upstream.ts'
import type { ScriptedUpstream } from '../../support/upstreams/scripted-upstream.ts'

/** A value with a price of its own, and the place by which the gateway refuses it. */
type Refused = readonly [value: unknown, place: string]

/**
 * Every top-level field of a request, so that a release of the SDK with a new one does not compile until it is judged
 * here.
 */
type Judged<P, Headers extends string = never> = Readonly<
  Record<Exclude<keyof P, Headers>, readonly Refused[] | typeof PLAIN>
>

/** No value of the field has its own price, or what it costs is held for and charged, or no provider is given it. */
const PLAIN = 'plain'

const hosted = (...types: readonly string[]): readonly Refused[] =>
  types.map((type) => [[{ type, name: type }], 'tools.0.type'])

const OF_CACHE: readonly Refused[] = [[{ mode: 'explicit', ttl: '24h' }, 'prompt_cache_options']]
const KEPT_LONGER: readonly Refused[] = [['24h', 'prompt_cache_retention']]
const TIERS: readonly Refused[] = ['flex', 'scale', 'priority', 'fast', 'ultrafast'].map((tier) => [
  tier,
  'service_tier',
])

const CHAT: Judged<OpenAI.Chat.ChatCompletionCreateParamsNonStreaming> = {
  audio: [[{ voice: 'alloy', format: 'mp3' }, 'audio']],
  frequency_penalty: PLAIN,
  function_call: PLAIN,
  functions: PLAIN,
  logit_bias: PLAIN,
  logprobs: PLAIN,
  max_completion_tokens: PLAIN,
  max_tokens: PLAIN,
  messages: PLAIN,
  metadata: PLAIN,
  modalities: [[['text', 'audio'], 'modalities']],
  model: PLAIN,
  moderation: PLAIN,
  n: PLAIN,
  parallel_tool_calls: PLAIN,
  prediction: PLAIN,
  presence_penalty: PLAIN,
  prompt_cache_key: PLAIN,
  prompt_cache_options: OF_CACHE,
  prompt_cache_retention: KEPT_LONGER,
  reasoning_effort: PLAIN,
  response_format: PLAIN,
  safety_identifier: PLAIN,
  seed: PLAIN,
  service_tier: TIERS,
  stop: PLAIN,
  store: PLAIN,
  stream: PLAIN,
  stream_options: PLAIN,
  temperature: PLAIN,
  tool_choice: PLAIN,
  tools: hosted('web_search', 'mcp'),
  top_logprobs: PLAIN,
  top_p: PLAIN,
  user: PLAIN,
  verbosity: PLAIN,
  web_search_options: [[{}, 'web_search_options']],
}

const RESPONSES: Judged<OpenAI.Beta.ResponseCreateParamsNonStreaming, 'betas'> = {
  access_programs: [[{ cyber: 'daybreak_red' }, 'access_programs']],
  background: [[true, 'background']],
  background_options: [
    [{ completion_window: '8h' }, 'background_options'],
    [{ continuation_id: 'mine' }, 'background_options'],
  ],
  context_management: [[[{ type: 'compaction' }], 'context_management']],
  conversation: [['conv_1', 'conversation']],
  // Images are held for as what they may count at most, which is without compression.
  image: PLAIN,
  include: PLAIN,
  input: PLAIN,
  instructions: PLAIN,
  max_output_tokens: PLAIN,
  max_tool_calls: PLAIN,
  metadata: PLAIN,
  model: PLAIN,
  moderation: [[{ model: 'omni-moderation-latest' }, 'moderation']],
  multi_agent: [[{ enabled: true }, 'multi_agent']],
  parallel_tool_calls: PLAIN,
  previous_response_id: PLAIN,
  prompt: [[{ id: 'pmpt_1' }, 'prompt']],
  prompt_cache_key: PLAIN,
  prompt_cache_options: OF_CACHE,
  prompt_cache_retention: KEPT_LONGER,
  reasoning: [[{ mode: 'pro', effort: 'low' }, 'reasoning.mode']],
  safety_identifier: PLAIN,
  service_tier: TIERS,
  store: PLAIN,
  stream: PLAIN,
  stream_options: PLAIN,
  temperature: PLAIN,
  text: PLAIN,
  tool_choice: PLAIN,
  tools: hosted('web_search', 'file_search', 'code_interpreter', 'mcp', 'image_generation', 'shell'),
  top_logprobs: PLAIN,
  top_p: PLAIN,
  truncation: [['auto', 'truncation']],
  user: PLAIN,
}

const MESSAGES: Judged<
  Anthropic.Beta.Messages.MessageCreateParamsNonStreaming,
  'betas' | 'user_profile_id' | 'workspace_id'
> = {
  billing_policy: [[{ bill_to: 'user_profile' }, 'billing_policy']],
  cache_control: [[{ type: 'ephemeral', ttl: '24h' }, 'cache_control.ttl']],
  compaction: [[{ type: 'summarize' }, 'compaction']],
  container: [['container_1', 'container']],
  context_management: [[{ edits: [{ type: 'compact_20260112' }] }, 'context_management.edits.0.type']],
  diagnostics: PLAIN,
  fallback_credit_token: [['credit', 'fallback_credit_token']],
  fallbacks: [
    ['default', 'fallbacks'],
    [[{ model: 'claude-opus-5-5' }], 'fallbacks'],
  ],
  inference_geo: [['us', 'inference_geo']],
  max_tokens: PLAIN,
  mcp_servers: [[[{ type: 'url', name: 's', url: 'https://a.example' }], 'mcp_servers']],
  messages: PLAIN,
  metadata: PLAIN,
  model: PLAIN,
  output_config: PLAIN,
  output_format: PLAIN,
  // The two words that the field knows ask for no tier beyond the operator's own contract.
  service_tier: PLAIN,
  speed: [['fast', 'speed']],
  stop_sequences: PLAIN,
  stream: PLAIN,
  system: PLAIN,
  thinking: PLAIN,
  thread: [[{ type: 'create' }, 'thread']],
  tool_choice: PLAIN,
  tools: hosted('web_search_20250305', 'web_fetch_20260318', 'code_execution_20260521', 'advisor_20260301'),
}

interface Failure {
  readonly message: string
  readonly param?: string | null
}

const MESSAGE = { max_tokens: 100, messages: [{ role: 'user', content: 'hi' }] }

const SURFACES = [
  {
    title: '/v1/chat/completions',
    path: '/v1/chat/completions',
    ask: { model: 'openai/gpt-6-luna', messages: [{ role: 'user', content: 'hi' }] },
    fields: CHAT,
    hasParam: true,
  },
  {
    title: '/v1/responses',
    path: '/v1/responses',
    ask: { model: 'openai/gpt-6-luna', input: 'hi' },
    fields: RESPONSES,
    hasParam: true,
  },
  // Anthropic's failures have no field for the place.
  {
    title: '/v1/messages',
    path: '/v1/messages',
    ask: { ...MESSAGE, model: 'anthropic/claude-sonnet-5.5' },
    fields: MESSAGES,
    hasParam: false,
  },
  {
    title: '/v1/messages for a model that is asked by translation',
    path: '/v1/messages',
    ask: { ...MESSAGE, model: 'openai/gpt-6-luna' },
    // No other provider is given a mark for its cache.
    fields: { ...MESSAGES, cache_control: PLAIN },
    hasParam: false,
  },
] as const

describe('a field with a price of its own', () => {
  let world: GatewayWorld
  let gateway: ServiceHere
  let upstream: ScriptedUpstream
  let customer: Customer

  before(async () => {
    upstream = await startScriptedUpstream()
    world = await openWorld(PAID_PROVIDERS)
    const baseUrl = upstream.baseUrl
    gateway = await world.serve({
      OPENAI_API_KEY: 'sk-openai',
      OPENAI_BASE_URL: baseUrl,
      ANTHROPIC_API_KEY: 'sk-ant',
      ANTHROPIC_BASE_URL: baseUrl,
    })
    customer = await world.customer(gateway.url, '1000')
  })
  after(async () => {
    await world.remove()
    await upstream.close()
  })

  for (const { title, path, ask, fields, hasParam } of SURFACES) {
    it(`is refused by its place at ${title}, before a provider is asked`, async () => {
      const asked = upstream.requests.length
      for (const [name, refused] of Object.entries<readonly Refused[] | typeof PLAIN>(fields)) {
        if (refused === PLAIN) continue
        expect(refused, name).not.to.have.length(0)
        for (const [value, place] of refused) {
          const response = await fetch(`${gateway.url}${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', authorization: `Bearer ${customer.apiKey}` },
            body: JSON.stringify({ ...ask, [name]: value }),
          })
          const { error } = (await response.json()) as { readonly error: Failure }
          expect(response.status, `${name}: ${error.message}`).to.equal(400)
          if (hasParam) expect(error.param).to.equal(place)
          else expect(error.message).to.contain(place)
        }
      }
      expect(upstream.requests.length).to.equal(asked)
    })
  }
})
