import { expect } from 'chai'
import { fieldsNamed, withExactFields, withExactNumbers, withoutExactNumbers } from '../../src/domain/exact-numbers.ts'

const ID = '1234567890123456789'

const again = (text: string): string => JSON.stringify(withExactNumbers(text, JSON.parse(text)))

describe('withExactNumbers', () => {
  it('keeps the digits of every number that a float would round, wherever it stands', () => {
    for (const text of [
      `{"id":${ID},"ids":[-${ID},{"a":[[${ID}]]}]}`,
      '{"price":12345678901.12345678,"rate":0.1234567890123456789,"large":1.23456789012345678e25}',
      `{"${ID}":"${ID}","words":"\\"id\\": ${ID}","and":${ID}}`,
      `{"__proto__":${ID},"a\\\\":${ID}}`,
    ]) {
      expect(again(text)).to.equal(text)
    }
  })

  it('is the value itself where no number is in danger', () => {
    for (const text of [
      '{"a":1,"b":[0.1,9007199254740991]}',
      `{"id":"${ID}"}`,
      '{"x":0.30000000000000004}',
      ID,
      '"x"',
    ]) {
      const value: unknown = JSON.parse(text)
      expect(withExactNumbers(text, value)).to.equal(value)
    }
  })

  it('leaves a text alone that has the character by which it marks numbers', () => {
    const text = `{"a":"\\u0000${ID}","b":1,"id":${ID}}`
    const value: unknown = JSON.parse(text)
    expect(withExactNumbers(text, value)).to.equal(value)
  })
})

describe('withExactFields', () => {
  const names = fieldsNamed('input')
  const exact = (text: string): unknown => withExactFields(text, JSON.parse(text), names)

  it('gives plain numbers outside of the fields, and where a field itself is a number', () => {
    const text = `{"input":{"id":${ID}},"temperature":0.69999999999999996,"deep":[{"input":${ID},"n":${ID}}]}`
    const value = exact(text) as { temperature: unknown; deep: readonly [{ input: unknown; n: unknown }] }
    expect(value.temperature).to.equal(0.7)
    expect(value.deep[0]).to.deep.equal({ input: Number(ID), n: Number(ID) })
    expect(JSON.stringify(value)).to.include(`{"input":{"id":${ID}}`)
  })

  it('is the value itself where the text names none of the fields', () => {
    const text = `{"other":{"id":${ID}}}`
    const value: unknown = JSON.parse(text)
    expect(withExactFields(text, value, names)).to.equal(value)
  })
})

describe('withoutExactNumbers', () => {
  it('gives numbers alone', () => {
    const text = `{"maximum":${ID}}`
    const value = withExactNumbers(text, JSON.parse(text))
    expect(withoutExactNumbers(JSON.stringify(value), value)).to.deep.equal({ maximum: Number(ID) })
  })
})
