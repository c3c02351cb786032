import { expect } from 'chai'
import fc from 'fast-check'
import { stringSkipper, valueAt } from '../../src/domain/json-strings.ts'
import { anyText } from '../support/any-text.ts'

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

describe('stringSkipper', () => {
  const endOf = (text: string): number => stringSkipper(text)(0)

  it('finds the end of any string, with others behind it', () => {
    const pieces = anyText('"', '\\', '\n', 'x'.repeat(40), '\\'.repeat(40), 'я"'.repeat(300))
    fc.assert(
      fc.property(pieces, pieces, (one, other) => {
        const [first, second] = [JSON.stringify(one), JSON.stringify(other)]
        const text = `${first},${second}`
        const skip = stringSkipper(text)
        expect(skip(0)).to.equal(first.length)
        expect(skip(first.length + 1)).to.equal(text.length)
      }),
    )
  })

  it('ends with the text where a string has no end', () => {
    for (const open of [
      '"',
      '"a',
      '"\\',
      '"\\"',
      `"${'a'.repeat(99)}`,
      `"${'\\"'.repeat(999)}`,
      `"${'a'.repeat(99)}\\`,
    ]) {
      expect(endOf(open), open.slice(-9)).to.equal(open.length)
    }
  })

  it('finds the end of a string of millions of escapes', () => {
    const text = JSON.stringify('\n'.repeat(5_000_000))
    expect(endOf(text)).to.equal(text.length)
    expect(endOf(text.slice(0, -1))).to.equal(text.length - 1)
  })
})
