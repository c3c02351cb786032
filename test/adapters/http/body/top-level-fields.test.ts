import { expect } from 'chai'
import { topLevelFields } from '../../../../src/adapters/http/body/top-level-fields.ts'

const fieldsOf = (text: string): unknown => [...topLevelFields(text)]

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
    expect(topLevelFields(text).get('a')).to.equal(JSON.stringify((JSON.parse(text) as { a: unknown }).a))
  })

  it('are none of an empty object', () => {
    expect(fieldsOf(' { } ')).to.deep.equal([])
  })

  it('mean the same as the whole, whatever stands in strings', () => {
    const nasty = { 'a\\': 'b"}', '{': ['[', '\\"', { ',': ':' }], '\u2028': '\\\\', ключ: { deep: [[[]]] } }
    const joined = [...topLevelFields(JSON.stringify(nasty, null, 2))].map(
      ([name, json]) => `${JSON.stringify(name)}:${json}`,
    )
    expect(JSON.parse(`{${joined.join(',')}}`)).to.deep.equal(nasty)
  })
})
