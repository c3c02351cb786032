import { expect } from 'chai'
import fc from 'fast-check'
import { wordPattern } from '../../../../src/adapters/providers/streams/word-pattern.ts'
import { jsonOf } from '../../../../src/adapters/providers/wire.ts'
import { anyText } from '../../../support/any-text.ts'

interface Sent {
  readonly id: string
  readonly delta: { readonly word: string; readonly [other: string]: unknown }
  readonly padding?: string
}

const wordsOf = (value: unknown): readonly string[] | null => {
  const { delta, padding } = (value ?? {}) as Partial<Sent>
  if (typeof delta?.word !== 'string') return null
  return padding === undefined ? [delta.word] : [delta.word, padding]
}

const patternOf = (text: string) => wordPattern(text, jsonOf(text), { wordsOf, number: 'count' })

const textOf = (word: string, padding?: string): string =>
  JSON.stringify({ id: 'one', delta: { word }, ...(padding === undefined ? {} : { padding }) })

const words = anyText('one', 'word', '', '"', '\\', ',', '?0')

describe('wordPattern', () => {
  it('finds the word of a text that differs in its word alone', () => {
    const pattern = patternOf(textOf('first'))
    expect(pattern?.(textOf('second'))).to.deep.equal(['second'])
    expect(pattern?.(textOf(''))).to.deep.equal([''])
  })

  it('finds two words', () => {
    const pattern = patternOf(textOf('first', 'xyz'))
    expect(pattern?.(textOf('second', 'a'))).to.deep.equal(['second', 'a'])
    expect(pattern?.(textOf('second'))).to.equal(null)
  })

  it('finds nothing in a text that says something else besides', () => {
    const pattern = patternOf(textOf('first'))
    for (const text of [
      '{"id":"two","delta":{"word":"first"}}',
      '{"id":"one","delta":{"word":"first","word":"second"}}',
      '{"id":"one","delta":{"word":"first"}} ',
      '{"id":"one","delta":{"word":null}}',
      '{"id":"one","delta":{"word":""}',
      '{"id":"one","delta":{"word":"}}',
      '',
    ]) {
      expect(pattern?.(text), text).to.equal(null)
    }
  })

  it('reads a word that is written with escapes', () => {
    const pattern = patternOf(textOf('first'))
    for (const word of ['a\nb', '"', 'C:\\', '\u0000', '\ud800']) {
      expect(pattern?.(textOf(word)), JSON.stringify(word)).to.deep.equal([word])
    }
    expect(pattern?.('{"id":"one","delta":{"word":"\\u0041"}}')).to.deep.equal(['A'])
  })

  it('is made of a word whose letters are written as escapes', () => {
    for (const first of ['\\u043f\\u0440', '\\u041F\\u0440\\u0438', '\\ud83d\\ude00', 'C:\\\\u0041 \\u043f']) {
      const pattern = patternOf(`{"id":"one","delta":{"word":"${first}"}}`)
      expect(pattern?.('{"id":"one","delta":{"word":"\\u0438\\u0432"}}'), first).to.deep.equal(['ив'])
      expect(pattern?.(textOf('second')), first).to.deep.equal(['second'])
    }
  })

  it('finds nothing where the place of the word has no string', () => {
    const pattern = patternOf(textOf('first'))
    for (const written of ['a\nb', 'a\tb', '\\', 'a"b', '\u0000', '\\x', 'a","other":"b']) {
      expect(pattern?.(`{"id":"one","delta":{"word":"${written}"}}`), written).to.equal(null)
    }
  })

  it('is made of no text whose word stands where it was not looked for', () => {
    // Of a name that stands twice the last counts; the place found is that of the first.
    expect(patternOf('{"id":"one","delta":{"word":"a","word":"a"}}')).to.equal(null)
    expect(patternOf('{"id":"a","delta":{"word":"a"}}')).to.equal(null)
    expect(patternOf('{"delta":{"word":"\\u0061"},"id":"one"}')).to.equal(null)
    expect(patternOf('{"padding":"b","delta":{"word":"a"}}')).to.equal(null)
    expect(patternOf('{"delta":{}}')).to.equal(null)
    expect(patternOf('no JSON')).to.equal(null)
  })

  it('finds the word of a text whose number differs as well, wherever it stands', () => {
    for (const around of [
      (count: string, word: string) => `{"count":${count},"delta":{"word":"${word}"}}`,
      (count: string, word: string) => `{"delta":{"word":"${word}"},"count": ${count} ,"id":"one"}`,
    ]) {
      const pattern = patternOf(around('7', 'first'))
      expect(pattern?.(around('7', 'second'))).to.deep.equal(['second'])
      expect(pattern?.(around('1234567890', 'third'))).to.deep.equal(['third'])
      expect(pattern?.(around('0', 'third'))).to.deep.equal(['third'])
      for (const count of ['', '-1', '01', '1.5', '1e9', '"1"', 'null', '1,"count":2']) {
        expect(pattern?.(around(count, 'fourth')), count).to.equal(null)
      }
    }
  })

  it('takes no text that holds the name of the number for the number', () => {
    const pattern = patternOf('{"id":"\\"count\\":1","delta":{"word":"first"}}')
    expect(pattern?.('{"id":"\\"count\\":2","delta":{"word":"second"}}')).to.equal(null)
  })

  it('finds the words that reading the text would find, or nothing', () => {
    const texts = fc
      .record(
        { id: words, delta: fc.record({ word: words, other: words }, { requiredKeys: ['word'] }), padding: words },
        {
          requiredKeys: ['id', 'delta'],
        },
      )
      .chain((sent) =>
        fc.record({ word: words, padding: words }).map(({ word, padding }) => [
          JSON.stringify(sent),
          JSON.stringify({
            ...sent,
            delta: { ...sent.delta, word },
            ...(sent.padding === undefined ? {} : { padding }),
          }),
        ]),
      )
    fc.assert(
      fc.property(texts, texts, ([known = '', next = ''], [, strange = '']) => {
        const pattern = patternOf(known)
        for (const text of [known, next, strange]) {
          const found = pattern?.(text) ?? null
          if (found !== null) expect(found).to.deep.equal(wordsOf(JSON.parse(text)))
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('reads a text as long as a packet in one pass', () => {
    const long = 'x'.repeat(1_000_000)
    const pattern = patternOf(textOf('first'))
    expect(pattern?.(textOf(long))).to.deep.equal([long])
    expect(pattern?.(`{"id":"one","delta":{"word":"${long}`)).to.equal(null)
  })
})
