import { expect } from 'chai'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { openAiCompatibleChat } from '../../../../../src/adapters/providers/openai-compatible/chat-provider.ts'
import { openAiResponses } from '../../../../../src/adapters/providers/openai/responses/responses-wire.ts'
import { upstreamHttp } from '../../../../../src/adapters/providers/upstream/upstream-http.ts'
import type { ChatCall, ChatProvider } from '../../../../../src/application/ports/providers/chat-provider.ts'
import { foldChunks } from '../../../../../src/domain/chat/answers/fold.ts'
import { sealMarkOf } from '../../../../../src/domain/routing/seal-mark.ts'
import { chatCall, nativeFields, nativeTextOf, streamOutcome } from '../../../../support/chat/chat-calls.ts'
import { startScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import type { ScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import { answersJson, streams } from '../../../../support/upstreams/upstream-scripts.ts'
import { memoryUrlFetcher } from '../../../../twins/media/memory-url-fetcher.ts'

type Json = Readonly<Record<string, unknown>>

const INPUT = '[{"role":"user","content":"\\u0061"}]'

const nativeCall = (fields: Readonly<Record<string, string>> = {}): ChatCall => ({
  ...chatCall({ request: { max_completion_tokens: 9 } }),
  native: {
    wire: 'responses',
    fields: nativeFields({ model: '"vendor/model"', input: INPUT, ...fields }),
    headers: {},
    bytes: 0,
    isTranslatable: true,
  },
})

const USAGE = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 30, cache_write_tokens: 10 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 5 },
  total_tokens: 120,
}

const COUNTED = { promptTokens: 100, cachedTokens: 30, cacheWriteTokens: 10, completionTokens: 20, reasoningTokens: 5 }

const text = (words: string): Json => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: words, annotations: [] }],
})

const CALL: Json = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'look', arguments: '{"a":1}' }
const CUSTOM: Json = { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_2', name: 'patch', input: 'raw' }
const THOUGHT: Json = {
  type: 'reasoning',
  id: 'rs_1',
  summary: [{ type: 'summary_text', text: 'hm' }],
  encrypted_content: 'blob',
}

/** What the client gets, with its seals as the provider made them. */
const unmarked = (json: string): string => json.replaceAll(sealMarkOf('scripted'), '')

const response = (output: readonly Json[], more: Json = {}): Json => ({
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  error: null,
  incomplete_details: null,
  output,
  usage: USAGE,
  ...more,
})

const event = (type: string, fields: Json = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: 0, ...fields })}\n\n`

describe('OpenAI’s Responses, asked in its own words', () => {
  let upstream: ScriptedUpstream
  let provider: ChatProvider
  const http = upstreamHttp()

  before(async () => {
    upstream = await startScriptedUpstream()
    provider = openAiCompatibleChat({
      fetcher: memoryUrlFetcher(new Map()),
      baseUrl: upstream.baseUrl,
      apiKey: 'sk',
      http,
      dialect: 'openai',
      native: openAiResponses,
    })
  })
  after(async () => {
    await http.close()
    await upstream.close()
  })

  const whole = async (body: Json, call = nativeCall()) => {
    upstream.next(answersJson(body))
    return provider.complete(call)
  }

  it('sends what the client wrote, with the model and the limit of the call, and has nothing stored', async () => {
    await whole(response([text('a')]), nativeCall({ store: 'true', top_p: '1.0', previous_response_id: '"resp_0"' }))
    const { path, raw } = upstream.requests.at(-1) ?? {}
    expect(path).to.equal('/v1/responses')
    expect(new TextDecoder().decode(raw)).to.equal(
      `{"input":${INPUT},"top_p":1.0,"model":"m","max_output_tokens":9,"store":false}`,
    )
  })

  it('sends the fixed fields of the deployment, and not the words that the catalogue lists for chat', async () => {
    const call = nativeCall()
    const parameters = { efforts: ['low', 'high'], service_tier: 'default' }
    await whole(response([text('a')]), { ...call, deployment: { ...call.deployment, parameters } })
    expect(upstream.requests.at(-1)?.body).to.include({ service_tier: 'default' }).and.not.have.property('efforts')
  })

  it('takes its own mark off a seal, leaves out what another provider sealed, and all thoughts where it cannot read them', async () => {
    const seal = (mark: string): Json => ({ ...THOUGHT, encrypted_content: `${mark}blob` })
    const input = JSON.stringify([seal(sealMarkOf('scripted')), seal(sealMarkOf('other')), seal(''), text('a')])
    await whole(response([text('a')]), nativeCall({ input }))
    expect(upstream.requests.at(-1)?.body['input']).to.deep.equal([THOUGHT, THOUGHT, text('a')])
    await whole(response([text('a')]), { ...nativeCall({ input }), leavesOutReasoning: true })
    expect(upstream.requests.at(-1)?.body['input']).to.deep.equal([text('a')])
  })

  it('names a refused item where it stands among all, those that the provider is not given included', async () => {
    const sealed = (provider: string): Json => ({ ...THOUGHT, encrypted_content: `${sealMarkOf(provider)}blob` })
    const input = JSON.stringify([sealed('other'), sealed('scripted'), { role: 'user', content: 'a' }])
    const refusalOf = async (leavesOutReasoning: boolean, index: number, isStream: boolean) => {
      const place = `input[${index}].content`
      upstream.next(answersJson({ error: { code: 'invalid_value', param: place, message: `Bad '${place}'.` } }, 400))
      const call = { ...nativeCall({ input }), leavesOutReasoning }
      const answer = await (isStream ? provider.stream(call) : provider.complete(call))
      return isLeft(answer) ? answer.left : null
    }
    for (const isStream of [false, true]) {
      const seen = { tag: 'rejected', wire: 'responses', param: 'input[2].content', message: "Bad 'input[2].content'." }
      expect(await refusalOf(false, 1, isStream)).to.include(seen)
      expect(await refusalOf(true, 0, isStream)).to.include(seen)
    }
  })

  it('shortens the ids of calls that the provider would refuse, alike in a call and its output, and keeps all others', async () => {
    const callOf = (type: string, id: string): Json => ({ type, call_id: id, name: 'look' })
    const long = `toolu_1.t1.${'x'.repeat(1_400)}`
    const fits = 'c'.repeat(64)
    const types = ['function_call', 'function_call_output', 'custom_tool_call', 'custom_tool_call_output']
    const ids = [long, long, `${long}y`, `${long}y`, fits, fits]
    const input = ids.map((id, index) => callOf(types[index % 4] ?? '', id))
    await whole(response([text('a')]), nativeCall({ input: JSON.stringify(input) }))
    const sent = upstream.requests.at(-1)?.body['input'] as readonly Json[]
    const [first, , second] = sent.map(({ call_id: id }) => id)
    expect([first, second].every((id) => /^call_[\da-f]{32}$/.test(String(id)))).to.equal(true)
    expect(first).not.to.equal(second)
    const shortened = [first, first, second, second, fits, fits]
    expect(sent).to.deep.equal(input.map((item, index) => ({ ...item, call_id: shortened[index] })))
  })

  it('gives a call whose id an earlier one has an id of its own, and its output the same', async () => {
    const types = ['function_call', 'function_call_output', 'custom_tool_call', 'custom_tool_call_output']
    const input = types.map((type) => ({ type, call_id: 'call_0', name: 'look' }))
    await whole(response([text('a')]), nativeCall({ input: JSON.stringify(input) }))
    const sent = upstream.requests.at(-1)?.body['input'] as readonly Json[]
    const [first, answered, second, other] = sent.map(({ call_id: id }) => id)
    expect([first, answered]).to.deep.equal(['call_0', 'call_0'])
    expect(second).not.to.equal('call_0')
    expect(other).to.equal(second)
  })

  it('marks seals and nothing that only looks like one', async () => {
    const quoted = text('"encrypted_content":"x" {"encrypted_content": "y"}')
    const empty = { ...THOUGHT, encrypted_content: '' }
    const answer = await whole(response([THOUGHT, empty, quoted]))
    const native = isRight(answer) ? answer.right.completion.native : undefined
    const kept = { ...THOUGHT, encrypted_content: `${sealMarkOf('scripted')}blob` }
    expect((JSON.parse(native?.text ?? '') as Json)['output']).to.deep.equal([kept, empty, quoted])
    expect(native?.body).to.deep.equal(JSON.parse(native?.text ?? ''))
  })

  it('reads text, thoughts, calls and usage of a whole response, and gives its body back', async () => {
    const body = response([THOUGHT, text('a'), CALL, CUSTOM], { service_tier: 'flex' })
    const answer = await whole(body)
    if (!isRight(answer)) throw new Error('no answer')
    const { completion } = answer.right
    expect(completion.usage).to.deep.equal(COUNTED)
    expect(completion.extras).to.deep.equal({ service_tier: 'flex' })
    expect(unmarked(completion.native?.text ?? '')).to.equal(JSON.stringify(body))
    expect(completion.choices).to.deep.equal([
      {
        index: 0,
        message: {
          role: 'assistant',
          content: 'a',
          reasoning_content: 'hm',
          tool_calls: [
            { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"a":1}' } },
            { id: 'call_2', type: 'function', function: { name: 'patch', arguments: 'raw' } },
          ],
        },
        finish_reason: 'tool_calls',
      },
    ])
  })

  it('tells an end by the limit, by a filter and by a failure apart', async () => {
    const endOf = async (more: Json) => {
      const answer = await whole(response([text('a')], more))
      return isLeft(answer) ? answer.left.tag : answer.right.completion.choices[0]?.finish_reason
    }
    const cut = (reason: string): Json => ({ status: 'incomplete', incomplete_details: { reason } })
    expect(await endOf(cut('max_output_tokens'))).to.equal('length')
    expect(await endOf(cut('content_filter'))).to.equal('content_filter')
    expect(await endOf({ status: 'failed', error: { code: 'server_error', message: 'no' } })).to.equal('server_error')
    expect(await endOf({ status: 'failed', error: { code: 'rate_limit_exceeded', message: 'no' } })).to.equal(
      'rate_limited',
    )
    expect(await endOf({ status: 'cancelled' })).to.equal('server_error')
  })

  it('gives every event back, and reads from them what a whole response would hold', async () => {
    const events = [
      event('response.created', { response: response([], { status: 'in_progress' }) }),
      event('response.output_item.added', { output_index: 0, item: { ...THOUGHT, summary: [] } }),
      event('response.reasoning_summary_text.delta', { output_index: 0, delta: 'hm' }),
      event('response.output_item.added', { output_index: 1, item: { ...text(''), content: [] } }),
      event('response.output_text.delta', { output_index: 1, delta: 'on' }),
      event('response.output_text.delta', { output_index: 1, delta: 'e' }),
      event('response.output_item.added', { output_index: 2, item: { ...CALL, arguments: '' } }),
      event('response.output_item.added', { output_index: 3, item: { ...CUSTOM, input: '' } }),
      event('response.function_call_arguments.delta', { output_index: 2, delta: '{"a"' }),
      event('response.custom_tool_call_input.delta', { output_index: 3, delta: 'raw' }),
      event('response.function_call_arguments.delta', { output_index: 2, delta: ':1}' }),
      event('response.invented'),
      event('response.completed', { response: response([THOUGHT, text('one'), CALL, CUSTOM]) }),
    ]
    upstream.next(streams(events))
    const { chunks, failure } = await streamOutcome(provider, nativeCall())
    expect(failure).to.equal(null)
    expect(unmarked(nativeTextOf(chunks))).to.equal(events.join(''))
    const { choices, usage } = foldChunks(chunks)
    expect(usage).to.deep.equal(COUNTED)
    expect(choices[0]?.finish_reason).to.equal('tool_calls')
    expect(choices[0]?.message).to.deep.include({ content: 'one', reasoning_content: 'hm' })
    expect(choices[0]?.message.tool_calls?.map((call) => call.function)).to.deep.equal([
      { name: 'look', arguments: '{"a":1}' },
      { name: 'patch', arguments: 'raw' },
    ])
  })

  const CREATED = event('response.created', { response: response([], { status: 'in_progress' }) })

  const failureAfter = async (...events: readonly string[]) => {
    upstream.next(streams([CREATED, ...events]))
    return (await streamOutcome(provider, nativeCall())).failure?.tag
  }

  it('takes a stream without its end, a failed one and an error for a failure', async () => {
    expect(await failureAfter(event('response.output_text.delta', { delta: 'a' }))).to.equal('cut')
    const failed = response([], { status: 'failed', error: { code: 'server_error', message: 'no' } })
    expect(await failureAfter(event('response.failed', { response: failed }))).to.equal('server_error')
    expect(await failureAfter(event('error', { code: 'rate_limit_exceeded', message: 'no' }))).to.equal('rate_limited')
  })

  it('takes a whole answer for a bad one whose output is no list of items, which could not be shown', async () => {
    const lists: readonly unknown[] = [[null], [5], [text('a'), null], ['a'], [[]], 5, {}]
    for (const output of lists) {
      const answer = await whole(response([], { output }))
      expect(isLeft(answer) && answer.left.tag, JSON.stringify(output)).to.equal('bad_answer')
    }
  })

  for (const [name, malformed] of [
    ['an item without itself', event('response.output_item.added', { output_index: 0 })],
    ['an item that is null', event('response.output_item.done', { output_index: 0, item: null })],
    ['an item without a place', event('response.output_item.added', { item: text('a') })],
    ['an item by the name of the event alone', 'event: response.output_item.added\ndata: {"output_index":0}\n\n'],
    ['an end without a response', event('response.completed')],
    ['an end with an item that is null', event('response.completed', { response: response([], { output: [null] }) })],
    ['a beginning that is null', event('response.in_progress', { response: null })],
  ] as const) {
    it(`takes a stream for a bad one that shows ${name}, which could not be shown`, async () => {
      const words = event('response.output_text.delta', { output_index: 0, delta: 'a' })
      const end = event('response.completed', { response: response([text('a')]) })
      expect(await failureAfter(words, malformed, end)).to.equal('bad_answer')
    })
  }

  it('ends a stream at our bound that shows more items or parts than the longest answer has', async () => {
    const items = Array.from({ length: 20_000 }, (_, at) =>
      event('response.output_item.added', { output_index: at, item: { type: 'message', id: `m${at}` } }),
    )
    const parts = items.map((_, at) =>
      event('response.content_part.added', { output_index: 0, content_index: at, part: { type: 'output_text' } }),
    )
    expect(await failureAfter(items.join(''))).to.equal('too_large')
    expect(await failureAfter(parts.join(''))).to.equal('too_large')
  })

  it('refuses by name, before anything is sent, what is stored elsewhere or run by the provider', async () => {
    const sent = upstream.requests.length
    const refusedFor = async (fields: Readonly<Record<string, string>>) => {
      const answer = await provider.complete(nativeCall(fields))
      return isLeft(answer) && answer.left.tag === 'rejected' ? answer.left.param : answer
    }
    expect(await refusedFor({ conversation: '"conv_1"' })).to.equal('conversation')
    expect(await refusedFor({ prompt: '{"id":"p"}' })).to.equal('prompt')
    expect(await refusedFor({ background: 'true' })).to.equal('background')
    expect(await refusedFor({ background_options: '{"completion_window":"2h"}' })).to.equal('background_options')
    expect(await refusedFor({ background_options: '{"continuation_id":"a"}' })).to.equal('background_options')
    expect(await refusedFor({ prompt_cache_retention: '"24h"' })).to.equal('prompt_cache_retention')
    expect(await refusedFor({ prompt_cache_options: '{"ttl":"30m"}' })).to.equal('prompt_cache_options')
    expect(await refusedFor({ access_programs: '{"cyber":"daybreak_red"}' })).to.equal('access_programs')
    expect(await refusedFor({ access_programs: '{"cyber":"standard","chips":"x"}' })).to.equal('access_programs')
    expect(await refusedFor({ access_programs: '"daybreak_red"' })).to.equal('access_programs')
    expect(await refusedFor({ tools: '[{"type":"function"},{"type":"web_search"}]' })).to.equal('tools.1.type')
    expect(upstream.requests.length).to.equal(sent)
  })

  it('lets through the access program that everyone has', async () => {
    for (const programs of ['{"cyber":"standard"}', '{"cyber":null}', '{}', 'null']) {
      const answer = await whole(response([text('a')]), nativeCall({ access_programs: programs }))
      expect(isRight(answer), programs).to.equal(true)
    }
  })
})
