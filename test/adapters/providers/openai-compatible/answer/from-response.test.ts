import { isLeft, isRight, left } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import fc from 'fast-check'
import { toCompletion } from '../../../../../src/adapters/providers/openai-compatible/answer/from-response.ts'
import { objectOf } from '../../../../../src/adapters/providers/wire.ts'
import type { ChatCompletion } from '../../../../../src/domain/chat/completion.ts'
import { OPERATION_ID } from '../../../../support/chat/chat-calls.ts'
import { completion } from '../../../../support/upstreams/upstream-scripts.ts'

const read = (answer: Readonly<Record<string, unknown>>): ChatCompletion => {
  const outcome = toCompletion(answer, OPERATION_ID)
  if (isLeft(outcome)) throw new Error(outcome.left)
  return outcome.right
}

const messageOf = (message: Readonly<Record<string, unknown>>) => read(completion(message)).choices[0]?.message

const finishOf = (finishReason: unknown) => {
  const choices = [{ index: 0, message: { role: 'assistant', content: 'a' }, finish_reason: finishReason }]
  const outcome = toCompletion({ choices }, OPERATION_ID)
  return isLeft(outcome) ? outcome.left : outcome.right.choices[0]?.finish_reason
}

describe('toCompletion', () => {
  it('reads the stop text that ended a choice, by the names that vLLM and SGLang have for it, and no number of a token', () => {
    const message = { role: 'assistant', content: 'a' }
    const matched = (reported: object) =>
      read({ choices: [{ index: 0, message, finish_reason: 'stop', ...reported }] }).choices[0]?.matched_stop
    expect(matched({ stop_reason: 'END' })).to.equal('END')
    expect(matched({ matched_stop: 'END' })).to.equal('END')
    for (const reported of [{ stop_reason: 7 }, { matched_stop: 7 }, { stop_reason: null }, {}])
      expect(matched(reported), JSON.stringify(reported)).to.equal(undefined)
  })

  it('reads a plain answer, its usage and its envelope', () => {
    const answer = completion({ content: 'a', refusal: null }, { system_fingerprint: 'fp', service_tier: null })
    expect(read(answer)).to.deep.equal({
      choices: [{ index: 0, message: { role: 'assistant', content: 'a' }, finish_reason: 'stop' }],
      usage: { promptTokens: 3, cachedTokens: 0, cacheWriteTokens: 0, completionTokens: 2, reasoningTokens: 0 },
      extras: { system_fingerprint: 'fp' },
    })
  })

  it('reads reasoning under both names', () => {
    expect(messageOf({ content: 'a', reasoning_content: 'hm' })).to.have.property('reasoning_content', 'hm')
    expect(messageOf({ content: 'a', reasoning: 'hm' })).to.have.property('reasoning_content', 'hm')
  })

  it('Mistral: reads content in parts', () => {
    const content = [
      {
        type: 'thinking',
        thinking: [
          { type: 'text', text: 'h' },
          { type: 'text', text: 'm' },
        ],
      },
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]
    expect(messageOf({ content })).to.deep.equal({ role: 'assistant', content: 'ab', reasoning_content: 'hm' })
  })

  it('keeps refusal, annotations, audio, images and logprobs', () => {
    const media = { audio: { id: 'x' }, images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,' } }] }
    const message = { content: null, refusal: 'no', annotations: [{ type: 'url_citation' }], ...media }
    expect(messageOf(message)).to.deep.equal({ role: 'assistant', ...message })
    const choices = [{ index: 0, message: { content: 'a' }, finish_reason: 'stop', logprobs: { content: [] } }]
    expect(read({ choices }).choices[0]).to.have.deep.property('logprobs', { content: [] })
  })

  it('gives a call that has the id of another call of its answer one of its own', () => {
    const call = { id: 'functions.look:1', type: 'function', function: { name: 'look', arguments: '{}' } }
    expect(messageOf({ content: null, tool_calls: [call, call] })?.tool_calls).to.deep.equal([
      call,
      { ...call, id: 'call_774bbcceb302099a80570x1' },
    ])
  })

  it('gives every tool call an id and its arguments as text', () => {
    const calls = [
      { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
      { id: '', function: { name: 'g', arguments: { b: 2 } } },
      { function: { name: 'h' } },
      { function: {} },
      { id: 'call_4', type: 'custom', custom: { name: 'c', input: 'text' } },
      { id: 'call_5', custom: { name: 'c' } },
    ]
    expect(messageOf({ content: null, tool_calls: calls })?.tool_calls).to.deep.equal([
      { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
      { id: 'call_774bbcceb302099a80570x1', type: 'function', function: { name: 'g', arguments: '{"b":2}' } },
      { id: 'call_774bbcceb302099a80570x2', type: 'function', function: { name: 'h', arguments: '{}' } },
      { id: 'call_4', type: 'custom', function: { name: 'c', arguments: 'text' } },
      { id: 'call_5', type: 'custom', function: { name: 'c', arguments: '' } },
    ])
  })

  it('reads calls that are no list: one, or an object with a number for each, or the older form; an empty one is none', () => {
    const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }
    const callsIn = (given: unknown) => messageOf({ content: null, tool_calls: given })?.tool_calls
    expect(callsIn(call)).to.deep.equal([call])
    expect(callsIn({ function: { name: 'f', arguments: { b: 2 } } })).to.deep.equal([
      { ...call, id: 'call_774bbcceb302099a80570x0', function: { name: 'f', arguments: '{"b":2}' } },
    ])
    expect(callsIn({ 1: call, 2: { ...call, id: 'b' } })).to.deep.equal([call, { ...call, id: 'b' }])
    const older = { content: null, function_call: { name: 'f', arguments: { b: 2 } } }
    for (const listed of [undefined, [], {}]) {
      expect(messageOf({ ...older, tool_calls: listed })).to.have.nested.property('tool_calls[0].function.name', 'f')
    }
    expect(messageOf({ ...older, tool_calls: [call] })?.tool_calls).to.deep.equal([call])
    for (const none of [{}, null, 'x', 1, { id: 'a' }]) expect(callsIn(none)).to.equal(undefined)
  })

  it('knows every finish reason in use', () => {
    const reasons = ['stop', 'length', 'tool_calls', 'content_filter', 'function_call', 'model_length', 'eos', null]
    expect(reasons.map(finishOf)).to.deep.equal([
      'stop',
      'length',
      'tool_calls',
      'content_filter',
      'tool_calls',
      'length',
      'stop',
      'stop',
    ])
    expect(finishOf('error')).to.equal('failed')
  })

  it('reads the word before the reason that Google adds to it', () => {
    expect(finishOf('content_filter: RECITATION')).to.equal('content_filter')
    expect(finishOf('function_call_filter: MALFORMED_FUNCTION_CALL')).to.equal('failed')
  })

  it('Google: reads a refusal that has no message', () => {
    const answer = { choices: [{ index: 0, finish_reason: 'content_filter: PROHIBITED_CONTENT' }] }
    expect(read(answer).choices).to.deep.equal([
      { index: 0, message: { role: 'assistant', content: null }, finish_reason: 'content_filter' },
    ])
  })

  it('ends a choice that called a tool with tool_calls, whatever its provider says', () => {
    const calls = [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }]
    const endOf = (reason: string | null): unknown => {
      const choices = [{ index: 0, message: { content: null, tool_calls: calls }, finish_reason: reason }]
      const answer = toCompletion({ choices }, OPERATION_ID)
      return isRight(answer) ? answer.right.choices[0]?.finish_reason : answer.left
    }
    expect(['stop', null, 'tool_calls', 'length'].map(endOf)).to.deep.equal([
      'tool_calls',
      'tool_calls',
      'tool_calls',
      'length',
    ])
  })

  it('takes no answer for whole that breaks off in the arguments of a call, where no finish reason says that it is', () => {
    const answer = (called: Readonly<Record<string, unknown>>, finish: string | null) => {
      const call = { id: 'a', ...called }
      const message = { role: 'assistant', content: null, tool_calls: [call] }
      return toCompletion({ choices: [{ index: 0, message, finish_reason: finish }] }, OPERATION_ID)
    }
    const half = { function: { name: 'f', arguments: '{"city": "Mos' } }
    expect(answer(half, null)).to.deep.equal(left('failed'))
    expect(isRight(answer(half, 'length'))).to.equal(true)
    expect(isRight(answer(half, 'tool_calls')), 'a model may write what is no JSON').to.equal(true)
    expect(isRight(answer({ function: { name: 'f', arguments: '{}' } }, null))).to.equal(true)
    expect(isRight(answer({ type: 'custom', custom: { name: 'f', input: '{' } }, null))).to.equal(true)
  })

  it('takes no answer for one without choices or messages', () => {
    for (const answer of [{}, { choices: [] }, { choices: 'x' }, { choices: [null] }, { choices: [{ index: 0 }] }]) {
      expect(toCompletion(answer, OPERATION_ID)).to.have.property('left', 'bad_answer')
    }
  })

  it('throws for no JSON', () => {
    const message = fc.dictionary(fc.constantFrom('content', 'tool_calls', 'reasoning', 'refusal'), fc.jsonValue())
    const choice = fc.record({ index: fc.jsonValue(), message, finish_reason: fc.jsonValue() })
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.array(choice)), fc.jsonValue(), (choices, usage) => {
        toCompletion({ choices, usage }, OPERATION_ID)
        toCompletion(objectOf(choices) ?? {}, OPERATION_ID)
      }),
    )
  })
})
