import { isLeft } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import fc from 'fast-check'
import { fromResponse } from '../../../../../src/adapters/providers/google/chat/from-response.ts'
import { streamReader } from '../../../../../src/adapters/providers/google/chat/stream-reader.ts'
import { foldChunks } from '../../../../../src/domain/chat/answers/fold.ts'
import { urlCitationsOf } from '../../../../../src/domain/chat/url-citation.ts'
import { OPERATION_ID } from '../../../../support/chat/chat-calls.ts'
import { content } from '../../../../support/upstreams/google-answers.ts'

type Json = Readonly<Record<string, unknown>>

const ONE = 'https://a.example/1'

/** An answer, or an event, that says what it repeats. */
const repeating = (
  text: string,
  sources: readonly Json[],
  finishReason: string | null = 'STOP',
  list = 'citationSources',
) => {
  const answer = content(text === '' ? [] : [{ text }], finishReason)
  const [candidate] = answer['candidates'] as readonly Json[]
  return { ...answer, candidates: [{ ...candidate, citationMetadata: { [list]: sources } }] }
}

const wholeOf = (answer: Json) => {
  const outcome = fromResponse(
    { status: 200, body: answer, text: JSON.stringify(answer), headers: {}, upstreamRequestId: null },
    OPERATION_ID,
  )
  if (isLeft(outcome)) throw new Error(outcome.left.message)
  return outcome.right.completion.choices[0]?.message.annotations
}

const streamed = (answers: readonly Json[]) => {
  const reader = streamReader(OPERATION_ID, {})
  return foldChunks(answers.flatMap((answer) => reader.read({ name: null, data: JSON.stringify(answer) }).chunks))
    .choices[0]?.message.annotations
}

/** The words that an annotation points to. */
const pointedAt = (text: string, annotations: unknown): readonly string[] =>
  urlCitationsOf(annotations).map(({ start, end }) => Array.from(text).slice(start, end).join(''))

describe('what an answer of Google repeats', () => {
  it('is an annotation of the text, whole and streamed', () => {
    const sources = [{ startIndex: 4, endIndex: 7, uri: ONE, license: 'mit' }]
    const annotations = [{ type: 'url_citation', url_citation: { url: ONE, title: '', start_index: 4, end_index: 7 } }]
    expect(wholeOf(repeating('one two three', sources))).to.deep.equal(annotations)
    expect(streamed([repeating('one ', [], null), repeating('two three', sources)])).to.deep.equal(annotations)
  })

  it('has the title that the other edition of the wire gives, and begins at the start where no place is given', () => {
    const sources = [{ endIndex: 3, uri: ONE, title: 'First' }]
    expect(wholeOf(repeating('one two', sources, 'STOP', 'citations'))).to.deep.equal([
      { type: 'url_citation', url_citation: { url: ONE, title: 'First', start_index: 0, end_index: 3 } },
    ])
  })

  it('stands where its words stand, though Google counts bytes', () => {
    const words = fc.array(fc.constantFrom('a', 'ж', '字', '👍', ' '), { maxLength: 20 })
    fc.assert(
      fc.property(fc.array(fc.tuple(words, words), { minLength: 1, maxLength: 4 }), (spans) => {
        let text = ''
        const sources = spans.map(([before, cited]) => {
          text += before.join('')
          const startIndex = Buffer.byteLength(text)
          text += cited.join('')
          return { startIndex, endIndex: Buffer.byteLength(text), uri: `${ONE}/${startIndex}` }
        })
        const cited = [...new Map(spans.map(([, words], index) => [sources[index]?.uri, words.join('')]))]
        fc.pre(text !== '' && new Set(sources.map(({ uri }) => uri)).size === sources.length)
        expect(pointedAt(text, wholeOf(repeating(text, sources.toReversed()))).toReversed()).to.deep.equal(
          cited.map(([, words]) => words),
        )
      }),
    )
  })

  it('stands there once, though several events of a stream say it, and not beyond the end of the text', () => {
    const sources = [{ startIndex: 0, endIndex: 900, uri: ONE }]
    const annotations = streamed([
      repeating('жар', sources, null),
      repeating('-птица', sources),
      repeating('', sources),
    ])
    expect(pointedAt('жар-птица', annotations)).to.deep.equal(['жар-птица'])
    expect(urlCitationsOf(annotations)[0]?.end).to.equal(9)
  })

  it('is nothing where no address or no word is given', () => {
    const nameless = [{ startIndex: 0, endIndex: 1 }, { uri: '' }, null, 'x'] as readonly Json[]
    expect(wholeOf(repeating('a', nameless))).to.equal(undefined)
    expect(wholeOf(repeating('', [{ uri: ONE }], 'RECITATION'))).to.equal(undefined)
    expect(streamed([repeating('', [{ uri: ONE }], 'RECITATION')])).to.equal(undefined)
  })

  it('is bounded in a stream that names sources without an end, and so are the words that are kept for them', () => {
    const title = 't'.repeat(10_000)
    const events = Array.from({ length: 100 }, (_, index) =>
      repeating('жар '.repeat(500), [{ endIndex: 7, uri: `${ONE}/${index}`, title }], null),
    )
    const far = repeating('!', [{ startIndex: 150_000, endIndex: 300_000, uri: ONE }])
    expect(urlCitationsOf(streamed([...events, far])).length).to.be.within(26, 30)
    const [cited] = urlCitationsOf(
      streamed([...events.slice(0, 40).map(() => repeating('жар '.repeat(500), [], null)), far]),
    )
    expect(cited).to.include({ start: 66_000, end: 66_000 })
  })
})
