import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import fc from 'fast-check'
import { chunkReader } from '../../../../../src/adapters/providers/openai-compatible/answer/from-chunk.ts'
import { toCompletion } from '../../../../../src/adapters/providers/openai-compatible/answer/from-response.ts'
import { objectOf } from '../../../../../src/adapters/providers/wire.ts'
import type { ChatChunk } from '../../../../../src/domain/chat/chunk.ts'
import { foldChunks } from '../../../../../src/domain/chat/answers/fold.ts'
import { OPERATION_ID } from '../../../../support/chat/chat-calls.ts'
import { chunk, completion, usage, usageChunk } from '../../../../support/upstreams/upstream-scripts.ts'

type Json = Readonly<Record<string, unknown>>

const readAll = (wires: readonly Json[]): readonly ChatChunk[] => {
  const reader = chunkReader(OPERATION_ID)
  return wires.flatMap((wire) => {
    const read = reader.read(wire)
    if (isLeft(read)) throw new Error(read.left)
    return read.right === null ? [] : [read.right]
  })
}

const deltas = (wires: readonly Json[]) => readAll(wires).flatMap(({ choices }) => choices.map(({ delta }) => delta))

const toolCalls = (wires: readonly Json[]) => foldChunks(readAll(wires)).choices[0]?.message.tool_calls

const calls = (...fragments: readonly Json[]): Json => chunk({ tool_calls: fragments })

describe('chunkReader', () => {
  it('reads the stop text that ended a choice', () => {
    const last = { choices: [{ index: 0, delta: {}, finish_reason: 'stop', stop_reason: 'END' }] }
    expect(foldChunks(readAll([chunk({ content: 'a' }), last])).choices[0]?.matched_stop).to.equal('END')
  })

  it('says role and finish reason of each choice once, and nothing empty', () => {
    const wires = [
      chunk({ role: 'assistant', content: '' }),
      chunk({ role: 'assistant', content: 'a' }),
      chunk({ content: '' }),
      chunk({ content: null }),
      chunk({}, 'stop'),
      chunk({ content: '' }, 'stop', { usage: usage(3, 1) }),
    ]
    const tokens = { promptTokens: 3, cachedTokens: 0, cacheWriteTokens: 0, completionTokens: 1, reasoningTokens: 0 }
    expect(readAll(wires)).to.deep.equal([
      { choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }], usage: null },
      { choices: [{ index: 0, delta: { content: 'a' }, finish_reason: null }], usage: null },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: null },
      { choices: [], usage: tokens },
    ])
  })

  it('ends a choice that called a tool with tool_calls, whatever its provider says', () => {
    const called = calls({ index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } })
    const finishOf = (wires: readonly Json[]) => foldChunks(readAll(wires)).choices[0]?.finish_reason
    expect(finishOf([called, chunk({}, 'stop')])).to.equal('tool_calls')
    expect(finishOf([called, chunk({}, 'length')])).to.equal('length')
    expect(finishOf([chunk({ content: 'a' }), chunk({}, 'stop')])).to.equal('stop')
    const reader = chunkReader(OPERATION_ID)
    reader.read(called)
    expect(reader.finishOpen()).to.have.nested.property('right.choices[0].finish_reason', 'tool_calls')
  })

  it('reads a function call of the older form as a call, and the words for a tool of free text, piece by piece', () => {
    const message = (...deltas: readonly Json[]) =>
      foldChunks(readAll(deltas.map((each) => chunk(each)))).choices[0]?.message
    expect(
      message(
        { role: 'assistant', content: null, function_call: { name: 'f', arguments: '' } },
        { function_call: { arguments: '{"a":' } },
        { function_call: { name: 'f', arguments: '1}' } },
      )?.tool_calls?.map((call) => call.function),
    ).to.deep.equal([{ name: 'f', arguments: '{"a":1}' }])
    expect(
      message(
        { tool_calls: [{ index: 0, id: 'c', type: 'custom', custom: { name: 'f', input: 'one ' } }] },
        { tool_calls: [{ index: 0, custom: { input: 'two' } }] },
      )?.tool_calls?.[0]?.function,
    ).to.deep.equal({ name: 'f', arguments: 'one two' })
  })

  it('gives a call without arguments those of an empty object, once and at its end, as a whole answer has them', () => {
    const begin = (...calls: readonly Json[]) => chunk({ tool_calls: calls })
    const named = { index: 0, id: 'a', function: { name: 'f' } }
    const other = { index: 1, id: 'b', function: { name: 'g', arguments: '' } }
    const custom = { index: 2, id: 'c', type: 'custom', custom: { name: 'h', input: '' } }
    const given = chunk({ tool_calls: [{ index: 1, function: { arguments: '{"x":1}' } }] })
    const argumentsIn = (wires: readonly Json[]) => toolCalls(wires)?.map((call) => call.function.arguments)
    expect(argumentsIn([begin(named, other, custom), given, chunk({}, 'tool_calls')])).to.deep.equal([
      '{}',
      '{"x":1}',
      '',
    ])
    expect(argumentsIn([begin(named), chunk({}, 'stop'), chunk({}, 'stop')])).to.deep.equal(['{}'])
    const reader = chunkReader(OPERATION_ID)
    reader.read(begin(named))
    expect(reader.finishOpen()).to.have.deep.nested.property('right.choices[0]', {
      index: 0,
      delta: { tool_calls: [{ index: 0, function: { arguments: '{}' } }] },
      finish_reason: 'tool_calls',
    })
    for (const written of [{ name: 'f' }, { name: 'f', arguments: '' }, { name: 'f', arguments: null }]) {
      const whole = toCompletion(
        completion({ content: null, tool_calls: [{ id: 'a', function: written }] }),
        OPERATION_ID,
      )
      expect(isRight(whole) && whole.right.choices[0]?.message.tool_calls?.[0]?.function.arguments).to.equal('{}')
    }
  })

  it('tells calls of one id apart by their index, and gives the later one an id of its own', () => {
    const begin = (index: number) => ({ index, id: 'a', type: 'function', function: { name: 'f', arguments: '' } })
    const fragment = (index: number) => ({ index, id: 'a', function: { arguments: `{"n":${index}}` } })
    const [first, second, ...rest] =
      toolCalls([calls(begin(0), begin(1)), calls(fragment(1)), calls(fragment(0))]) ?? []
    expect([first?.function.arguments, second?.function.arguments]).to.deep.equal(['{"n":0}', '{"n":1}'])
    expect(first?.id).to.equal('a')
    expect(second?.id).to.match(/^call_\w+x1$/)
    expect(rest).to.deep.equal([])
  })

  it('orders as many calls as an answer has room for: looking through them all for each would take minutes', () => {
    const many = Array.from({ length: 200_000 }, (_, index) => ({ index, id: `c${index}`, function: { name: 'f' } }))
    const later = many.map(({ index }) => ({ index, function: { arguments: `${index}` } }))
    const found = toolCalls([chunk({ tool_calls: many }), chunk({ tool_calls: later })]) ?? []
    expect(found).to.have.length(many.length)
    expect(found.every((call, index) => call.function.arguments === `${index}`)).to.equal(true)
  })

  it('keeps the probabilities of a token without text, as half a character is one', () => {
    const token = (text: string) => ({ content: [{ token: text, logprob: -1, bytes: [240], top_logprobs: [] }] })
    const wires = ['a', '', ''].map((content, index) => {
      const logprobs = index === 2 ? null : token(content)
      return { choices: [{ index: 0, delta: { content }, finish_reason: null, logprobs }] }
    })
    const chunks = readAll(wires)
    expect(chunks.map(({ choices }) => choices)).to.deep.equal([
      [{ index: 0, delta: { role: 'assistant', content: 'a' }, finish_reason: null, logprobs: token('a') }],
      [{ index: 0, delta: {}, finish_reason: null, logprobs: token('') }],
    ])
    expect(foldChunks(chunks).choices[0]?.logprobs).to.deep.equal({
      content: [...token('a').content, ...token('').content],
      refusal: null,
    })
  })

  it('gives a role to a stream that begins without one', () => {
    expect(deltas([chunk({ content: 'a' })])).to.deep.equal([{ role: 'assistant', content: 'a' }])
  })

  it('DeepSeek, OpenRouter, vLLM: reads reasoning under both names', () => {
    const wires = [chunk({ content: null, reasoning_content: 'h' }), chunk({ reasoning: 'm' }), chunk({ content: 'a' })]
    expect(foldChunks(readAll(wires)).choices[0]?.message).to.include({ content: 'a', reasoning_content: 'hm' })
  })

  it('Mistral: reads content in parts', () => {
    const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }
    const wires = [
      chunk({ content: [thinking] }),
      chunk({ content: [{ type: 'text', text: 'a' }] }),
      chunk({}, 'model_length'),
    ]
    const [choice] = foldChunks(readAll(wires)).choices
    expect(choice?.message).to.include({ content: 'a', reasoning_content: 'hm' })
    expect(choice?.finish_reason).to.equal('length')
  })

  it('finds usage wherever a provider puts it; the last one counts', () => {
    const places = [
      usageChunk(usage(3, 2)),
      chunk({}, 'stop', { usage: usage(3, 2) }),
      chunk({}, 'stop', { x_groq: { usage: usage(3, 2) } }),
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage: usage(3, 2) }] },
    ]
    for (const place of places) {
      const wires = [chunk({ content: 'a' }, null, { usage: usage(3, 1) }), place, chunk({}, null, { usage: null })]
      expect(foldChunks(readAll(wires)).usage).to.include({ promptTokens: 3, completionTokens: 2 })
    }
  })

  it('passes over chunks that say nothing', () => {
    expect(readAll([{}, { choices: [] }, { choices: null }, { choices: [], prompt_filter_results: [] }])).to.deep.equal(
      [],
    )
  })

  it('keeps the envelope, logprobs and fields of a delta that callers read', () => {
    const wire = {
      choices: [{ index: 0, delta: { annotations: [1] }, finish_reason: null, logprobs: { content: [] } }],
      system_fingerprint: 'fp',
      service_tier: 'default',
    }
    expect(readAll([wire])[0]).to.deep.equal({
      choices: [
        { index: 0, delta: { role: 'assistant', annotations: [1] }, finish_reason: null, logprobs: { content: [] } },
      ],
      usage: null,
      extras: { system_fingerprint: 'fp', service_tier: 'default' },
    })
  })

  describe('tool calls', () => {
    const call = (id: string, name: string, text: string) => ({
      id,
      type: 'function',
      function: { name, arguments: text },
    })

    it('OpenAI: fragments by index', () => {
      const wires = [
        calls({ index: 0, ...call('a', 'f', '') }),
        calls({ index: 0, function: { arguments: '{"x"' } }),
        calls({ index: 1, ...call('b', 'g', '') }),
        calls({ index: 0, function: { arguments: ':1}' } }, { index: 1, function: { arguments: '{}' } }),
      ]
      expect(toolCalls(wires)).to.deep.equal([call('a', 'f', '{"x":1}'), call('b', 'g', '{}')])
    })

    it('vLLM behind proxies: index 0 for every parallel call', () => {
      const wires = [
        calls({ index: 0, ...call('a', 'f', '{"x"') }),
        calls({ index: 0, function: { arguments: ':1}' } }),
        calls({ index: 0, ...call('b', 'f', '') }),
        calls({ index: 0, function: { arguments: '{}' } }),
      ]
      expect(toolCalls(wires)).to.deep.equal([call('a', 'f', '{"x":1}'), call('b', 'f', '{}')])
    })

    it('old vLLM: another id with every fragment', () => {
      const wires = [
        calls({ index: 0, ...call('a', 'f', '') }),
        calls({ index: 0, id: 'z1', function: { arguments: '{"x"' } }),
        calls({ index: 0, id: 'z2', function: { arguments: ':1}' } }),
      ]
      expect(toolCalls(wires)).to.deep.equal([call('a', 'f', '{"x":1}')])
    })

    it('xAI: whole and without an index', () => {
      const wires = [calls(call('a', 'f', '{}'), call('b', 'g', '{}')), calls(call('c', 'f', '{}'))]
      expect(toolCalls(wires)).to.deep.equal([call('a', 'f', '{}'), call('b', 'g', '{}'), call('c', 'f', '{}')])
    })

    it('ids and names repeated with every fragment are sent once', () => {
      const wires = [calls({ index: 0, ...call('a', 'f', '{') }), calls({ index: 0, ...call('a', 'f', '}') })]
      expect(toolCalls(wires)).to.deep.equal([call('a', 'f', '{}')])
    })

    it('ids that never come are made, the same each time', () => {
      const wires = [
        calls({ index: 0, function: { name: 'f', arguments: '{}' } }),
        calls({ function: { name: 'g', arguments: { x: 1 } } }),
      ]
      expect(toolCalls(wires)).to.deep.equal([
        call('call_774bbcceb302099a80570x0', 'f', '{}'),
        call('call_774bbcceb302099a80570x1', 'g', '{"x":1}'),
      ])
    })

    it('one call in place of a list, and an empty object for none', () => {
      const [begin, go] = [
        { index: 0, ...call('a', 'f', '{"x"') },
        { index: 0, function: { arguments: ':1}' } },
      ]
      const wires = [{}, begin, go, {}].map((given) => chunk({ tool_calls: given }))
      expect(toolCalls(wires)).to.deep.equal([call('a', 'f', '{"x":1}')])
    })

    it('none, where the older form calls nothing', () => {
      for (const nothing of [{}, { name: '', arguments: '' }]) {
        const reader = chunkReader(OPERATION_ID)
        const read = reader.read(chunk({ content: 'a', function_call: nothing }))
        expect(read).to.have.deep.nested.property('right.choices[0].delta', { role: 'assistant', content: 'a' })
      }
    })

    it('choices are apart', () => {
      const wire = {
        choices: [0, 1].map((index) => ({
          index,
          delta: { tool_calls: [{ index: 0, ...call(`id${index}`, 'f', '{}') }] },
        })),
      }
      const folded = foldChunks(readAll([wire]))
      expect(folded.choices.map(({ message }) => message.tool_calls)).to.deep.equal([
        [call('id0', 'f', '{}')],
        [call('id1', 'f', '{}')],
      ])
    })
  })

  it('knows when every choice has ended', () => {
    const reader = chunkReader(OPERATION_ID)
    expect(reader.state()).to.equal('nothing')
    reader.read({ choices: [0, 1].map((index) => ({ index, delta: { content: 'a' } })) })
    reader.read({ choices: [{ index: 1, delta: {}, finish_reason: 'length' }] })
    expect(reader.state()).to.equal('open')
    expect(reader.finishOpen()).to.have.deep.nested.property('right.choices', [
      { index: 0, delta: {}, finish_reason: 'stop' },
    ])
    expect(reader.state()).to.equal('finished')
    expect(reader.finishOpen()).to.have.property('right', null)
  })

  it('takes no answer for done that breaks off in the arguments of a call, where no finish reason says that it is', () => {
    const call = (called: Json) => ({ tool_calls: [{ index: 0, id: 'a', ...called }] })
    const more = (text: string) => ({ tool_calls: [{ index: 0, function: { arguments: text } }] })
    const isDone = (...deltas: readonly Json[]): boolean => {
      const reader = chunkReader(OPERATION_ID)
      for (const each of deltas) reader.read(chunk(each))
      return isRight(reader.finishOpen())
    }
    const begun = call({ function: { name: 'f', arguments: '{"city": "Mos' } })
    expect(isDone(begun)).to.equal(false)
    expect(isDone(begun, more('cow"'))).to.equal(false)
    expect(isDone(begun, more('cow"}'))).to.equal(true)
    expect(isDone(call({ function: { name: 'f' } }))).to.equal(true)
    expect(isDone(call({ type: 'custom', custom: { name: 'f', input: '{"city": "Mos' } }))).to.equal(true)
    expect(
      foldChunks(readAll([chunk(begun), chunk({}, 'length')])).choices[0],
      'a limit may end it anywhere',
    ).to.have.property('finish_reason', 'length')
  })

  it('throws for no JSON', () => {
    const delta = fc.dictionary(fc.constantFrom('content', 'tool_calls', 'reasoning', 'role'), fc.jsonValue())
    const choice = fc.record({ index: fc.jsonValue(), delta, finish_reason: fc.jsonValue() })
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.jsonValue(), fc.array(choice))), (values) => {
        const reader = chunkReader(OPERATION_ID)
        for (const choices of values) reader.read({ choices })
        for (const value of values) reader.read(objectOf(value) ?? {})
      }),
    )
  })
})
