import { expect } from 'chai'
import OpenAI from 'openai'
import { openAiSchema } from '../../support/documents/openai-schemas.ts'
import { checkResponse, checkStream } from '../../support/responses/response-events.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { randomAnswer, refusal } from '../../support/surfaces/random-answers.ts'
import {
  chatTurn,
  itemsOf,
  randomConversation,
  resultsOf,
  startMarks,
  toChat,
  toMessages,
  toResponses,
  wordsOfUser,
} from '../../support/surfaces/random-conversation.ts'
import type { Call, RandomConversation, Turn } from '../../support/surfaces/random-conversation.ts'
import { inChatForms, inResponsesForms } from '../../support/surfaces/random-forms.ts'
import { costIn, PROVIDER_NAMES, startRandomWorld } from '../../support/surfaces/random-world.ts'
import type { Given, RandomWorld } from '../../support/surfaces/random-world.ts'
import { answersOnAnyWire, sealsOf } from '../../support/surfaces/upstream-answer.ts'
import type { UpstreamAnswer } from '../../support/surfaces/upstream-answer.ts'

type Json = Readonly<Record<string, unknown>>
type Random = () => number

const SEED = Number(process.env['RANDOM_SEED'] ?? 1)
const CONVERSATIONS = Number(process.env['RANDOM_RUNS'] ?? 4)
const ROUNDS = 2

const isText = (value: unknown): value is string => typeof value === 'string'
const textOf = (value: unknown): string => (isText(value) ? value : '')

/** What an answer says, without what differs from call to call. */
interface Shown {
  readonly text: string
  readonly refusal: string
  readonly calls: readonly { readonly name: string; readonly input: unknown }[]
  readonly end: string
  readonly tokens: readonly unknown[]
}

/** One answer, and how its client goes on. */
interface Answered {
  readonly shown: Shown
  /** Calls by the ids under which the client knows them. */
  readonly calls: readonly Call[]
  /** What the client has of the conversation now. */
  readonly history: Json
  readonly cost: number
  readonly ignored: string | null
}

/** A surface as a client of OpenAI's SDK uses it, and how a history is written for it. */
interface Client {
  readonly path: string
  /** The body of the first request, in forms chosen by lot. */
  readonly first: (random: Random, asked: RandomConversation) => Json
  readonly whole: (body: Json) => Promise<Answered>
  readonly streamed: (body: Json) => Promise<Answered>
  /** The next request behind an answer. */
  readonly next: (random: Random, body: Json, answer: Answered, turn: Turn) => Json
  readonly ends: Readonly<Record<UpstreamAnswer['end'], string>>
  /** The provider whose own events pass, and what a refusal ends with there. */
  readonly native: { readonly name: string; readonly refused: string } | null
}

/** Tools are called by the names that the client gave them, which are no longer than OpenAI's names may be. */
const named = (answer: UpstreamAnswer): UpstreamAnswer =>
  answer.calls === undefined
    ? answer
    : { ...answer, calls: answer.calls.map((call) => ({ ...call, name: call.name.slice(0, 64) })) }

const checkCompletion = openAiSchema('CreateChatCompletionResponse')
const checkChunk = openAiSchema('CreateChatCompletionStreamResponse')

/** What holds for every stream of chunks: each fits the published schema, the role comes first, the usage last. */
const checkChunks = (stream: string): void => {
  const frames = stream.split('\n\n').filter((frame) => frame !== '' && !frame.startsWith(':'))
  expect(frames.at(-1)).to.equal('data: [DONE]')
  const chunks = frames.slice(0, -1).map((frame) => JSON.parse(frame.slice('data: '.length)) as Json)
  // The published schema does not say that the usage may be null.
  for (const { usage, ...chunk } of chunks) checkChunk?.(usage === null ? chunk : { ...chunk, usage })
  const choices = chunks.map(({ choices: list }) => (list as readonly Json[])[0])
  expect(choices[0]).to.have.nested.property('delta.role', 'assistant')
  expect(choices.filter((choice) => isText(choice?.['finish_reason']))).to.have.length(1)
  expect(choices.slice(0, -1)).not.to.include(undefined)
  expect(chunks.map(({ usage }) => usage === null)).to.deep.equal(chunks.map((_, at) => at < chunks.length - 1))
}

/** Keeps the text of the last answer beside what the SDK reads of it. */
const listening = (world: RandomWorld) => {
  let heard: Promise<string> = Promise.resolve('')
  const client = new OpenAI({
    apiKey: world.customer.apiKey,
    baseURL: `${world.url}/v1`,
    maxRetries: 0,
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      heard = response.clone().text()
      return response
    },
  })
  return { client, heard: (): Promise<string> => heard }
}

const chatShown = ({ choices, usage }: OpenAI.ChatCompletion): Shown => {
  const [choice] = choices
  return {
    text: textOf(choice?.message.content),
    refusal: textOf(choice?.message.refusal),
    calls: chatCalls(choice?.message).map(({ name, input }) => ({ name, input })),
    end: textOf(choice?.finish_reason),
    tokens: [usage?.prompt_tokens, usage?.prompt_tokens_details?.cached_tokens, usage?.completion_tokens],
  }
}

const chatCalls = (message: OpenAI.ChatCompletionMessage | undefined): readonly Call[] =>
  (message?.tool_calls ?? []).flatMap((call) =>
    call.type === 'function'
      ? [{ id: call.id, name: call.function.name, input: JSON.parse(call.function.arguments) as Json }]
      : [],
  )

const chatClient = (world: RandomWorld): Client => {
  const { client, heard } = listening(world)
  const answered = (completion: OpenAI.ChatCompletion, { headers }: Response): Answered => ({
    shown: chatShown(completion),
    calls: chatCalls(completion.choices[0]?.message),
    history: completion.choices[0]?.message as object as Json,
    cost: costIn(completion.usage ?? {}),
    ignored: headers.get('x-gateway-ignored'),
  })
  return {
    path: '/v1/chat/completions',
    first: (random, asked) => inChatForms(random, toChat(asked)),
    whole: async (body) => {
      const params = body as object as OpenAI.ChatCompletionCreateParamsNonStreaming
      const { data, response } = await client.chat.completions.create(params).withResponse()
      checkCompletion?.(data)
      return answered(data, response)
    },
    streamed: async (body) => {
      const params = { ...body, stream_options: { include_usage: true } } as object
      const streaming = client.chat.completions.stream(params as OpenAI.ChatCompletionCreateParamsStreaming)
      const completion = await streaming.finalChatCompletion()
      checkChunks(await heard())
      return answered(completion, new Response())
    },
    next: (_, body, { history }, turn) => ({
      ...body,
      messages: [...(body['messages'] as readonly Json[]), history, ...chatTurn(turn)],
    }),
    ends: { stop: 'stop', length: 'length', tools: 'tool_calls', refused: 'content_filter' },
    native: null,
  }
}

const responseCalls = ({ output }: OpenAI.Responses.Response): readonly Call[] =>
  output.flatMap((item) =>
    item.type === 'function_call'
      ? [{ id: item.call_id, name: item.name, input: JSON.parse(item.arguments) as Json }]
      : [],
  )

const responseEnd = (response: OpenAI.Responses.Response): string =>
  response.incomplete_details?.reason ?? textOf(response.status)

const responseShown = (response: OpenAI.Responses.Response): Shown => {
  const parts = response.output.flatMap((item) => (item.type === 'message' ? item.content : []))
  const { usage } = response
  return {
    text: parts.map((part) => (part.type === 'output_text' ? part.text : '')).join(''),
    refusal: parts.map((part) => (part.type === 'refusal' ? part.refusal : '')).join(''),
    calls: responseCalls(response).map(({ name, input }) => ({ name, input })),
    end: responseEnd(response),
    tokens: [usage?.input_tokens, usage?.input_tokens_details.cached_tokens, usage?.output_tokens],
  }
}

/** What the SDK adds to an answer, and OpenAI's own SDK for Python leaves out of one that is given back. */
const PARSED: ReadonlySet<string> = new Set(['parsed', 'parsed_arguments'])

const withoutParsed = (answer: Json): Json =>
  JSON.parse(JSON.stringify(answer, (name, value: unknown) => (PARSED.has(name) ? undefined : value))) as Json

const SEALED = { include: ['reasoning.encrypted_content'] }

const responsesClient = (world: RandomWorld): Client => {
  const { client, heard } = listening(world)
  const answered = (response: OpenAI.Responses.Response, ignored: string | null): Answered => ({
    shown: responseShown(response),
    calls: responseCalls(response),
    history: response as object as Json,
    cost: costIn(response.usage ?? {}),
    ignored,
  })
  return {
    path: '/v1/responses',
    first: (random, asked) => ({
      ...inResponsesForms(random, toResponses(asked)),
      ...(random() < 0.5 ? SEALED : {}),
      ...(random() < 0.6 ? { store: true } : {}),
    }),
    whole: async (body) => {
      const params = body as object as OpenAI.Responses.ResponseCreateParamsNonStreaming
      const { data, response } = await client.responses.create(params).withResponse()
      checkResponse(JSON.parse(await heard()))
      return answered(data, response.headers.get('x-gateway-ignored'))
    },
    streamed: async (body) => {
      const streaming = client.responses.stream(body as object as OpenAI.Responses.ResponseCreateParamsStreaming)
      const response = await streaming.finalResponse()
      checkStream(await heard())
      return answered(response, null)
    },
    next: (random, body, { history }, turn) => {
      const { id, output } = withoutParsed(history) as { readonly id: string; readonly output: readonly Json[] }
      const items = itemsOf(turn)
      if (body['store'] === true && random() < 0.5) return { ...body, previous_response_id: id, input: items }
      const isNamed = body['store'] === true && random() < 0.5
      const given = isNamed ? output.map((item) => ({ type: 'item_reference', id: item['id'] })) : output
      return { ...body, input: [...(body['input'] as readonly Json[]), ...given, ...items] }
    },
    ends: { stop: 'completed', length: 'max_output_tokens', tools: 'completed', refused: 'content_filter' },
    native: { name: 'openai', refused: 'completed' },
  }
}

const OTHERS: readonly (readonly [path: string, write: (random: Random, asked: RandomConversation) => Json])[] = [
  ['/v1/chat/completions', (random, asked) => inChatForms(random, toChat(asked))],
  ['/v1/responses', (random, asked) => inResponsesForms(random, toResponses(asked))],
  ['/v1/messages', toMessages],
]

const SURFACES = { 'chat completions': chatClient, responses: responsesClient } as const

for (const [surface, clientOf] of Object.entries(SURFACES)) {
  describe(`random requests for ${surface}`, () => {
    let world: RandomWorld
    let client: Client

    before(async () => {
      world = await startRandomWorld()
      client = clientOf(world)
    })
    after(async () => {
      await world.remove()
    })

    /** Asks the same whole and streamed, which must come to the same. */
    const askBoth = async (
      name: string,
      body: Json,
      answer: UpstreamAnswer,
      given: Given,
    ): Promise<readonly [Answered, number]> => {
      const { label } = given
      const { upstream, charged } = world
      const script = answersOnAnyWire(named(answer))
      upstream.next(script)
      const [whole, price] = await charged(() => client.whole(body))
      world.expectGiven(given, whole.ignored)
      upstream.next(script)
      const [streamed, streamedPrice] = await charged(() => client.streamed(body))
      world.expectGiven(given, whole.ignored)
      expect(streamed.shown, label).to.deep.equal(whole.shown)
      expect([whole.cost, streamed.cost, streamedPrice], label).to.deep.equal([price, price, price])
      expect(whole.shown.text, label).to.equal(answer.end === 'refused' ? '' : (answer.text ?? ''))
      const calls = (named(answer).calls ?? []).map(({ name, input }) => ({ name, input }))
      expect(whole.shown.calls, label).to.deep.equal(calls)
      const { ends, native } = client
      const refused = native?.name === name ? native.refused : ends.refused
      expect(whole.shown.end, label).to.equal({ ...ends, refused }[answer.end])
      return [streamed, price]
    }

    /** The same conversation on the other surfaces: accepted, given to the provider whole, and as expensive. */
    const askOthers = async (
      random: Random,
      {
        model,
        asked,
        answer,
      }: { readonly model: string; readonly asked: RandomConversation; readonly answer: UpstreamAnswer },
      price: number,
      { label, words }: Given,
    ): Promise<void> => {
      for (const [path, write] of OTHERS) {
        if (path === client.path) continue
        world.upstream.next(answersOnAnyWire(named(answer)))
        const [, other] = await world.charged(() => world.post(path, { model, ...write(random, asked) }))
        expect(other, `${path} ${label}`).to.equal(price)
        // What travels in an id of chat's is not read where the client speaks the provider's own wire.
        const isOwn = path === '/v1/messages' && model === 'random/anthropic'
        const given = isOwn ? words.filter((word) => word.startsWith('mark')) : words
        world.expectGiven({ label: `${path} ${label}`, words: given }, null)
      }
    }

    const playRounds = async (name: string, seed: number): Promise<void> => {
      const random = seededRandom(seed)
      const marks = startMarks(random)
      let asked = randomConversation(random, marks)
      const model = `random/${name}`
      let body: Json = { model, ...client.first(random, asked) }
      const words = [...marks.words]
      for (let round = 1; round <= ROUNDS; round += 1) {
        const usual = randomAnswer(random, asked, marks.text)
        // The SDK reads no refusal where it waits for JSON.
        const answer = random() < 0.1 && !asked.format ? refusal(usual) : usual
        const label = `RANDOM_SEED=${SEED} ${name} ${seed} round ${round}: ${JSON.stringify(body)}`
        const [answered, price] = await askBoth(name, body, answer, { label, words })
        await askOthers(random, { model, asked, answer }, price, { label, words })
        const { calls, shown } = answered
        const next = calls.length > 0 ? resultsOf(random, marks, calls) : wordsOfUser(marks.text())
        body = client.next(random, body, answered, next)
        const spoken = shown.text + shown.refusal
        const given: readonly Turn[] =
          spoken === '' && calls.length === 0 ? [] : [{ by: 'model', text: spoken === '' ? null : spoken, calls }]
        asked = { ...asked, turns: [...asked.turns, ...given, next] }
        const silent = answer.end === 'refused' ? wordsOf(usual, marks.words) : []
        const kept = marks.words.filter((word) => !silent.includes(word))
        words.splice(0, words.length, ...kept, ...sealsOf(name, answer))
      }
    }

    for (const name of PROVIDER_NAMES) {
      it(`keep every text, call and result at ${name}, whole and streamed, at the price of the same on other surfaces`, async () => {
        for (let at = 0; at < CONVERSATIONS; at += 1) await playRounds(name, SEED * 1_000_003 + at * 104_729)
      })
    }
  })
}

/** The words of an answer that was not given in the end. */
const wordsOf = (answer: UpstreamAnswer, words: readonly string[]): readonly string[] => {
  const written = JSON.stringify(answer)
  return words.filter((word) => written.includes(word))
}
