import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { expect } from 'chai'
import OpenAI from 'openai'
import type { ChatCompletionMessageParam } from 'openai/resources'
import { balanceAtRest } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { apiErrorOf } from '../../support/api-error.ts'
import { EXACT_HOLDS, openWorld, PAID_PROVIDERS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import {
  BAD_KEY,
  blockedPrompt,
  content,
  events,
  googleError,
  RATE_LIMITED,
} from '../../support/upstreams/google-answers.ts'
import { startScriptedUpstream } from '../../support/upstreams/scripted-upstream.ts'
import type { Script, ScriptedUpstream } from '../../support/upstreams/scripted-upstream.ts'
import { answersJson, streams, streamsThenBreaks } from '../../support/upstreams/upstream-scripts.ts'

const CATALOG = `
providers: [{ id: google, adapter: google }]
models:
  - id: google/gemini
    kind: chat
    capabilities: [image_input, tools, json_schema]
    limits: { default_output_tokens: 1000, max_output_tokens: 1000 }
    deployments: [{ provider: google, model: gemini-x }]
    tariff:
      unit: tokens
      input_per_million: "1000"
      cached_input_per_million: "100"
      output_per_million: "2000"
`

/** 15 prompt tokens, 5 of them cached, 18 of output and thinking: 0.015 + 0.0005 + 0.036. */
const PRICE = '0.0515'

describe('a model of Google behind the gateway', () => {
  let world: GatewayWorld
  let upstream: ScriptedUpstream
  let customer: Customer
  let client: OpenAI
  let url: string

  before(async () => {
    world = await openWorld(PAID_PROVIDERS)
    upstream = await startScriptedUpstream()
    const catalogFile = join(world.environment['DATA_DIR'] ?? '', 'catalog.yaml')
    await writeFile(catalogFile, CATALOG)
    const gateway = await world.serve({
      CATALOG_FILE: catalogFile,
      GOOGLE_API_KEY: 'g-key',
      GOOGLE_BASE_URL: upstream.baseUrl,
      ...EXACT_HOLDS,
    })
    url = gateway.url
    customer = await world.customer(url, '1000')
    client = new OpenAI({ apiKey: customer.apiKey, baseURL: `${url}/v1`, maxRetries: 0 })
  })
  after(async () => {
    await world.remove()
    await upstream.close()
  })

  const hi: readonly ChatCompletionMessageParam[] = [{ role: 'user', content: 'hi' }]

  /** What a call came to, and what it cost once its hold has ended. */
  const chargeOf = async <A>(call: () => PromiseLike<A>): Promise<{ readonly came: A; readonly charged: string }> => {
    const before = await balanceAtRest(customer)
    const came = await call()
    const after = await balanceAtRest(customer)
    return { came, charged: String(Number((Number(before.balance) - Number(after.balance)).toFixed(6))) }
  }

  const complete = (script: Script, messages = hi) => {
    upstream.next(script)
    return client.chat.completions.create({ model: 'google/gemini', messages: [...messages] })
  }

  const stream = async (script: Script): Promise<{ readonly text: string; readonly finish: string | null }> => {
    upstream.next(script)
    const chunks = await client.chat.completions.create({ model: 'google/gemini', messages: [...hi], stream: true })
    let text = ''
    let finish: string | null = null
    for await (const { choices } of chunks) {
      text += choices[0]?.delta.content ?? ''
      finish = choices[0]?.finish_reason ?? finish
    }
    return { text, finish }
  }

  it('answers, and charges prompt, cached prompt, output and thinking', async () => {
    const { came, charged } = await chargeOf(() => complete(answersJson(content([{ text: 'hello' }]))))
    expect(came.choices[0]?.message.content).to.equal('hello')
    expect(came.usage).to.deep.include({ prompt_tokens: 20, completion_tokens: 18, total_tokens: 38 })
    expect(charged).to.equal(PRICE)
    expect(upstream.requests.at(-1)?.path).to.equal('/v1/models/gemini-x:generateContent')
  })

  it('streams, and charges the same', async () => {
    const text = events(content([{ text: 'hel' }], null), content([{ text: 'lo' }]))
    const { came, charged } = await chargeOf(() => stream(streams([text])))
    expect(came).to.deep.equal({ text: 'hello', finish: 'stop' })
    expect(charged).to.equal(PRICE)
  })

  it('carries a tool call to the client and back with its signature', async () => {
    const call = { functionCall: { name: 'look', args: { city: 'Omsk' } }, thoughtSignature: 'CiQB+/9=' }
    const first = await complete(answersJson(content([call])))
    const asked = first.choices[0]?.message
    if (asked === undefined) throw new Error('no answer')
    expect(first.choices[0]?.finish_reason).to.equal('tool_calls')
    const id = asked.tool_calls?.[0]?.id ?? ''
    await complete(answersJson(content([{ text: 'cold' }])), [
      ...hi,
      asked,
      { role: 'tool', tool_call_id: id, content: '-20' },
    ])
    const sent = upstream.requests.at(-1)?.body
    expect(sent).to.have.deep.nested.property('contents[1].parts[0].thoughtSignature', 'CiQB+/9=')
    expect(sent).to.have.deep.nested.property('contents[2].parts[0].functionResponse.response', { content: '-20' })
  })

  describe('carries the signature of a text to a client that is shown the thoughts, and back', () => {
    const parts = [{ text: 'hm', thought: true }, { text: 'yes' }]
    const SIGNED = answersJson(content([...parts.slice(0, 1), { text: 'yes', thoughtSignature: 'c2ln' }]))
    const streamed = (): Script => {
      const last = content([{ text: '', thoughtSignature: 'c2ln' }])
      return streams([events(content(parts.slice(0, 1), null), content(parts.slice(1), null), last)])
    }
    const PLAIN = answersJson(content([{ text: 'good' }]))
    const signatureSent = (): unknown => {
      const sent = upstream.requests.at(-1)?.body as { contents: readonly { parts: readonly object[] }[] } | undefined
      return sent?.contents[1]?.parts
    }
    const SENT = [{ text: 'yes', thoughtSignature: 'c2ln' }]

    type Fields = Readonly<Record<string, unknown>>
    const chatOf = async (fields: Fields): Promise<Response> =>
      fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${customer.apiKey}` },
        body: JSON.stringify({ model: 'google/gemini', messages: hi, ...fields }),
      })
    const goOnAfter = (message: unknown) => chatOf({ messages: [...hi, message, { role: 'user', content: 'so?' }] })

    it('in chat completions', async () => {
      upstream.next(SIGNED, PLAIN)
      const first = (await (await chatOf({ include_reasoning: true })).json()) as {
        readonly choices: readonly { readonly message: object }[]
      }
      await (await goOnAfter(first.choices[0]?.message)).text()
      expect(signatureSent()).to.deep.equal(SENT)
    })

    it('in chat completions, streamed, asked for in Google’s own form', async () => {
      upstream.next(streamed(), PLAIN)
      const extra = { extra_body: { google: { thinking_config: { include_thoughts: true } } } }
      const body = await (await chatOf({ ...extra, stream: true })).text()
      const message: Record<string, string> = { role: 'assistant' }
      for (const line of body.split('\n').filter((each) => each.startsWith('data: {'))) {
        const { choices } = JSON.parse(line.slice('data: '.length)) as {
          readonly choices: readonly { readonly delta: Readonly<Record<string, string>> }[]
        }
        for (const name of ['content', 'reasoning_content', 'reasoning_signature']) {
          message[name] = (message[name] ?? '') + (choices[0]?.delta[name] ?? '')
        }
      }
      expect(upstream.requests.at(-1)?.body).to.have.nested.property('generationConfig.thinkingConfig.includeThoughts')
      await (await goOnAfter(message)).text()
      expect(signatureSent()).to.deep.equal(SENT)
    })

    for (const stream of [false, true]) {
      const how = stream ? ', streamed' : ''
      it(`in Messages${how}`, async () => {
        const anthropic = new Anthropic({ apiKey: customer.apiKey, baseURL: url, maxRetries: 0 })
        const user = { role: 'user' as const, content: 'hi' }
        const thinking = { type: 'adaptive' as const }
        const asked = { model: 'google/gemini', max_tokens: 900, thinking, messages: [user] }
        upstream.next(stream ? streamed() : SIGNED, PLAIN)
        const first = stream
          ? await anthropic.messages.stream(asked).finalMessage()
          : await anthropic.messages.create(asked)
        await anthropic.messages.create({
          ...asked,
          messages: [user, { role: 'assistant', content: first.content }, user],
        })
        expect(signatureSent()).to.deep.equal(SENT)
      })

      it(`in Responses${how}`, async () => {
        const include = ['reasoning.encrypted_content' as const]
        const asked = { model: 'google/gemini', store: false, include, reasoning: { summary: 'auto' as const } }
        upstream.next(stream ? streamed() : SIGNED, PLAIN)
        const first = stream
          ? await client.responses.stream({ ...asked, input: 'hi' }).finalResponse()
          : await client.responses.create({ ...asked, input: 'hi' })
        const before = { role: 'user' as const, content: 'hi' }
        const output = first.output as OpenAI.Responses.ResponseInputItem[]
        await client.responses.create({ ...asked, input: [before, ...output, { role: 'user', content: 'so?' }] })
        expect(signatureSent()).to.deep.equal(SENT)
      })
    }

    it('and goes on without it where Google cannot read it', async () => {
      upstream.next(answersJson(googleError(400, 'INVALID_ARGUMENT', 'Corrupted thought signature.'), 400), PLAIN)
      const answer = await goOnAfter({ role: 'assistant', content: 'yes', reasoning_signature: 'gts1.other' })
      expect([answer.status, answer.headers.get('x-gateway-ignored')]).to.deep.equal([
        200,
        'messages.reasoning_content',
      ])
      expect(signatureSent()).to.deep.equal([{ text: 'yes' }])
    })
  })

  it('answers a refusal as a refusal, and charges nothing', async () => {
    const { came, charged } = await chargeOf(() => complete(answersJson(blockedPrompt())))
    expect(came.choices[0]?.finish_reason).to.equal('content_filter')
    expect(charged).to.equal('0')
    const streamed = await chargeOf(() => stream(streams([events(blockedPrompt())])))
    expect(streamed.came.finish).to.equal('content_filter')
    expect(streamed.charged).to.equal('0')
  })

  const failures: readonly [string, Script, number, string][] = [
    ['a rate limit', RATE_LIMITED, 502, 'upstream_rate_limited'],
    ['a bad key of ours', BAD_KEY, 502, 'upstream_error'],
    ['trouble', answersJson(googleError(500, 'INTERNAL', 'boom'), 500), 502, 'upstream_error'],
    [
      "the caller's own mistake",
      answersJson(googleError(400, 'INVALID_ARGUMENT', 'topK too large'), 400),
      400,
      'rejected_by_upstream',
    ],
  ]
  for (const [title, script, status, code] of failures) {
    it(`${title}: ${status} ${code}, and charges nothing`, async () => {
      for (const call of [() => complete(script), () => stream(script)]) {
        const { came, charged } = await chargeOf(() => apiErrorOf(call))
        expect(came).to.include({ status, code })
        expect(charged).to.equal('0')
      }
    })
  }

  it('charges nothing for a stream that is cut in the middle', async () => {
    const half = events(content([{ text: 'hel' }], null))
    const { came, charged } = await chargeOf(() => apiErrorOf(() => stream(streamsThenBreaks([half]))))
    expect(came).to.have.property('code', 'upstream_error')
    expect(charged).to.equal('0')
  })

  const SURFACES: readonly (readonly [path: string, asked: object, broken: RegExp, whole: RegExp])[] = [
    ['/v1/chat/completions', { messages: hi }, /data: \{"error":/, /\[DONE\]/],
    ['/v1/responses', { input: 'hi' }, /event: response\.failed/, /response\.(completed|incomplete)/],
    ['/v1/messages', { messages: hi, max_tokens: 100 }, /event: error/, /message_stop/],
  ]
  for (const [path, asked, broken, whole] of SURFACES) {
    it(`fails on ${path} where Google breaks off after words, and charges nothing`, async () => {
      const post = async (script: Script, isStream: boolean): Promise<readonly [status: number, text: string]> => {
        upstream.next(script)
        const answer = await fetch(`${url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${customer.apiKey}` },
          body: JSON.stringify({ model: 'google/gemini', ...asked, stream: isStream }),
        })
        return [answer.status, await answer.text()]
      }
      const reason = 'MALFORMED_FUNCTION_CALL'
      const inWhole = await chargeOf(() => post(answersJson(content([{ text: 'hel' }], reason)), false))
      expect([inWhole.came[0], inWhole.charged]).to.deep.equal([502, '0'])
      const words = events(content([{ text: 'hel' }], null), content([], reason))
      const { came, charged } = await chargeOf(() => post(streams([words]), true))
      expect([came[0], charged]).to.deep.equal([200, '0'])
      expect(came[1]).to.match(/hel/).and.match(broken).and.not.match(whole)
    })
  }

  it('names the field that Google does not accept', async () => {
    const asked = { model: 'google/gemini', messages: [...hi], logprobs: true }
    const { came, charged } = await chargeOf(() => apiErrorOf(() => client.chat.completions.create(asked)))
    expect(came).to.include({ status: 400, code: 'unsupported_parameter', param: 'logprobs' })
    expect(charged).to.equal('0')
  })
})
