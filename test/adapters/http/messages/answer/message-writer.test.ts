import { expect } from 'chai'
import { messageWriter } from '../../../../../src/adapters/http/messages/answer/message-writer.ts'
import { signThinking } from '../../../../../src/adapters/http/messages/request/thinking-signature.ts'
import { callersToolNames, wireName } from '../../../../../src/adapters/http/messages/request/tool-names.ts'
import { messagesStream } from '../../../../../src/adapters/http/messages/stream-codec.ts'
import type { ChatDelta, FinishReason } from '../../../../../src/domain/chat/chunk.ts'
import type { ChatCompletionMessage } from '../../../../../src/domain/chat/completion.ts'
import { atOnce } from '../../../../support/chat/at-once.ts'

const USAGE = { promptTokens: 100, cachedTokens: 60, cacheWriteTokens: 30, completionTokens: 7, reasoningTokens: 2 }
const HEAD = { operationId: 'op', model: 'sandbox/echo', created: 0 }
const PRICE_MICRO = 1_234_567n

type Event = Readonly<Record<string, unknown>> & { readonly type: string }

const eventsIn = (frames: string): readonly Event[] =>
  frames.split('\n\n').flatMap((frame) => {
    if (frame === '') return []
    const [name, data] = frame.split('\n')
    const event = JSON.parse((data ?? '').slice('data: '.length)) as Event
    expect(name).to.equal(`event: ${event.type}`)
    return [event]
  })

/** Longer than other wires take. */
const LONG_NAME = `mcp__server__${'look_'.repeat(20)}`

const writer = (mayBeNative = false, stops: readonly string[] = []) =>
  messageWriter({
    requestId: 'req-1',
    promptTokens: () => 42,
    mayBeNative,
    stops,
    callersToolName: callersToolNames([LONG_NAME, 'look']),
  })

/** The events of an answer that consists of these deltas. */
const stream = (deltas: readonly ChatDelta[], finish: FinishReason = 'stop'): readonly Event[] => {
  const { opening, chunks, completed } = writer().stream(HEAD)
  const frames = [
    opening,
    ...deltas.map((delta) => chunks([{ choices: [{ index: 0, delta, finish_reason: null }], usage: null }])),
    chunks([{ choices: [{ index: 0, delta: {}, finish_reason: finish }], usage: null }]),
    atOnce(completed({ tag: 'completed', usage: USAGE, priceMicro: PRICE_MICRO })),
  ]
  expect(frames.slice(0, -1).some(messagesStream.isEnd)).to.equal(false)
  expect(messagesStream.isEnd(frames.at(-1) ?? '')).to.equal(true)
  return eventsIn(frames.join(''))
}

const call = (index: number, name: string, fragment: string): ChatDelta => ({
  tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: fragment } }],
})
const fragment = (index: number, json: string): ChatDelta => ({
  tool_calls: [{ index, function: { arguments: json } }],
})

/** The blocks as an accumulator reads them; fails where they overlap or are out of order. */
const blocksOf = (events: readonly Event[]): readonly unknown[] => {
  const blocks: Record<string, unknown>[] = []
  let open: number | null = null
  for (const event of events) {
    if (event.type === 'content_block_start') {
      expect([open, event['index']]).to.deep.equal([null, blocks.length])
      open = blocks.length
      blocks.push({ ...(event['content_block'] as object), json: '' })
    } else if (event.type === 'content_block_delta') {
      expect(event['index']).to.equal(open)
      const block = blocks.at(-1) ?? {}
      const { text = '', thinking = '', partial_json: json = '' } = event['delta'] as Record<string, string>
      if (block['type'] === 'text') block['text'] = `${String(block['text'])}${text}`
      if (block['type'] === 'thinking') block['thinking'] = `${String(block['thinking'])}${thinking}`
      block['json'] = `${String(block['json'])}${json}`
    } else if (event.type === 'content_block_stop') {
      expect(event['index']).to.equal(open)
      open = null
    }
  }
  expect(open).to.equal(null)
  return blocks.map(
    ({ type, text, thinking, name, json }) => text ?? thinking ?? `${String(type)} ${String(name)} ${String(json)}`,
  )
}

describe('a streamed message', () => {
  it('calls a tool by the client’s own name for it, which is too long for its provider', () => {
    const name = wireName(LONG_NAME)
    expect(blocksOf(stream([call(0, name, '{}'), call(1, 'look', '{}')], 'tool_calls'))).to.deep.equal([
      `tool_use ${LONG_NAME} {}`,
      'tool_use look {}',
    ])
  })

  it('begins, has its blocks, tells how it ended, and stops', () => {
    const events = stream([{ role: 'assistant', content: '' }, { content: 'a' }, { content: 'b' }])
    expect(events.map(({ type }) => type)).to.deep.equal([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ])
    expect(blocksOf(events)).to.deep.equal(['ab'])
  })

  it('cases 29 and 30: begins with an estimate of the prompt and every figure of a cache', () => {
    const [start] = stream([{ content: 'a' }])
    const message = start?.['message'] as Readonly<Record<string, unknown>>
    expect(message).to.deep.include({ id: 'msg_op', model: 'sandbox/echo', content: [], stop_reason: null })
    expect(message['usage']).to.deep.include({
      input_tokens: 42,
      output_tokens: 0,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
    })
  })

  it('ends with the usage that is charged, its cached parts and its cost', () => {
    const end = stream([{ content: 'a' }]).at(-2)
    expect(end?.['delta']).to.deep.include({ stop_reason: 'end_turn', stop_sequence: null })
    expect(end?.['usage']).to.deep.include({
      input_tokens: 10,
      cache_creation_input_tokens: 30,
      cache_read_input_tokens: 60,
      output_tokens: 7,
      output_tokens_details: { thinking_tokens: 2 },
      cost: 1.234567,
      cost_rub: '1.234567',
    })
  })

  it('has thoughts in a block of their own, before the words', () => {
    const events = stream([{ reasoning_content: 'h' }, { reasoning_content: 'm' }, { content: 'so' }])
    expect(blocksOf(events)).to.deep.equal(['hm', 'so'])
    const start = events.find(({ type }) => type === 'content_block_start')
    expect(start?.['content_block']).to.deep.equal({ type: 'thinking', thinking: '', signature: '' })
  })

  it('signs thoughts at their end with the name of their model, also where a provider shows nothing else of them', () => {
    const signatures = (deltas: readonly ChatDelta[]): readonly unknown[] =>
      stream(deltas).flatMap(({ delta }) => {
        const { type, signature } = (delta ?? {}) as Readonly<Record<string, unknown>>
        return type === 'signature_delta' ? [signature] : []
      })
    const shown = [{ reasoning_content: 'hm' }, { reasoning_signature: 'si' }, { reasoning_signature: 'g' }]
    expect(signatures([...shown, { content: 'so' }])).to.deep.equal([signThinking('sandbox/echo', 'sig')])
    expect(signatures([{ reasoning_content: 'hm' }])).to.deep.equal([signThinking('sandbox/echo', '')])
    const late = [{ reasoning_content: 'hm' }, { content: 'so' }, { reasoning_signature: 'sig' }]
    expect(signatures(late)).to.deep.equal([signThinking('sandbox/echo', ''), signThinking('sandbox/echo', 'sig')])
    const hidden = stream([{ reasoning_signature: 'sig' }, { content: 'so' }])
    expect(blocksOf(hidden)).to.deep.equal(['', 'so'])
  })

  it('streams the input of a call in pieces of JSON, and none where there is none', () => {
    const events = stream([call(0, 'look', ''), fragment(0, '{"at"'), fragment(0, ':1}')], 'tool_calls')
    expect(blocksOf(events)).to.deep.equal(['tool_use look {"at":1}'])
    expect(events.filter(({ type }) => type === 'content_block_delta')).to.have.lengthOf(2)
    expect(events.at(-2)?.['delta']).to.have.property('stop_reason', 'tool_use')
    const empty = stream([call(0, 'look', '')], 'tool_calls')
    expect(empty.some(({ type }) => type === 'content_block_delta')).to.equal(false)
    const start = empty.find(({ type }) => type === 'content_block_start')
    expect(start?.['content_block']).to.deep.include({
      type: 'tool_use',
      id: 'toolu_w_call_0',
      name: 'look',
      input: {},
    })
  })

  it('keeps two calls in their order, however their fragments are mixed', () => {
    const inOrder = [call(0, 'a', ''), fragment(0, '{}'), call(1, 'b', '{"x":'), fragment(1, '2}')]
    expect(blocksOf(stream(inOrder))).to.deep.equal(['tool_use a {}', 'tool_use b {"x":2}'])
    const mixed = [call(0, 'a', '{"p":'), call(1, 'b', '{"x":'), fragment(0, '1}'), fragment(1, '2}'), { content: 'z' }]
    expect(blocksOf(stream(mixed))).to.deep.equal(['tool_use a {"p":1}', 'tool_use b {"x":2}', 'z'])
  })

  for (const late of ['', ' ']) {
    it(`has no third call where its provider goes on with ${JSON.stringify(late)} in the first, which was whole`, () => {
      const events = stream([call(0, 'look', '{}'), call(1, 'see', '{"a":1}'), fragment(0, late)], 'tool_calls')
      expect(blocksOf(events)).to.deep.equal(['tool_use look {}', 'tool_use see {"a":1}'])
    })
  }

  it('sends the fragments of a second call when they come, once the first is whole', () => {
    const { chunks } = writer().stream(HEAD)
    const write = (delta: ChatDelta) => chunks([{ choices: [{ index: 0, delta, finish_reason: null }], usage: null }])
    write(call(0, 'a', '{}'))
    write(call(1, 'b', ''))
    expect(eventsIn(write(fragment(1, '{"x"'))).map(({ type }) => type)).to.deep.equal(['content_block_delta'])
  })

  it('is not silent for long: a ping is an event of its own and ends nothing', () => {
    const { ping } = messagesStream
    expect(ping).to.equal('event: ping\ndata: {"type":"ping"}\n\n')
    expect([messagesStream.isEnd(ping), messagesStream.isError(ping)]).to.deep.equal([false, false])
  })

  it('is a refusal in the provider’s words', () => {
    const end = stream([{ refusal: 'No' }, { refusal: '.' }], 'content_filter').at(-2)
    expect(end?.['delta']).to.deep.include({
      stop_reason: 'refusal',
      stop_details: { type: 'refusal', category: null, explanation: 'No.' },
    })
  })

  it('begins with the first event of a provider of this wire, and with its own where another answers', () => {
    const own = writer(true).stream(HEAD)
    expect(own.opening).to.equal('')
    const choices = [{ index: 0, delta: { content: 'a' }, finish_reason: null }]
    expect(eventsIn(own.chunks([{ choices, usage: null }]))[0]).to.have.property('type', 'message_start')
    const theirs = writer(true).stream(HEAD)
    const native = { name: 'message_start', data: '{"type": "message_start"}' }
    const text = 'event: message_start\ndata: {"type": "message_start"}\n\n'
    expect(theirs.chunks([{ choices, usage: null, native }])).to.equal(text)
  })

  it('is ended here where a provider of this wire refuses in the middle of a block', async () => {
    const { chunks, completed } = writer(true).stream(HEAD)
    const native = { name: 'content_block_start', data: '{"type":"content_block_start","index":2}' }
    chunks([{ choices: [], usage: null, native }])
    const refused = chunks([{ choices: [{ index: 0, delta: {}, finish_reason: 'content_filter' }], usage: null }])
    const ended = await completed({ tag: 'completed', usage: USAGE, priceMicro: PRICE_MICRO })
    const rest = eventsIn(refused + ended)
    expect(rest.map(({ type }) => type)).to.deep.equal(['content_block_stop', 'message_delta', 'message_stop'])
    expect(rest[0]).to.have.property('index', 2)
    expect(rest[1]?.['delta']).to.have.property('stop_reason', 'refusal')
  })

  const finals: readonly (readonly [string, string])[] = [
    ['null', ''],
    [' \n', ''],
    ['[1,2]', '{"INVALID_JSON":"[1,2]"}'],
    ['"look"', '{"INVALID_JSON":"\\"look\\""}'],
    ['12', '{"INVALID_JSON":"12"}'],
    ['look', '{"INVALID_JSON":"look"}'],
    ['\n {"at": 1}', '\n {"at": 1}'],
  ]
  for (const [given, input] of finals) {
    it(`has an object as the input of a call whose arguments are ${JSON.stringify(given)}, as a whole message has`, () => {
      const pieces = given.split('').map((piece) => fragment(0, piece))
      const events = stream([call(0, 'look', ''), ...pieces, { content: 'so' }, call(1, 'wait', '{}')], 'tool_calls')
      expect(blocksOf(events)).to.deep.equal([`tool_use look ${input}`, 'so', 'tool_use wait {}'])
    })
  }

  it('sends the arguments of a call as they come, once they are known to be an object', () => {
    const events = stream([call(0, 'look', ' '), fragment(0, '\t{'), fragment(0, '"at":'), fragment(0, '1}')])
    const pieces = events.flatMap(({ delta }) => (delta as { partial_json?: string } | undefined)?.partial_json ?? [])
    expect(pieces).to.deep.equal([' \t{', '"at":', '1}'])
  })

  it('that fails ends with an error in Anthropic’s envelope and does not stop', () => {
    const frame = writer().stream(HEAD).failed({ tag: 'upstream_error', mayHaveWorked: true })
    const [event] = eventsIn(frame)
    expect(event).to.deep.include({ type: 'error', request_id: 'req-1' })
    expect(event?.['error']).to.deep.include({ type: 'api_error' })
    expect([messagesStream.isError(frame), messagesStream.isEnd(frame)]).to.deep.equal([true, false])
  })
})

describe('a whole message', () => {
  const whole = (message: Partial<ChatCompletionMessage>, finish: FinishReason): Readonly<Record<string, unknown>> => {
    const written = atOnce(
      writer().whole(HEAD, {
        completion: {
          choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: finish }],
          usage: USAGE,
        },
        usage: USAGE,
        priceMicro: PRICE_MICRO,
      }),
    )
    return typeof written === 'string' ? {} : written
  }

  it('calls a tool by the client’s own name for it, which is too long for its provider', () => {
    const tool_calls = [{ id: 'a', type: 'function', function: { name: wireName(LONG_NAME), arguments: '{}' } }]
    expect(whole({ tool_calls }, 'tool_calls')).to.have.nested.property('content[0].name', LONG_NAME)
  })

  it('has thoughts, words and calls as blocks, in this order', () => {
    const tool_calls = [
      { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"at":1}' } },
      { id: 'call_2', type: 'function', function: { name: 'wait', arguments: '' } },
      { id: 'call_3', type: 'function', function: { name: 'cut', arguments: '{"at"' } },
      { id: 'call_4', type: 'function', function: { name: 'rest', arguments: ' null ' } },
      { id: 'call_5', type: 'function', function: { name: 'list', arguments: '[1]' } },
    ]
    const message = whole({ reasoning_content: 'hm', content: 'so', tool_calls }, 'tool_calls')
    const block = (at: number, name: string, input: object) => ({
      type: 'tool_use',
      id: `toolu_w_call_${at}`,
      name,
      input,
      caller: { type: 'direct' },
    })
    expect(message['content']).to.deep.equal([
      { type: 'thinking', thinking: 'hm', signature: signThinking('sandbox/echo', '') },
      { type: 'text', text: 'so', citations: null },
      block(1, 'look', { at: 1 }),
      block(2, 'wait', {}),
      block(3, 'cut', { INVALID_JSON: '{"at"' }),
      block(4, 'rest', {}),
      block(5, 'list', { INVALID_JSON: '[1]' }),
    ])
    expect(message).to.deep.include({ stop_reason: 'tool_use', stop_sequence: null, id: 'msg_op' })
    expect(message['usage']).to.deep.include({ input_tokens: 10, cost: 1.234567 })
  })

  const endings: readonly (readonly [FinishReason, string])[] = [
    ['stop', 'end_turn'],
    ['length', 'max_tokens'],
    ['content_filter', 'refusal'],
  ]
  for (const [finish, reason] of endings) {
    it(`that ends with ${finish} says ${reason}`, () =>
      expect(whole({ content: 'a' }, finish)).to.have.property('stop_reason', reason))
  }

  describe('that ended at a stop text', () => {
    const ended = (matched: string | undefined, stops: readonly string[], finish: FinishReason = 'stop') => {
      const choice = { index: 0, finish_reason: finish, ...(matched === undefined ? {} : { matched_stop: matched }) }
      const answer = { usage: USAGE, priceMicro: PRICE_MICRO, lacksReasoning: false }
      const message = { role: 'assistant', content: 'a' } as const
      const completion = { choices: [{ ...choice, message }], usage: USAGE }
      const written = writer(false, stops).whole(HEAD, { ...answer, completion }) as Readonly<Record<string, unknown>>
      const { chunks, completed } = writer(false, stops).stream(HEAD)
      const frames = chunks([{ choices: [{ ...choice, delta: {} }], usage: null }])
      const last = atOnce(completed({ tag: 'completed', usage: USAGE, priceMicro: PRICE_MICRO }))
      const streamed = eventsIn(`${frames}${last}`).find(({ type }) => type === 'message_delta')?.['delta']
      const ending = { stop_reason: written['stop_reason'], stop_sequence: written['stop_sequence'] }
      expect(streamed, 'streamed').to.include(ending)
      return [ending.stop_reason, ending.stop_sequence]
    }

    it('names the text where the provider does', () => {
      expect(ended('END', ['###', 'END'])).to.deep.equal(['stop_sequence', 'END'])
    })

    it('says end_turn where the provider names none, or a word that the request has not', () => {
      expect(ended(undefined, ['END'])).to.deep.equal(['end_turn', null])
      expect(ended('stop', ['END'])).to.deep.equal(['end_turn', null])
      expect(ended('END', ['END'], 'length')).to.deep.equal(['max_tokens', null])
    })
  })
})

describe('a streamed message that waits behind a call which its provider never finishes', () => {
  const MANY = 40_000
  const deltas = (make: (at: number) => ChatDelta): readonly ChatDelta[] =>
    Array.from({ length: MANY }, (_, at) => make(at))
  const source = (at: number): ChatDelta => ({
    annotations: [{ type: 'url_citation', url_citation: { url: `https://example.com/${at}`, title: '' } }],
  })

  it('keeps each of many sources in a time that grows with their number, before a text and behind one', () => {
    const cited = (before: readonly ChatDelta[], after: readonly ChatDelta[]) =>
      stream([...before, ...deltas(source), ...after]).filter(
        ({ delta }) => (delta as { readonly type?: string } | undefined)?.type === 'citations_delta',
      )
    expect(cited([], [{ content: 'a' }])).to.have.length(MANY)
    expect(cited([call(0, 'look', '{'), { content: 'a' }], [])).to.have.length(MANY)
  }).timeout(20_000)

  it('keeps each of many texts, thoughts and pieces of a later call in a time that grows with their number', () => {
    const blocks = blocksOf(
      stream(
        [
          call(0, 'look', '{'),
          ...deltas((at) => (at % 2 === 0 ? { content: 'a' } : { reasoning_content: 'b' })),
          call(1, 'look', '{'),
          ...deltas(() => fragment(1, ' ')),
        ],
        'tool_calls',
      ),
    )
    expect(blocks).to.have.length(MANY + 2)
    expect(blocks.slice(0, 3)).to.deep.equal(['tool_use look {', 'a', 'b'])
  }).timeout(20_000)
})
