import { expect } from 'chai'
import { balanceAtRest } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { EXACT_HOLDS } from '../../support/gateway-worlds.ts'
import { TINY_PNG } from '../../support/media/tiny-images.ts'
import { TINY_PDF_URL } from '../../support/media/tiny-pdf.ts'
import { eventsIn, SURFACES } from '../../support/surfaces/surface-calls.ts'
import type { Question, Seen, SurfaceCalls } from '../../support/surfaces/surface-calls.ts'
import {
  answersOnAnyWire,
  breaksOnAnyWire,
  failsOnAnyWire,
  hangsOnAnyWire,
} from '../../support/surfaces/upstream-answer.ts'
import type { Script, ScriptedUpstream } from '../../support/upstreams/scripted-upstream.ts'
import { startCatalogWorld } from '../../support/upstreams/scripted-world.ts'
import type { ScriptedWorld } from '../../support/upstreams/scripted-world.ts'

/** Every adapter for chat over HTTP; each has one model of the same price, and the same scripted server behind it. */
const ADAPTERS = ['openai-compatible', 'openai', 'anthropic', 'google', 'xai'] as const

/** The sandbox has its behaviour from its model's name and no server behind it. */
const SANDBOX_MODELS = ['echo', 'tools', 'reasoning', 'refuse', 'cut', 'error'] as const

const modelOf = (id: string, provider: string, upstreamModel: string) => ({
  id,
  kind: 'chat',
  capabilities: ['image_input', 'file_input', 'tools', 'json_schema'],
  limits: { default_output_tokens: 1000, max_output_tokens: 4000, context_tokens: 100_000 },
  deployments: [{ provider, model: upstreamModel }],
  tariff: { unit: 'tokens', input_per_million: '1001', output_per_million: '2003' },
})

const catalogOf = (): string =>
  JSON.stringify({
    providers: [
      ...ADAPTERS.map((adapter) => ({ id: `at-${adapter}`, adapter })),
      { id: 'sandbox', adapter: 'sandbox' },
    ],
    models: [
      ...ADAPTERS.map((adapter) => modelOf(`table/${adapter}`, `at-${adapter}`, 'upstream-model')),
      ...SANDBOX_MODELS.map((name) => modelOf(`sandbox/${name}`, 'sandbox', name)),
    ],
  })

const environmentOf = (baseUrl: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ADAPTERS.flatMap((adapter) => {
      const name = `AT_${adapter.toUpperCase().replaceAll('-', '_')}`
      return [
        [`${name}_BASE_URL`, baseUrl],
        [`${name}_API_KEY`, 'sk-table'],
      ]
    }),
  )

type Asked = Omit<Question, 'model'>

interface Scenario {
  readonly asked: Asked
  readonly script: Script
  /** What every surface shows; null: the call fails. */
  readonly seen: Partial<Seen> | null
  readonly isFree?: true
  /** The adapters whose providers cannot be asked this: a 400 by name on every surface. */
  readonly refusedAt?: readonly (typeof ADAPTERS)[number][]
}

const TEXT = 'one two three'
const LOOK = { id: 'call_a', name: 'look', input: { place: 'Perm' } }
const HEAR = { id: 'call_b', name: 'hear', input: { place: 'Omsk' } }
const SCHEMA = {
  type: 'object',
  properties: { place: { type: 'string' } },
  required: ['place'],
  additionalProperties: false,
}
const TOOLS = [LOOK, HEAR].map(({ name }) => ({ name, schema: SCHEMA }))
const IMAGE = `data:image/png;base64,${Buffer.from(TINY_PNG).toString('base64')}`
const PDF = { name: 'code.pdf', data: TINY_PDF_URL }
const NOTES = { name: 'notes.txt', data: 'data:text/plain;base64,aGVsbG8=' }
const JSON_TEXT = '{"place":"Perm"}'

const plain: Asked = { text: 'Say three words.', stream: false }
const says = { text: TEXT, end: 'stop' } as const

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  plain: { asked: plain, script: answersOnAnyWire(says), seen: { text: TEXT, calls: [], end: 'stop' } },
  'a tool call': {
    asked: { ...plain, tools: TOOLS },
    script: answersOnAnyWire({ calls: [LOOK], end: 'tools' }),
    seen: { calls: [['look', LOOK.input]], end: 'tools' },
  },
  'parallel tool calls': {
    asked: { ...plain, tools: TOOLS, isParallel: true },
    script: answersOnAnyWire({ text: TEXT, calls: [LOOK, HEAR], end: 'tools' }),
    seen: {
      text: TEXT,
      calls: [
        ['look', LOOK.input],
        ['hear', HEAR.input],
      ],
      end: 'tools',
    },
  },
  'structured output': {
    asked: { ...plain, format: SCHEMA },
    script: answersOnAnyWire({ text: JSON_TEXT, end: 'stop' }),
    seen: { text: JSON_TEXT, end: 'stop' },
  },
  'an image': { asked: { ...plain, image: IMAGE }, script: answersOnAnyWire(says), seen: { text: TEXT, end: 'stop' } },
  'a PDF': {
    asked: { ...plain, file: PDF },
    script: answersOnAnyWire(says),
    seen: { text: TEXT, end: 'stop' },
    refusedAt: ['xai'],
  },
  'a file of text': {
    asked: { ...plain, file: NOTES },
    script: answersOnAnyWire(says),
    seen: { text: TEXT, end: 'stop' },
  },
  reasoning: {
    asked: { ...plain, effort: 'low' },
    script: answersOnAnyWire({ ...says, reasoning: 'hm' }),
    seen: { text: TEXT, end: 'stop' },
  },
  'a refusal': {
    asked: plain,
    script: answersOnAnyWire({ end: 'refused' }),
    seen: { text: '', end: 'refused' },
    isFree: true,
  },
  'an end by the limit': {
    asked: plain,
    script: answersOnAnyWire({ text: TEXT, end: 'length' }),
    seen: { text: TEXT, end: 'length' },
  },
  'a cut': { asked: plain, script: breaksOnAnyWire(says), seen: null, isFree: true },
  'an error': { asked: plain, script: failsOnAnyWire(), seen: null, isFree: true },
}

type SurfaceName = keyof typeof SURFACES

const NAMES = Object.keys(SURFACES) as SurfaceName[]

interface Outcome {
  /** Null where the call failed or was refused. */
  readonly seen: Seen | null
  readonly status: number
  /** The field that a 400 names. */
  readonly refused: string | null
  readonly micro: number
}

describe('every surface at every adapter', () => {
  let scripted: ScriptedWorld
  let upstream: ScriptedUpstream
  let customer: Customer
  let url: string

  before(async () => {
    scripted = await startCatalogWorld(catalogOf(), (upstreamUrl) => ({
      RATE_LIMIT_PER_MINUTE: '100000',
      ...EXACT_HOLDS,
      ...environmentOf(upstreamUrl),
    }))
    upstream = scripted.upstream
    url = scripted.gateway.url
    customer = await scripted.world.customer(url, '1000')
  })
  after(async () => {
    await scripted.remove()
  })

  const send = (surface: SurfaceCalls, question: Question, signal?: AbortSignal): Promise<Response> =>
    fetch(url + surface.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(surface.bodyOf(question)),
      ...(signal === undefined ? {} : { signal }),
    })

  const charged = async <A>(call: () => Promise<A>): Promise<readonly [A, number]> => {
    const before = Number((await balanceAtRest(customer)).balance)
    const result = await call()
    const after = Number((await balanceAtRest(customer)).balance)
    return [result, Math.round((before - after) * 1e6)]
  }

  const outcomeOf = async (surface: SurfaceCalls, question: Question, script: Script | null): Promise<Outcome> => {
    if (script !== null) upstream.next(script)
    const [{ status, text }, micro] = await charged(async () => {
      const response = await send(surface, question)
      return { status: response.status, text: await response.text() }
    })
    if (status !== 200) {
      const refused = status === 400 ? surface.refusalOf(JSON.parse(text) as Record<string, unknown>) : null
      return { seen: null, status, refused, micro }
    }
    const seen = question.stream
      ? surface.readStream(eventsIn(text))
      : surface.readWhole(JSON.parse(text) as Record<string, unknown>)
    return { seen: seen.end === 'failed' ? null : seen, status, refused: null, micro }
  }

  for (const adapter of ADAPTERS) {
    describe(`at ${adapter}`, () => {
      const model = `table/${adapter}`
      for (const [name, scenario] of Object.entries(SCENARIOS)) {
        for (const stream of [false, true]) {
          if (scenario.refusedAt?.includes(adapter) === true) {
            it(`refuses ${name}${stream ? ', streamed,' : ''} by name on every surface, at no price`, async () => {
              for (const surfaceName of NAMES) {
                const outcome = await outcomeOf(SURFACES[surfaceName], { ...scenario.asked, model, stream }, null)
                expect(outcome, surfaceName).to.include({ status: 400, micro: 0 })
                expect(outcome.refused, surfaceName).to.not.equal('')
              }
            })
            continue
          }
          it(`shows ${name}${stream ? ', streamed,' : ''} alike on every surface, at the same price`, async () => {
            const prices = new Set<number>()
            for (const surfaceName of NAMES) {
              const surface = SURFACES[surfaceName]
              const outcome = await outcomeOf(surface, { ...scenario.asked, model, stream }, scenario.script)
              const label = `${surfaceName}: ${JSON.stringify(outcome)}`
              if (outcome.refused !== null) {
                expect(outcome.refused, label).to.not.equal('')
                expect(outcome.micro, label).to.equal(0)
                continue
              }
              if (scenario.seen === null) expect(outcome.seen, label).to.equal(null)
              else expect(outcome.seen, label).to.deep.include(scenario.seen)
              expect(outcome.micro === 0, label).to.equal(scenario.isFree === true)
              prices.add(outcome.micro)
            }
            expect(prices.size).to.equal(1)
          })
        }
      }

      it('charges a client that disconnects the same on every surface', async () => {
        const prices = new Set<number>()
        for (const surfaceName of NAMES) {
          const surface = SURFACES[surfaceName]
          upstream.next(hangsOnAnyWire(says))
          const [, micro] = await charged(async () => {
            const leaving = new AbortController()
            const response = await send(surface, { ...plain, model, stream: true }, leaving.signal)
            expect(response.status).to.equal(200)
            const decoder = new TextDecoder()
            let text = ''
            for await (const bytes of response.body ?? []) {
              text += decoder.decode(bytes as Uint8Array, { stream: true })
              if (text.includes('three')) break
            }
            leaving.abort()
          })
          expect(micro, surfaceName).to.be.above(0)
          prices.add(micro)
        }
        expect([...prices]).to.have.lengthOf(1)
      })
    })
  }

  describe('at the sandbox', () => {
    const cases: Readonly<Record<string, readonly [(typeof SANDBOX_MODELS)[number], Asked, Seen['end'] | null]>> = {
      plain: ['echo', plain, 'stop'],
      'a tool call': ['tools', { ...plain, tools: TOOLS.slice(0, 1) }, 'tools'],
      'parallel tool calls': ['tools', { ...plain, text: 'Call both tools.', tools: TOOLS, isParallel: true }, 'tools'],
      'structured output': ['echo', { ...plain, format: SCHEMA }, 'stop'],
      'an image': ['echo', { ...plain, image: IMAGE }, 'stop'],
      'a PDF': ['echo', { ...plain, file: PDF }, 'stop'],
      'a PDF by its address': ['echo', { ...plain, file: { name: 'a', url: 'https://example.com/a.pdf' } }, 'stop'],
      'a file of text': ['echo', { ...plain, file: NOTES }, 'stop'],
      reasoning: ['reasoning', { ...plain, effort: 'low' }, 'stop'],
      'a refusal': ['refuse', plain, 'refused'],
      'an end by the limit': ['echo', { ...plain, text: 'word '.repeat(700) }, 'length'],
      'a cut': ['cut', { ...plain, text: 'word '.repeat(20) }, null],
      'an error': ['error', plain, null],
    }
    for (const [name, [model, asked, end]] of Object.entries(cases)) {
      for (const stream of [false, true]) {
        it(`shows ${name}${stream ? ', streamed,' : ''} alike on every surface, at the same price`, async () => {
          const outcomes: Outcome[] = []
          for (const surfaceName of NAMES) {
            outcomes.push(await outcomeOf(SURFACES[surfaceName], { ...asked, model: `sandbox/${model}`, stream }, null))
          }
          const label = JSON.stringify(outcomes)
          const [first] = outcomes
          expect(first?.seen?.end ?? null, label).to.equal(end)
          for (const { seen, micro } of outcomes) {
            expect(seen, label).to.deep.equal(first?.seen)
            expect(micro, label).to.equal(first?.micro)
          }
        })
      }
    }
  })
})
