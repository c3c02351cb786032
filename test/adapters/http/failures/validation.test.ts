import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { listOf, nullish, textOfLength } from '../../../../src/adapters/http/codecs/codecs.ts'
import { imageInput, imageList } from '../../../../src/adapters/http/codecs/generation/image-input.ts'
import { chatRequest } from '../../../../src/adapters/http/openai/chat/chat-request-codec.ts'
import { MAX_PROBLEMS, problemsOf } from '../../../../src/adapters/http/failures/validation.ts'

const found = (codec: Pick<t.Mixed, 'decode'>, value: unknown): ReturnType<typeof problemsOf> => {
  const decoded = codec.decode(value)
  return isLeft(decoded) ? problemsOf(decoded.left, 'body') : []
}
const pathsOf = (codec: Pick<t.Mixed, 'decode'>, value: unknown): readonly string[] =>
  found(codec, value).map(({ path }) => path.join('.'))

/** A codec that refuses everything and counts how often it was asked. */
const refusing = () => {
  const asked = { times: 0 }
  const codec = new t.Type<string, unknown, unknown>(
    'nothing',
    t.string.is,
    (input, context) => {
      asked.times += 1
      return t.failure(input, context)
    },
    t.identity,
  )
  return { asked, codec }
}

describe('validation', () => {
  it('stops at the twentieth problem of a list, however long it is and whatever it is inside', () => {
    const { asked, codec } = refusing()
    const nested = t.type({ rows: listOf(t.type({ cells: listOf(codec, 0, 100_000, 'cells') }), 0, 100_000, 'rows') })
    const value = { rows: Array.from({ length: 1_000 }, () => ({ cells: Array.from({ length: 1_000 }, () => 1) })) }
    expect(pathsOf(nested, value)).to.have.length(MAX_PROBLEMS)
    expect(asked.times).to.be.at.most(5 * MAX_PROBLEMS)
  })

  it('judges the length of a list before its elements', () => {
    const { asked, codec } = refusing()
    expect(pathsOf(t.type({ list: listOf(codec, 1, 3, 'things') }), { list: [1, 2, 3, 4] })).to.deep.equal(['list'])
    expect(pathsOf(t.type({ list: listOf(codec, 1, 3, 'things') }), { list: [] })).to.deep.equal(['list'])
    expect(asked.times).to.equal(0)
  })

  it('names each wrong field once, the deepest of a union, in the order of the codec', () => {
    const part = t.type({ type: t.string, text: nullish(textOfLength(0, 3)) })
    const codec = t.type({ a: t.union([t.string, listOf(part, 0, 9, 'parts')]), b: t.number, c: t.string })
    expect(pathsOf(codec, { a: [{ type: 1, text: 'long' }, 7], b: 'x', c: 'x' })).to.deep.equal([
      'a.0.type',
      'a.0.text',
      'a.1',
      'b',
    ])
    expect(pathsOf(codec, { a: 7 })).to.deep.equal(['a', 'b', 'c'])
  })

  it('names the leaf of an image input that is wrong', () => {
    const cases: readonly (readonly [unknown, readonly string[]])[] = [
      [{ data: 'aGk=', mime_type: 'image/png' }, ['type']],
      [{ type: 'file', data: 'aGk=' }, ['type']],
      [{ type: null }, ['type']],
      [{ type: 'url' }, ['data']],
      [{ type: 'base64', data: 'aGk=' }, ['mime_type']],
      [{ type: 'url', data: '', mime_type: 'x' }, ['data', 'mime_type']],
      ['https://example.com/a.png', ['']],
    ]
    for (const [value, paths] of cases) {
      expect(pathsOf(imageInput, value), JSON.stringify(value)).to.deep.equal(paths)
      const inList = paths.map((path) => (path === '' ? '0' : `0.${path}`))
      expect(pathsOf(imageList(imageInput, 0), [value]), JSON.stringify(value)).to.deep.equal(inList)
    }
  })

  it('says what a list is made of and how long it may be, and which words there are, whatever the codec is called', () => {
    const word = t.keyof({ hour: null, day: null })
    const codec = t.type({
      list: listOf(t.string, 1, 3, 'things'),
      group: nullish(word),
      words: listOf(word, 0, 3, 'words'),
    })
    const problems = found(codec, { list: 'thing', group: 'week', words: ['day', 'week'] })
    expect(problems.map(({ path, message }) => `${path.join('.')} ${message}`)).to.deep.equal([
      'list must be an array of 1 to 3 things',
      'group must be one of hour, day',
      'words.1 must be one of hour, day',
    ])
  })

  describe('of a chat request', () => {
    const ask = (over: object): readonly string[] =>
      pathsOf(chatRequest, { model: 'm', messages: [{ role: 'user', content: 'x' }], ...over })
    const user = { role: 'user', content: 'x' }
    const many = <A>(count: number, value: A): readonly A[] => Array.from({ length: count }, () => value)

    it('bounds every list', () => {
      expect(ask({})).to.deep.equal([])
      expect(ask({ messages: many(4_096, user) })).to.deep.equal([])
      expect(ask({ messages: many(4_097, user) })).to.deep.equal(['messages'])
      expect(ask({ messages: many(4_096, 1) })).to.have.length(MAX_PROBLEMS)
      const parts = (count: number) => ({ messages: [{ role: 'user', content: many(count, { type: 'text' }) }] })
      expect(ask(parts(1_024))).to.deep.equal([])
      expect(ask(parts(1_025))).to.deep.equal(['messages.0.content'])
      expect(ask({ tools: many(512, {}) })).to.deep.equal([])
      expect(ask({ tools: many(513, {}) })).to.deep.equal(['tools'])
      expect(ask({ stop: many(16, 'x') })).to.deep.equal([])
      expect(ask({ stop: many(17, 'x') })).to.deep.equal(['stop'])
    })

    it('says how long a list may be that may also be a text', () => {
      const problems = found(chatRequest, { model: 'm', messages: [user], stop: many(17, 'x') })
      expect(problems.map(({ message }) => message)).to.deep.equal(['must be a string or an array of 0 to 16 strings'])
    })

    it('requires the address of a part that is declared as an image', () => {
      const part = (value: object) => ask({ messages: [{ role: 'user', content: [value] }] })
      expect(part({ type: 'image_url', image_url: { url: 'https://example.com/a.png' } })).to.deep.equal([])
      expect(part({ type: 'image_url', image_url: null })).to.deep.equal(['messages.0.content.0.image_url'])
      expect(part({ type: 'image_url' })).to.deep.equal(['messages.0.content.0.image_url'])
      expect(part({ type: 'image_url', image_url: {} })).to.deep.equal(['messages.0.content.0.image_url.url'])
      expect(part({ type: 'text', text: 'x', image_url: null })).to.deep.equal([])
    })
  })
})
