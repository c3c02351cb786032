import { expect } from 'chai'
import type { Customer } from '../../support/accounts/customer.ts'
import { EXACT_HOLDS } from '../../support/gateway-worlds.ts'
import { eventsIn, SURFACES } from '../../support/surfaces/surface-calls.ts'
import type { Script } from '../../support/upstreams/scripted-upstream.ts'
import { startCatalogWorld } from '../../support/upstreams/scripted-world.ts'
import type { ScriptedWorld } from '../../support/upstreams/scripted-world.ts'
import { content } from '../../support/upstreams/google-answers.ts'
import {
  answersJson,
  chunk,
  completion,
  DONE,
  frame,
  streams,
  usage,
  usageChunk,
} from '../../support/upstreams/upstream-scripts.ts'

type Json = Readonly<Record<string, unknown>>

const URL = 'https://a.example/1'
const TEXT = 'It was so.'

/** An answer that names its source, whole or as a stream of events. */
interface Naming {
  readonly adapter: string
  readonly whole: Json
  readonly events: readonly (Json | string)[]
}

const OPENROUTER = {
  type: 'url_citation',
  url_citation: { url: URL, title: 'First', start_index: 0, end_index: 10 },
}
const PERPLEXITY = { citations: [URL], search_results: [{ url: URL, title: 'First' }] }

const [CANDIDATE] = content([{ text: TEXT }])['candidates'] as readonly Json[]
const REPEATED = {
  ...content([]),
  candidates: [{ ...CANDIDATE, citationMetadata: { citationSources: [{ endIndex: 10, uri: URL, title: 'First' }] } }],
}

const WORD = chunk({ role: 'assistant', content: TEXT })
const ENDED = [usageChunk(usage(3, 2)), DONE]

/** Every way in which a provider that the gateway translates names a source. */
const NAMINGS: Readonly<Record<string, Naming>> = {
  'an annotation of the message': {
    adapter: 'openai-compatible',
    whole: completion({ content: TEXT, annotations: [OPENROUTER] }),
    events: [WORD, chunk({ annotations: [OPENROUTER] }, 'stop'), ...ENDED],
  },
  'the envelope of the answer': {
    adapter: 'openai-compatible',
    whole: completion({ content: TEXT }, PERPLEXITY),
    events: [{ ...WORD, ...PERPLEXITY }, chunk({}, 'stop', PERPLEXITY), ...ENDED],
  },
  'what the candidate repeats': { adapter: 'google', whole: REPEATED, events: [REPEATED] },
}

const answersWith =
  ({ whole, events }: Naming): Script =>
  (response, request) => {
    const isStream = request.body['stream'] === true || request.path.includes('streamGenerateContent')
    const frames = events.map((event) => (typeof event === 'string' ? event : frame(event)))
    return (isStream ? streams(frames) : answersJson(whole))(response, request)
  }

const objects = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : [])
const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})

type Surface = keyof typeof SURFACES

/** The sources that a whole answer names on each surface. */
const NAMED_WHOLE: Readonly<Record<Surface, (body: Json) => readonly Json[]>> = {
  chat: (body) =>
    objects(body['choices'])
      .flatMap(({ message }) => objects(object(message)['annotations']))
      .map((annotation) => object(annotation['url_citation'])),
  responses: (body) =>
    objects(body['output'])
      .flatMap((item) => objects(item['content']))
      .flatMap((part) => objects(part['annotations'])),
  messages: (body) => objects(body['content']).flatMap((block) => objects(block['citations'])),
}

/** The same of a stream, from its events. */
const NAMED_STREAMED: Readonly<Record<Surface, (events: readonly Json[]) => readonly Json[]>> = {
  chat: (events) =>
    events
      .flatMap((event) => objects(event['choices']))
      .flatMap(({ delta }) => objects(object(delta)['annotations']))
      .map((annotation) => object(annotation['url_citation'])),
  responses: (events) =>
    events.flatMap(({ type, annotation }) =>
      type === 'response.output_text.annotation.added' ? [object(annotation)] : [],
    ),
  messages: (events) =>
    events
      .map(({ delta }) => object(delta))
      .flatMap(({ type, citation }) => (type === 'citations_delta' ? [object(citation)] : [])),
}

const catalogOf = (): string =>
  JSON.stringify({
    providers: ['openai-compatible', 'google'].map((adapter) => ({ id: `at-${adapter}`, adapter })),
    models: ['openai-compatible', 'google'].map((adapter) => ({
      id: `named/${adapter}`,
      kind: 'chat',
      capabilities: [],
      limits: { default_output_tokens: 1000, max_output_tokens: 4000 },
      deployments: [{ provider: `at-${adapter}`, model: 'upstream-model' }],
      tariff: { unit: 'tokens', input_per_million: '1001', output_per_million: '2003' },
    })),
  })

describe('the source that a provider names of its answer', () => {
  let scripted: ScriptedWorld
  let customer: Customer

  before(async () => {
    scripted = await startCatalogWorld(catalogOf(), (url) => ({
      ...EXACT_HOLDS,
      AT_OPENAI_COMPATIBLE_BASE_URL: url,
      AT_OPENAI_COMPATIBLE_API_KEY: 'sk-named',
      AT_GOOGLE_BASE_URL: url,
      AT_GOOGLE_API_KEY: 'sk-named',
    }))
    customer = await scripted.world.customer(scripted.gateway.url, '100')
  })
  after(() => scripted.remove())

  const ask = async (surface: Surface, naming: Naming, stream: boolean): Promise<readonly Json[]> => {
    const { path, bodyOf } = SURFACES[surface]
    scripted.upstream.next(answersWith(naming))
    const response = await fetch(scripted.gateway.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf({ model: `named/${naming.adapter}`, text: 'Was it?', stream })),
    })
    const text = await response.text()
    expect(response.status, text).to.equal(200)
    return stream ? NAMED_STREAMED[surface](eventsIn(text)) : NAMED_WHOLE[surface](JSON.parse(text) as Json)
  }

  for (const surface of Object.keys(SURFACES) as readonly Surface[]) {
    for (const [where, naming] of Object.entries(NAMINGS)) {
      it(`is named once on ${surface}, whole and streamed, where it stands in ${where}`, async () => {
        for (const stream of [false, true]) {
          const named = await ask(surface, naming, stream)
          expect(
            named.map(({ url, title }) => [url, title]),
            `streamed: ${stream}`,
          ).to.deep.equal([[URL, 'First']])
        }
      })
    }
  }
})
