import { expect } from 'chai'
import { valueAt } from '../../src/domain/json-strings.ts'

describe('valueAt', () => {
  const read = (json: string): string | null => {
    const at = valueAt(json, '"item_id"')
    return at === -1 ? null : json.slice(at)
  }

  it('finds the value of a field, with and without blanks', () => {
    expect(read('{"item_id":"a"}')).to.equal('"a"}')
    expect(read('{ "type": "x",\n "item_id" :\t7}')).to.equal('7}')
  })

  it('takes no value that is the name, and no text that holds it, for the field', () => {
    expect(read('{"delta":"item_id","item_id":"b"}')).to.equal('"b"}')
    expect(read(JSON.stringify({ delta: '"item_id":"c"' }))).to.equal(null)
  })

  it('finds nothing where there is no such field', () => {
    expect(read('{"delta":"item_id"}')).to.equal(null)
    expect(read('')).to.equal(null)
  })
})
