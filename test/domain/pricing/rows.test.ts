import { expect } from 'chai'
import fc from 'fast-check'
import { bestRow, ambiguousRows } from '../../../src/domain/pricing/rows.ts'
import type { Conditions } from '../../../src/domain/pricing/rows.ts'
import { perSecondPrice } from '../../../src/domain/video/plan.ts'

const row = (resolution: string | null, audio: boolean | null, perSecond: bigint) => ({ resolution, audio, perSecond })

/** The file of the finding: 1080p with sound must cost 30, in whichever order the rows stand. */
const ROWS = [row(null, true, 15n), row(null, false, 8n), row('1080p', true, 30n)]

const conditions: fc.Arbitrary<Conditions> = fc.record({
  quality: fc.constantFrom(null, 'low', 'high'),
  size: fc.constantFrom(null, 's', 'm'),
  audio: fc.constantFrom(null, true, false),
})

const itself = (of: Conditions): Conditions => of

describe('the row of a tariff that counts', () => {
  it('is the one with the most conditions that fit, whatever the order of the file', () => {
    for (const rows of [ROWS, ROWS.toReversed()]) {
      const priceOf = (resolution: '720p' | '1080p', audio: boolean): bigint =>
        perSecondPrice({ unit: 'second', perSecond: 1n, rows }, resolution, audio)
      expect([priceOf('1080p', true), priceOf('1080p', false), priceOf('720p', true)]).to.deep.equal([30n, 8n, 15n])
    }
  })

  it('is the same in every order of rows between which the file decides', () => {
    fc.assert(
      fc.property(fc.array(conditions, { maxLength: 6 }), conditions, fc.nat(), (rows, asked, turn) => {
        if (ambiguousRows(rows).length > 0) return
        const turned = [...rows.slice(turn % (rows.length + 1)), ...rows.slice(0, turn % (rows.length + 1))]
        expect(bestRow(turned, itself, asked)).to.deep.equal(bestRow(rows, itself, asked))
      }),
    )
  })

  it('is ambiguous where two have equally many conditions and one request meets both', () => {
    const none = { quality: null, size: null }
    const pairs: readonly (readonly [Conditions, Conditions, boolean])[] = [
      [{ ...none, quality: 'high' }, { ...none, size: 'm' }, true],
      [{ ...none, quality: 'high' }, { ...none, quality: 'high' }, true],
      [{ ...none, quality: 'high' }, { ...none, quality: 'low' }, false],
      [{ quality: 'high', size: 'm' }, { ...none, quality: 'high' }, false],
      [{ quality: 'high', size: 'm' }, { quality: 'high', size: 's' }, false],
      [none, none, true],
    ]
    for (const [one, other, isUndecided] of pairs) {
      expect(ambiguousRows([one, other])).to.deep.equal(isUndecided ? [[0, 1]] : [])
    }
  })
})
