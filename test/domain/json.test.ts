import { expect } from 'chai'
import { isGiven, isOff, parsedJson } from '../../src/domain/json.ts'

describe('a JSON text', () => {
  it('is read as its value, and a text that is none as undefined', () => {
    expect([' {"a": [1, null]} ', '0', 'null'].map(parsedJson)).to.deep.equal([{ a: [1, null] }, 0, null])
    expect(['', '{', "{'a': 1}", 'undefined', '{} {}'].map(parsedJson)).to.deep.equal(Array(5).fill(undefined))
  })
})

describe('isGiven', () => {
  it('is true of every value but those that leave a field out', () => {
    expect([0, '', false, [], {}].every(isGiven)).to.equal(true)
    expect([undefined, null].some(isGiven)).to.equal(false)
  })
})

describe('isOff', () => {
  it('is true of a field without a value, a switch that is off and an empty list, and of no other value', () => {
    expect([undefined, null, false, []].every(isOff)).to.equal(true)
    expect([true, 0, '', 'off', {}, [0]].some(isOff)).to.equal(false)
  })
})
