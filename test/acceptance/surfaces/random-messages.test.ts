import Anthropic from '@anthropic-ai/sdk'
import { expect } from 'chai'
import { balanceAtRest } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { EXACT_HOLDS } from '../../support/gateway-worlds.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import {
  randomConversation,
  resultsOf,
  startMarks,
  toChat,
  toMessages,
  toResponses,
  wordsOfUser,
} from '../../support/surfaces/random-conversation.ts'
import type { RandomConversation } from '../../support/surfaces/random-conversation.ts'
import { answersOnAnyWire, googleSeal } from '../../support/surfaces/upstream-answer.ts'
import type { UpstreamAnswer } from '../../support/surfaces/upstream-answer.ts'
import { upstreamFaults } from '../../support/surfaces/upstream-laws.ts'
import { wireName } from '../../../src/adapters/http/messages/request/tool-names.ts'
import type { ReceivedRequest, ScriptedUpstream } from '../../support/upstreams/scripted-upstream.ts'
import { startCatalogWorld } from '../../support/upstreams/scripted-world.ts'
import type { ScriptedWorld } from '../../support/upstreams/scripted-world.ts'

type Json = Readonly<Record<string, unknown>>
type Random = () => number

const SEED = Number(process.env['RANDOM_SEED'] ?? 1)
const CONVERSATIONS = Number(process.env['RANDOM_RUNS'] ?? 6)
const ROUNDS = 2

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

const MICRO = 1e6

const NAMES = Object.keys(PROVIDERS)

const catalogOf = (): string =>
  JSON.stringify({
    providers: NAMES.map((name) => ({ id: `at-${name}`, ...PROVIDERS[name] })),
    models: NAMES.map((name) => ({
      id: `random/${name}`,
      kind: 'chat',
      capabilities: ['image_input', 'tools'],
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
    NAMES.flatMap((name) => [
      [`AT_${name.toUpperCase()}_BASE_URL`, baseUrl],
      [`AT_${name.toUpperCase()}_API_KEY`, 'sk-random'],
    ]),
  )

/** Pieces of any length, an empty one now and then. */
const cutter =
  (seed: number) =>
  (text: string): readonly string[] => {
    const random = seededRandom(seed)
    const signs = Array.from(text)
    const pieces: string[] = []
    while (signs.length > 0) pieces.push(signs.splice(0, Math.floor(random() * 12)).join(''))
    return pieces
  }

const randomAnswer = (random: Random, { tools, choice }: RandomConversation, text: () => string): UpstreamAnswer => {
  const most = tools.length === 0 || choice === 'none' ? 0 : 3
  const answerId = Math.floor(random() * MICRO)
  const calls = Array.from({ length: Math.floor(random() * (most + 1)) }, (_, index) => ({
    id: `call_${answerId}_${index}`,
    name: tools[Math.floor(random() * tools.length)] ?? '',
    input: random() < 0.3 ? {} : { place: text(), list: [1, null, { deep: true }] },
  }))
  const usual = calls.length > 0 ? 'tools' : random() < 0.2 ? 'length' : 'stop'
  return {
    ...(calls.length === 0 || random() < 0.5 ? { text: text() } : {}),
    ...(random() < 0.4 ? { reasoning: 'thought "of" it 😀 at length' } : {}),
    ...(calls.length === 0 ? {} : { calls }),
    end: usual,
    usage: {
      prompt: 100 + Math.floor(random() * 1000),
      cached: Math.floor(random() * 100),
      answer: 50 + Math.floor(random() * 100),
      thoughts: Math.floor(random() * 50),
    },
    pieces: cutter(1 + Math.floor(random() * 1000)),
  }
}

/** The model calls tools by the names that it was given. */
const asWired = (answer: UpstreamAnswer, model: string): UpstreamAnswer => {
  const { calls } = answer
  if (calls === undefined || model === 'random/anthropic') return answer
  return { ...answer, calls: calls.map((call) => ({ ...call, name: wireName(call.name) })) }
}

/** What the usage of an answer says that it costs, in micro-roubles. */
const costIn = (usage: object): number => Math.round(Number((usage as Json)['cost']) * MICRO)

/** What a message says, without what differs from call to call. */
const shownIn = ({ content, stop_reason: end, usage }: Anthropic.Message) => ({
  end,
  tokens: [usage.input_tokens, usage.cache_read_input_tokens, usage.output_tokens],
  blocks: content.map((block) => {
    if (block.type === 'text') return { text: block.text }
    if (block.type === 'tool_use') return { name: block.name, input: block.input }
    return block.type === 'thinking' ? { thinking: block.thinking, signature: block.signature } : block
  }),
})

describe('random requests for messages', () => {
  let scripted: ScriptedWorld
  let upstream: ScriptedUpstream
  let customer: Customer
  let url: string
  let client: Anthropic

  before(async () => {
    scripted = await startCatalogWorld(catalogOf(), (upstreamUrl) => ({
      ...EXACT_HOLDS,
      ...environmentOf(upstreamUrl),
    }))
    upstream = scripted.upstream
    url = scripted.gateway.url
    customer = await scripted.world.customer(url, '1000')
    client = new Anthropic({ apiKey: customer.apiKey, baseURL: url, maxRetries: 0 })
  })
  after(async () => {
    await scripted.remove()
  })

  const charged = async <A>(call: () => Promise<A>): Promise<readonly [A, number]> => {
    const before = Number((await balanceAtRest(customer)).balance)
    const result = await call()
    const after = Number((await balanceAtRest(customer)).balance)
    return [result, Math.round((before - after) * MICRO)]
  }

  const post = async (path: string, body: Json): Promise<void> => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status, await response.text()).to.equal(200)
  }

  const received = (): ReceivedRequest => upstream.requests.at(-1) as ReceivedRequest

  interface Asked {
    readonly body: Json
    readonly answer: UpstreamAnswer
    readonly label: string
    /** Words of texts that the provider must be given. */
    readonly words: readonly string[]
  }

  const expectGiven = ({ words, label }: Asked, ignored: string | null): void => {
    const request = received()
    const text = Buffer.from(request.raw).toString()
    const given = `${label}, sent as ${text}, without ${ignored ?? 'nothing'}`
    expect(upstreamFaults(request), given).to.deep.equal([])
    expect(
      words.filter((word) => text.split(word).length !== 2),
      given,
    ).to.deep.equal([])
  }

  const askBoth = async (asked: Asked) => {
    const { body, answer, label } = asked
    const answers = answersOnAnyWire(asWired(answer, String(body['model'])))
    const params = body as object as Anthropic.MessageCreateParamsNonStreaming
    upstream.next(answers)
    const [whole, price] = await charged(() => client.messages.create(params).withResponse())
    expectGiven(asked, whole.response.headers.get('x-gateway-ignored'))
    upstream.next(answers)
    const [streamed, streamedPrice] = await charged(async () => {
      const { data, response } = await client.messages.stream(params).withResponse()
      let cost = Number.NaN
      // The accumulator keeps the fields alone that it knows.
      data.on('streamEvent', (event) => {
        if (event.type === 'message_delta') cost = costIn(event.usage)
      })
      return { message: await data.finalMessage(), response, cost }
    })
    expectGiven(asked, streamed.response.headers.get('x-gateway-ignored'))
    expect(streamed.response.headers.get('x-gateway-ignored'), label).to.equal(
      whole.response.headers.get('x-gateway-ignored'),
    )
    const shown = shownIn(streamed.message)
    expect(shown, label).to.deep.equal(shownIn(whole.data))
    expect([costIn(whole.data.usage), streamed.cost, streamedPrice], label).to.deep.equal([price, price, price])
    expect(shown.blocks.flatMap((block) => ('text' in block ? [block.text] : [])).join(''), label).to.equal(
      answer.text ?? '',
    )
    expect(
      shown.blocks.filter((block) => 'name' in block),
      label,
    ).to.deep.equal((answer.calls ?? []).map(({ name, input }) => ({ name, input })))
    const end = answer.end === 'tools' ? 'tool_use' : answer.end === 'length' ? 'max_tokens' : 'end_turn'
    expect(shown.end, label).to.equal(end)
    return { message: streamed.message, price }
  }

  const playRounds = async (name: string, seed: number): Promise<void> => {
    const random = seededRandom(seed)
    const marks = startMarks(random)
    const asked = randomConversation(random, marks)
    const model = `random/${name}`
    let body: Json = { model, ...toMessages(random, asked) }
    const words = [...marks.words]
    for (let round = 1; round <= ROUNDS; round += 1) {
      const answer = randomAnswer(random, asked, marks.text)
      const label = `RANDOM_SEED=${SEED} ${name} ${seed} round ${round}: ${JSON.stringify(body)}`
      const { message, price } = await askBoth({ body, answer, label, words })
      if (round === 1) {
        for (const [path, same] of [
          ['/v1/chat/completions', toChat(asked)],
          ['/v1/responses', toResponses(asked)],
        ] as const) {
          upstream.next(answersOnAnyWire(answer))
          const [, other] = await charged(() => post(path, { model, ...same }))
          expect(other, `${path} ${label}`).to.equal(price)
          expectGiven({ body: same, answer, label: `${path} ${label}`, words }, null)
        }
      }
      const calls = message.content.filter((block) => block.type === 'tool_use')
      const next = calls.length > 0 ? resultsOf(random, marks, calls) : wordsOfUser(marks.text())
      const { messages } = toMessages(random, { ...asked, turns: [next] })
      const { content } = message
      body = {
        ...body,
        messages: [...(body['messages'] as Json[]), { role: 'assistant', content }, ...(messages as Json[])],
      }
      const [signed] = name === 'google' ? (answer.calls ?? []) : []
      words.splice(0, words.length, ...marks.words, ...(signed === undefined ? [] : [googleSeal(signed.id)]))
    }
  }

  for (const name of NAMES) {
    it(`keep every text, call and result at ${name}, whole and streamed, at the price of the same chat`, async () => {
      for (let at = 0; at < CONVERSATIONS; at += 1) await playRounds(name, SEED * 1_000_003 + at * 104_729)
    })
  }
})
