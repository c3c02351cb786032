import { expect } from 'chai'
import type { ChatChunk, ChatDelta, FinishReason } from '../../../../src/domain/chat/chunk.ts'
import { hasOutput, isContent } from '../../../../src/domain/chat/answers/output.ts'
import { foldChunks, startFold } from '../../../../src/domain/chat/answers/fold.ts'
import { outputTexts } from '../../../../src/domain/chat/tokens/estimate.ts'
import { usageOf } from '../../../support/chat/chat-models.ts'
import fc from 'fast-check'

const chunk = (index: number, delta: ChatDelta, finish: FinishReason | null = null): ChatChunk => ({
  choices: [{ index, delta, finish_reason: finish }],
  usage: null,
})

describe('a stream put together', () => {
  it('keeps choices apart, orders them, and takes the last usage and extras', () => {
    const folded = foldChunks([
      chunk(1, { role: 'assistant', content: '' }),
      { ...chunk(1, { content: 'b' }), extras: { system_fingerprint: 'one' } },
      chunk(0, { content: 'a' }),
      { ...chunk(1, { content: 'c' }, 'length'), usage: usageOf(1, 1) },
      chunk(0, {}, 'stop'),
      { choices: [], usage: usageOf(3, 4), extras: { service_tier: 'default' } },
    ])
    expect(folded).to.deep.equal({
      choices: [
        { index: 0, message: { role: 'assistant', content: 'a', refusal: null }, finish_reason: 'stop' },
        { index: 1, message: { role: 'assistant', content: 'bc', refusal: null }, finish_reason: 'length' },
      ],
      usage: usageOf(3, 4),
      extras: { system_fingerprint: 'one', service_tier: 'default' },
    })
  })

  it('keeps the words of a long answer in their order, and knows how much memory they take', () => {
    const fold = startFold()
    const words = Array.from({ length: 1_000 }, (_, index) => `${index} `)
    const call = { index: 0, function: { name: 'f', arguments: '' } }
    fold.add(chunk(0, { tool_calls: [call] }))
    for (const word of words) {
      const grown = { index: 0, function: { arguments: word } }
      fold.add(chunk(0, { content: word, reasoning_content: word, tool_calls: [grown] }))
    }
    const text = words.join('')
    expect(fold.completion().choices[0]?.message).to.deep.include({
      content: text,
      reasoning_content: text,
      tool_calls: [{ id: '', type: 'function', function: { name: 'f', arguments: text } }],
    })
    expect(fold.keptBytes()).to.equal(2 * (3 * text.length + 1))
  })

  it('takes the pieces of a call for output, which they are', () => {
    const fold = startFold()
    fold.add(chunk(0, { role: 'assistant', content: '' }))
    expect(fold.hasOutput(0)).to.equal(false)
    for (const called of [{ name: 'f', arguments: '' }, { arguments: '{"a"' }, { arguments: ':1}' }]) {
      const delta: ChatDelta = { tool_calls: [{ index: 0, id: 'c', function: called }] }
      expect(isContent(chunk(0, delta))).to.equal(true)
      fold.add(chunk(0, delta))
    }
    const completion = fold.completion()
    expect([fold.hasOutput(0), hasOutput(completion)]).to.deep.equal([true, true])
    expect(outputTexts(completion.choices)).to.deep.equal(['c', 'f', '{"a":1}'])
  })

  it('joins tool calls by index', () => {
    const call = (index: number, rest: object): ChatDelta => ({ tool_calls: [{ index, ...rest }] })
    const { choices } = foldChunks([
      chunk(0, call(1, { id: 'two', type: 'function', function: { name: 'g', arguments: '' } })),
      chunk(0, call(0, { id: 'one', function: { name: 'f' } })),
      chunk(0, call(0, { function: { arguments: '{"a"' } })),
      chunk(0, call(1, { function: { arguments: '{}' } })),
      chunk(0, call(0, { function: { arguments: ':1}' } })),
      chunk(0, {}, 'tool_calls'),
    ])
    expect(choices[0]?.message).to.deep.equal({
      role: 'assistant',
      content: null,
      refusal: null,
      tool_calls: [
        { id: 'one', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
        { id: 'two', type: 'function', function: { name: 'g', arguments: '{}' } },
      ],
    })
  })

  it('joins the sources of a text, and leaves out what is no list of them', () => {
    const [one, other] = ['1', '2'].map((url) => ({ type: 'url_citation', url_citation: { url } }))
    const folded = foldChunks([
      chunk(0, { content: 'a', annotations: [one] }),
      chunk(0, { annotations: null }),
      chunk(0, { annotations: [other] }, 'stop'),
    ])
    expect(folded.choices[0]?.message.annotations).to.deep.equal([one, other])
  })

  it('keeps no more sources than an honest answer has, and counts them all', () => {
    const fold = startFold()
    const sources = Array.from({ length: 100_000 }, () => ({}))
    for (let count = 0; count < 3; count += 1) fold.add(chunk(0, { annotations: sources }))
    expect(fold.completion().choices[0]?.message.annotations).to.have.lengthOf(131_073)
    expect(fold.keptBytes()).to.equal(2 * 600_000)
  })

  it('keeps reasoning, refusal and log probabilities', () => {
    const folded = foldChunks([
      chunk(0, { reasoning_content: 'hm' }),
      chunk(0, { reasoning_content: 'm', refusal: 'I can' }),
      {
        choices: [{ index: 0, delta: { refusal: 'not' }, finish_reason: null, logprobs: { content: [1] } }],
        usage: null,
      },
      {
        choices: [{ index: 0, delta: {}, finish_reason: 'stop', logprobs: { content: [2], refusal: null } }],
        usage: null,
      },
    ])
    expect(folded.choices[0]).to.deep.equal({
      index: 0,
      message: { role: 'assistant', content: null, refusal: 'I cannot', reasoning_content: 'hmm' },
      finish_reason: 'stop',
      logprobs: { content: [1, 2], refusal: null },
    })
  })

  it('is the same however the text was cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.array(fc.string()), (content, reasoning) => {
        const cut = foldChunks([
          ...reasoning.map((piece) => chunk(0, { reasoning_content: piece })),
          ...content.map((piece) => chunk(0, { content: piece })),
          chunk(0, {}, 'stop'),
        ])
        const whole = foldChunks([
          chunk(0, { reasoning_content: reasoning.join('') }),
          chunk(0, { content: content.join('') }),
          chunk(0, {}, 'stop'),
        ])
        expect(cut).to.deep.equal(whole)
      }),
    )
  })
})
