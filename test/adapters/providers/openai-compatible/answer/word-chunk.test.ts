import { isRight } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import fc from 'fast-check'
import { chunkReader } from '../../../../../src/adapters/providers/openai-compatible/answer/from-chunk.ts'
import { repeatedTexts } from '../../../../../src/adapters/providers/streams/repeated-texts.ts'
import { streamReader } from '../../../../../src/adapters/providers/openai-compatible/answer/stream-reader.ts'
import { wordChunk } from '../../../../../src/adapters/providers/openai-compatible/answer/word-chunk.ts'
import type { Wire } from '../../../../../src/adapters/providers/wire.ts'
import type { ChatChunk } from '../../../../../src/domain/chat/chunk.ts'
import { anyText } from '../../../../support/any-text.ts'

const wireOf = (delta: Wire, more: Wire = {}, ofChoice: Wire = {}): Wire => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: null, ...ofChoice }],
  ...more,
})

const chunkOf = (delta: ChatChunk['choices'][number]['delta'], more: Partial<ChatChunk> = {}): ChatChunk => ({
  choices: [{ index: 0, delta, finish_reason: null }],
  usage: null,
  ...more,
})

const OF_CONTENT = JSON.stringify(wireOf({ content: 'first' }))

const repeatedChunks = () => {
  const { recall, learn } = repeatedTexts<ChatChunk>()
  return {
    recall,
    learn: (text: string, chunk: ChatChunk): void => {
      const word = wordChunk(chunk, JSON.parse(text) as Wire)
      if (word === null) throw new Error('the chunk brings more than a word')
      learn(text, () => word)
    },
  }
}

describe('a chunk that brings a word', () => {
  it('gives a chunk of another word without reading it', () => {
    const repeated = repeatedChunks()
    expect(repeated.recall(OF_CONTENT)).to.equal(null)
    repeated.learn(OF_CONTENT, chunkOf({ content: 'first' }))
    expect(repeated.recall(JSON.stringify(wireOf({ content: 'второе' })))).to.deep.equal(chunkOf({ content: 'второе' }))
  })

  it('keeps the fields of the envelope', () => {
    const repeated = repeatedChunks()
    const extras = { system_fingerprint: 'fp' }
    repeated.learn(
      JSON.stringify(wireOf({ content: 'first' }, extras)),
      chunkOf({ content: 'first' }, { extras: { ...extras } }),
    )
    expect(repeated.recall(JSON.stringify(wireOf({ content: 'next' }, extras)))).to.deep.equal(
      chunkOf({ content: 'next' }, { extras }),
    )
    expect(repeated.recall(JSON.stringify(wireOf({ content: 'next' }, { system_fingerprint: 'other' })))).to.equal(null)
  })

  it("passes over the letters in which OpenAI hides a word's length", () => {
    const repeated = repeatedChunks()
    repeated.learn(JSON.stringify(wireOf({ content: 'first' }, { obfuscation: 'aXc' })), chunkOf({ content: 'first' }))
    const next = JSON.stringify(wireOf({ content: 'a longer piece' }, { obfuscation: 'x' }))
    expect(repeated.recall(next)).to.deep.equal(chunkOf({ content: 'a longer piece' }))
  })

  it('gives reasoning under the name that our chunks have for it', () => {
    for (const name of ['reasoning', 'reasoning_content']) {
      const repeated = repeatedChunks()
      repeated.learn(JSON.stringify(wireOf({ content: null, [name]: 'hm' })), chunkOf({ reasoning_content: 'hm' }))
      const next = repeated.recall(JSON.stringify(wireOf({ content: null, [name]: 'so' })))
      expect(next, name).to.deep.equal(chunkOf({ reasoning_content: 'so' }))
    }
  })

  it('leaves to the reader a chunk without a word, and every chunk that says more', () => {
    const repeated = repeatedChunks()
    repeated.learn(OF_CONTENT, chunkOf({ content: 'first' }))
    for (const wire of [
      wireOf({ content: '' }),
      wireOf({ role: 'assistant', content: 'x' }),
      wireOf({ content: 'x', refusal: 'no' }),
      wireOf({ content: 'x' }, { usage: { prompt_tokens: 1, completion_tokens: 1 } }),
      wireOf({ content: 'x' }, { error: { message: 'broken' } }),
      wireOf({ content: 'x' }, {}, { finish_reason: 'stop' }),
      wireOf({ content: 'x' }, {}, { index: 1 }),
      wireOf({ content: 'x' }, {}, { logprobs: { content: [] } }),
    ]) {
      expect(repeated.recall(JSON.stringify(wire)), JSON.stringify(wire)).to.equal(null)
    }
  })

  it('gives up a stream of which nothing repeats', () => {
    const repeated = repeatedChunks()
    const texts = ['a', 'b', 'c', 'd'].map((id) => JSON.stringify(wireOf({ content: 'x' }, { id })))
    for (const text of texts) repeated.learn(text, chunkOf({ content: 'x' }))
    expect(texts.map((text) => repeated.recall(text) !== null)).to.deep.equal([false, false, true, false])
  })
})

describe('streamReader of OpenAI chunks', () => {
  const word = anyText('', 'm', 'chatcmpl-1', '"', '\\n')
  const delta: fc.Arbitrary<Wire> = fc.oneof(
    { weight: 6, arbitrary: word.map((content) => ({ content })) },
    { weight: 2, arbitrary: word.map((reasoning) => ({ content: null, reasoning })) },
    word.map((reasoning_content) => ({ reasoning_content, reasoning: 'x' })),
    word.map((content) => ({ role: 'assistant', content })),
    word.map((content) => ({
      content,
      tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: content } }],
    })),
    word.map((content) => ({ content, annotations: [content] })),
  )
  const more: fc.Arbitrary<Wire> = fc.oneof(
    { weight: 6, arbitrary: fc.constant({}) },
    { weight: 3, arbitrary: word.map((obfuscation) => ({ obfuscation })) },
    { weight: 2, arbitrary: word.map((url) => ({ citations: [url] })) },
    fc.constantFrom({ usage: { prompt_tokens: 3, completion_tokens: 2 } }, { service_tier: 'flex' }),
  )
  const ofChoice: fc.Arbitrary<Wire> = fc.oneof(
    { weight: 9, arbitrary: fc.constant({}) },
    fc.constantFrom({ index: 1 }, { finish_reason: 'stop' }, { logprobs: { content: [] } }),
  )
  const wire = fc.tuple(delta, more, ofChoice).map(([sent, envelope, choice]) => wireOf(sent, envelope, choice))

  it('reads a stream as it would read each chunk by itself', () => {
    fc.assert(
      fc.property(fc.array(wire, { minLength: 2, maxLength: 12 }), (wires) => {
        const reader = streamReader('operation', {})
        const plain = chunkReader('operation')
        for (const one of wires) {
          const expected = plain.read(one)
          const step = reader.read({ name: null, data: JSON.stringify(one) })
          const chunk = isRight(expected) ? expected.right : null
          expect(step).to.deep.equal({ chunks: chunk === null ? [] : [chunk], end: null })
        }
        expect(reader.isWhole()).to.equal(plain.state() === 'finished')
      }),
      { numRuns: 1_000 },
    )
  })

  it('takes an event named error for one, though its data repeats a chunk', () => {
    const reader = streamReader('operation', {})
    for (const content of ['a', 'b', 'c']) {
      reader.read({ name: null, data: JSON.stringify(wireOf({ content })) })
    }
    const step = reader.read({ name: 'error', data: JSON.stringify(wireOf({ content: 'd' })) })
    expect(step).to.have.nested.property('end.tag', 'server_error')
  })
})
