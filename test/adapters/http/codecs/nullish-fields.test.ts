import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { integerBetween, listOf, nullish, textOfLength } from '../../../../src/adapters/http/codecs/codecs.ts'
import { nullishFields } from '../../../../src/adapters/http/codecs/nullish-fields.ts'

const trimmed = new t.Type<string, string, unknown>(
  'Trimmed',
  t.string.is,
  (input, context) => (typeof input === 'string' ? t.success(input.trim()) : t.failure(input, context)),
  t.identity,
)

const PROPS = {
  name: nullish(trimmed),
  count: nullish(integerBetween(1, 3)),
  words: nullish(listOf(textOfLength(0, 4), 0, 2, 'words')),
}

const INPUTS: readonly unknown[] = [
  {},
  { name: 'a' },
  { name: ' a ', count: 2, other: true },
  { name: null, count: undefined },
  { count: 9, words: ['long word', 7] },
  Object.create({ count: 9 }),
  [],
  null,
  undefined,
  'text',
]

describe('optional fields of a body', () => {
  const ours = nullishFields(PROPS, 'Body')
  const theirs = t.partial(PROPS, 'Body')

  /** The places and the codecs of what is wrong, or what was read. */
  const readBy = (codec: t.Mixed, input: unknown): unknown => {
    const read = codec.decode(input)
    if (isRight(read)) return { read: read.right as unknown }
    return read.left.map(({ context }) => context.map(({ key, type }) => [key, type.name]))
  }

  it('are read as `t.partial` reads them', () => {
    for (const input of INPUTS) expect(readBy(ours, input), JSON.stringify(input)).to.deep.equal(readBy(theirs, input))
  })

  it('stay the same object where nothing in it changes', () => {
    const sent = { name: 'a', count: 2, other: [] }
    expect(ours.decode(sent)).to.have.property('right', sent)
  })
})
