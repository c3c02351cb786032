import { expect } from 'chai'
import { csvAnswer, wantsCsv } from '../../../../src/adapters/http/csv/csv-answer.ts'

describe('whether a client wants CSV', () => {
  const WISHES: readonly (readonly [format: 'json' | 'csv' | null, accept: string | undefined, isCsv: boolean])[] = [
    [null, undefined, false],
    [null, '*/*', false],
    [null, 'application/json', false],
    [null, 'text/csv', true],
    [null, 'Text/CSV; header=present', true],
    [null, 'text/csv, */*;q=0.1', true],
    [null, 'text/html, text/csv;q=0.5', true],
    [null, 'application/json, text/csv', false],
    [null, 'application/json;q=0.5, text/csv;q=0.9', true],
    [null, 'application/json, text/csv;q=0.9', false],
    [null, 'text/csv;q=0', false],
    [null, 'text/csv;q=nonsense', false],
    [null, 'text/csv-schema', false],
    ['csv', 'application/json', true],
    ['json', 'text/csv', false],
  ]
  for (const [format, accept, isCsv] of WISHES) {
    it(`is ${isCsv ? 'so' : 'not so'} with format ${format ?? 'absent'} and Accept: ${accept ?? 'absent'}`, () => {
      expect(wantsCsv({ query: { format }, headers: { accept } })).to.equal(isCsv)
    })
  }
})

describe('a table', () => {
  it('gives back the room of its export when it was sent, and when its head could not be written', () => {
    let ends = 0
    const content = (async function* () {})()
    const { sent, unsent } = csvAnswer('requests', content, () => void (ends += 1))
    sent?.()
    unsent?.()
    expect(ends).to.equal(2)
  })
})
