import { expect } from 'chai'
import { keptJson, valueOf } from '../../../../../src/adapters/http/openai/response-output/kept-json.ts'

describe('values that are kept as their JSON', () => {
  it('come back as they were, in the place of an earlier one, until they are dropped', () => {
    const kept = keptJson<number, object>()
    kept.set(2, { a: [1] })
    kept.set(1, { b: null })
    kept.set(2, { a: [2] })
    expect([kept.get(2), kept.get(1), kept.get(3)]).to.deep.equal([{ a: [2] }, { b: null }, null])
    expect(kept.keys()).to.deep.equal([1, 2])
    kept.drop(2)
    kept.drop(3)
    expect([kept.get(2), kept.keys()]).to.deep.equal([null, [1]])
  })

  it('count two bytes for a character of those that are there', () => {
    const kept = keptJson<string, object>()
    const counted = [{ a: 'xx' }, { a: 'xxxx' }, { a: '' }].map((value) => {
      kept.set('key', value)
      return kept.bytes()
    })
    expect(counted).to.deep.equal([20, 24, 16])
    kept.drop('key')
    expect(kept.bytes()).to.equal(0)
  })

  it('keep the digits of numbers that are only handed on', () => {
    const kept = keptJson<string, object>()
    kept.set('key', valueOf('{"input":{"id":12345678901234567890}}') as object)
    expect(JSON.stringify(kept.get('key'))).to.equal('{"input":{"id":12345678901234567890}}')
  })
})
