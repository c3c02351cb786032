import { expect } from 'chai'
import * as fc from 'fast-check'
import { spanNearEnd, topLevelFields } from '../../../../src/adapters/http/body/top-level-fields.ts'

const jsonOf = (text: string): ReadonlyMap<string, string> =>
  new Map([...topLevelFields(text, JSON.parse(text) as object)].map(([name, { json }]) => [name, json]))

const fieldsOf = (text: string): unknown => [...jsonOf(text)]

describe('The fields of a body as their texts', () => {
  it('keep the bytes that the client wrote, without the blanks around them', () => {
    expect(fieldsOf(' {"a": 1.0 ,\n"b" : {"2":[1e3, "\\u0061"], "1":null}\t, "c":"x, y: {z}"} ')).to.deep.equal([
      ['a', '1.0'],
      ['b', '{"2":[1e3, "\\u0061"], "1":null}'],
      ['c', '"x, y: {z}"'],
    ])
  })

  it('have their names as JSON means them', () => {
    expect(fieldsOf('{"\\u0061\\"b":[],"":0}')).to.deep.equal([
      ['a"b', '[]'],
      ['', '0'],
    ])
  })

  it('are those of the last one where a name stands twice, as JSON.parse takes it', () => {
    const text = '{"a":1,"b":2,"a":{"a":3}}'
    expect(jsonOf(text).get('a')).to.equal(JSON.stringify((JSON.parse(text) as { a: unknown }).a))
  })

  it('are none of an empty object', () => {
    expect(fieldsOf(' { } ')).to.deep.equal([])
  })

  it('mean the same as the whole, whatever stands in strings', () => {
    const nasty = { 'a\\': 'b"}', '{': ['[', '\\"', { ',': ':' }], '\u2028': '\\\\', ключ: { deep: [[[]]] } }
    const joined = [...jsonOf(JSON.stringify(nasty, null, 2))].map(([name, json]) => `${JSON.stringify(name)}:${json}`)
    expect(JSON.parse(`{${joined.join(',')}}`)).to.deep.equal(nasty)
  })
})

const valueNearEnd = (text: string, name: string): unknown => {
  const span = spanNearEnd(text, name)
  return span === null ? undefined : JSON.parse(text.slice(span.start, span.end))
}

describe('A field near the end of a JSON object', () => {
  const WORDS = ['usage', '\\"usage"', '"usage":', 'a', ',', '{', ']}']
  const TEXTS = [...WORDS, '\\', '\u0000']
  // No name of one character that is written with an escape: V8 13.6 takes it for a backslash where it expects one.
  const NAMES = [...WORDS, 'a\\', '\u0000a']

  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom(...TEXTS),
      fc.constantFrom(null, 1, true),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('object'),
    ),
    object: fc.array(fc.tuple(fc.constantFrom(...NAMES), tie('value')), { maxLength: 4 }).map(Object.fromEntries),
  })).object

  it('is the one that JSON.parse finds, whatever other fields, texts and lists hold', () => {
    const check = (object: unknown, space: number): void => {
      const text = JSON.stringify(object, null, space)
      const { usage } = JSON.parse(text) as { readonly usage?: unknown }
      expect(valueNearEnd(text, 'usage')).to.deep.equal(usage)
    }
    fc.assert(fc.property(json, fc.constantFrom(0, 2), check), { numRuns: 2_000 })
  })

  it('is the last one where its name stands twice, also where it is written with an escape', () => {
    expect(valueNearEnd('{"usage":1,"usage":2}', 'usage')).to.equal(2)
    expect(valueNearEnd('{"usage":1,"\\u0075sage":2,"a":3}', 'usage')).to.equal(2)
    expect(valueNearEnd('{"\\u0075sage":1}', 'usage')).to.equal(1)
  })

  it('is none of an object that has it only inside a value', () => {
    expect(valueNearEnd('{"a":{"usage":1},"b":["usage"]}', 'usage')).to.equal(undefined)
  })
})
