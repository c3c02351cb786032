import { isLeft } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import fc from 'fast-check'
import { chunkReader } from '../../../../../src/adapters/providers/openai-compatible/answer/from-chunk.ts'
import { toCompletion } from '../../../../../src/adapters/providers/openai-compatible/answer/from-response.ts'
import { foldChunks } from '../../../../../src/domain/chat/answers/fold.ts'
import type { ChatChunk } from '../../../../../src/domain/chat/chunk.ts'
import { urlCitationsOf } from '../../../../../src/domain/chat/url-citation.ts'
import { OPERATION_ID } from '../../../../support/chat/chat-calls.ts'
import { chunk, completion, usageChunk, usage } from '../../../../support/upstreams/upstream-scripts.ts'

type Json = Readonly<Record<string, unknown>>

const [ONE, TWO, THREE] = ['https://a.example/1', 'https://a.example/2', 'https://a.example/3'] as const

const annotation = (url: string, title = '', quote?: string): Json => ({
  type: 'url_citation',
  url_citation: { url, title, start_index: 0, end_index: 0, ...(quote === undefined ? {} : { content: quote }) },
})

const wholeOf = (message: Json, envelope: Json) => {
  const outcome = toCompletion(completion(message, envelope), OPERATION_ID)
  if (isLeft(outcome)) throw new Error(outcome.left)
  return outcome.right
}

const chunksOf = (wires: readonly Json[]): readonly ChatChunk[] => {
  const reader = chunkReader(OPERATION_ID)
  return wires.flatMap((wire) => {
    const read = reader.read(wire)
    if (isLeft(read)) throw new Error(read.left)
    return read.right === null ? [] : [read.right]
  })
}

/** What each chunk names, for those that name something. */
const namedBy = (wires: readonly Json[]) =>
  chunksOf(wires).flatMap(({ choices, extras }, index) => {
    const { annotations } = choices[0]?.delta ?? {}
    return annotations === undefined ? [] : [[index, annotations, extras]]
  })

describe('the sources that an envelope names', () => {
  const PERPLEXITY = {
    citations: [ONE, TWO],
    search_results: [
      { title: 'Second', url: TWO, date: '2026-01-02', snippet: 'It was so.' },
      { title: 'First', url: ONE, date: null },
    ],
  }
  const NAMED = [annotation(ONE, 'First'), annotation(TWO, 'Second', 'It was so.')]

  it('Perplexity: are annotations of the text, in the order to which it refers, and stay as they were written', () => {
    const { choices, extras } = wholeOf({ content: 'So [1][2].' }, PERPLEXITY)
    expect(choices[0]?.message).to.deep.equal({ role: 'assistant', content: 'So [1][2].', annotations: NAMED })
    expect(extras).to.deep.equal(PERPLEXITY)
  })

  it('xAI: have no title where the addresses stand alone', () => {
    const { choices } = wholeOf({ content: 'a' }, { citations: [ONE] })
    expect(choices[0]?.message.annotations).to.deep.equal([annotation(ONE)])
  })

  it('are found where there are results alone, and beside the addresses', () => {
    const results = [{ url: TWO, title: 'T' }, { url: TWO }, { title: 'of nothing' }, null]
    const urlsOf = (envelope: Json) =>
      urlCitationsOf(wholeOf({ content: 'a' }, envelope).choices[0]?.message.annotations).map(({ url }) => url)
    expect(urlsOf({ search_results: results })).to.deep.equal([TWO])
    expect(urlsOf({ citations: [ONE], search_results: results })).to.deep.equal([ONE, TWO])
  })

  it('are not named again where the message cites them itself', () => {
    const own = {
      type: 'url_citation',
      url_citation: { url: ONE, title: 'Own', start_index: 3, end_index: 6 },
    }
    const { choices } = wholeOf({ content: 'a', annotations: [own] }, { citations: [ONE, TWO] })
    expect(choices[0]?.message.annotations).to.deep.equal([own, annotation(TWO)])
  })

  it('change nothing of an answer whose provider names none', () => {
    for (const none of [{}, { citations: null }, { citations: [] }, { citations: 'x', search_results: {} }]) {
      const { choices, extras } = wholeOf({ content: 'a' }, none)
      expect(choices[0]?.message).to.deep.equal({ role: 'assistant', content: 'a' })
      expect(extras).to.equal(undefined)
    }
  })

  it('stand once in a stream that repeats them in each chunk', () => {
    const wires = [
      chunk({ role: 'assistant', content: 'So ' }, null, PERPLEXITY),
      chunk({ content: '[1]' }, null, PERPLEXITY),
      chunk({ content: '' }, 'stop', { ...PERPLEXITY, usage: usage(3, 2) }),
    ]
    expect(namedBy(wires)).to.deep.equal([[0, NAMED, PERPLEXITY]])
  })

  it('are named as they come, also at the end, and in a chunk of nothing else', () => {
    const wires = [
      { citations: [THREE], choices: [] },
      chunk({ content: 'a' }, null, { citations: [ONE] }),
      chunk({}, 'stop', { citations: [ONE, TWO] }),
      { ...usageChunk(usage(3, 2)), citations: [ONE, TWO, THREE] },
    ]
    expect(namedBy(wires)).to.deep.equal([
      [0, [annotation(ONE)], { citations: [ONE] }],
      [1, [annotation(TWO)], { citations: [ONE, TWO] }],
      [2, [annotation(THREE)], { citations: [ONE, TWO, THREE] }],
    ])
    expect(foldChunks(chunksOf(wires)).choices[0]?.finish_reason).to.equal('stop')
  })

  it('are the same of an answer, whole and streamed, however they are spread', () => {
    const urls = fc.array(fc.constantFrom<unknown>(ONE, TWO, THREE, '', null, 1), { maxLength: 4 })
    fc.assert(
      fc.property(fc.array(urls, { minLength: 1, maxLength: 4 }), (lists) => {
        const streamed = foldChunks(chunksOf(lists.map((citations) => chunk({ content: 'a' }, null, { citations }))))
        const whole = wholeOf({ content: 'a' }, { citations: lists.flat() })
        expect(streamed.choices[0]?.message.annotations).to.deep.equal(whole.choices[0]?.message.annotations)
      }),
    )
  })

  it('are bounded in a stream that names new ones without an end', () => {
    const long = 'a'.repeat(10_000)
    const wires = Array.from({ length: 100 }, (_, index) =>
      chunk({ content: 'a' }, null, { citations: [`${ONE}/${index}/${long}`] }),
    )
    expect(namedBy(wires).length).to.be.within(26, 30)
  })
})
