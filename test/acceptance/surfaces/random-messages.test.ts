import Anthropic from '@anthropic-ai/sdk'
import { expect } from 'chai'
import { seededRandom } from '../../support/seeded-random.ts'
import { randomAnswer } from '../../support/surfaces/random-answers.ts'
import {
  randomConversation,
  resultsOf,
  startMarks,
  toChat,
  toMessages,
  toResponses,
  wordsOfUser,
} from '../../support/surfaces/random-conversation.ts'
import { inChatForms, inResponsesForms } from '../../support/surfaces/random-forms.ts'
import { costIn, PROVIDER_NAMES, startRandomWorld } from '../../support/surfaces/random-world.ts'
import type { Given, RandomWorld } from '../../support/surfaces/random-world.ts'
import { answersOnAnyWire, sealsOf } from '../../support/surfaces/upstream-answer.ts'
import type { UpstreamAnswer } from '../../support/surfaces/upstream-answer.ts'
import { wireName } from '../../../src/adapters/http/messages/request/tool-names.ts'

type Json = Readonly<Record<string, unknown>>

const SEED = Number(process.env['RANDOM_SEED'] ?? 1)
const CONVERSATIONS = Number(process.env['RANDOM_RUNS'] ?? 6)
const ROUNDS = 2

/** The model calls tools by the names that it was given. */
const asWired = (answer: UpstreamAnswer, model: string): UpstreamAnswer => {
  const { calls } = answer
  if (calls === undefined || model === 'random/anthropic') return answer
  return { ...answer, calls: calls.map((call) => ({ ...call, name: wireName(call.name) })) }
}

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
  let world: RandomWorld
  let client: Anthropic

  before(async () => {
    world = await startRandomWorld()
    client = new Anthropic({ apiKey: world.customer.apiKey, baseURL: world.url, maxRetries: 0 })
  })
  after(async () => {
    await world.remove()
  })

  interface Asked extends Given {
    readonly body: Json
    readonly answer: UpstreamAnswer
  }

  const askBoth = async (asked: Asked) => {
    const { body, answer, label } = asked
    const { upstream, charged, expectGiven } = world
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
          ['/v1/chat/completions', inChatForms(random, toChat(asked))],
          ['/v1/responses', inResponsesForms(random, toResponses(asked))],
        ] as const) {
          world.upstream.next(answersOnAnyWire(answer))
          const [, other] = await world.charged(() => world.post(path, { model, ...same }))
          expect(other, `${path} ${label}`).to.equal(price)
          world.expectGiven({ label: `${path} ${label}`, words }, null)
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
      words.splice(0, words.length, ...marks.words, ...sealsOf(name, answer))
    }
  }

  for (const name of PROVIDER_NAMES) {
    it(`keep every text, call and result at ${name}, whole and streamed, at the price of the same chat`, async () => {
      for (let at = 0; at < CONVERSATIONS; at += 1) await playRounds(name, SEED * 1_000_003 + at * 104_729)
    })
  }
})
