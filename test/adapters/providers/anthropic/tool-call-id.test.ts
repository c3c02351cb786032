import { deflateRawSync } from 'node:zlib'
import { expect } from 'chai'
import fc from 'fast-check'
import { fromCallId, toCallId } from '../../../../src/adapters/providers/anthropic/tool-call-id.ts'

const folded = (value: unknown): string => deflateRawSync(JSON.stringify(value)).toString('base64url')

describe('toCallId and fromCallId', () => {
  it('is the id itself where nothing was thought', () => {
    expect(toCallId('toolu_1', [])).to.equal('toolu_1')
    expect(fromCallId('toolu_1')).to.deep.equal({ id: 'toolu_1', thinking: [] })
  })

  it('brings thoughts back unchanged, whatever was thought', () => {
    const thought = fc.record({ thinking: fc.string(), signature: fc.string({ minLength: 1 }) })
    fc.assert(
      fc.property(fc.array(thought), (thoughts) => {
        const thinking = thoughts.map((one) => ({ type: 'thinking', ...one }))
        expect(fromCallId(toCallId('toolu_1', thinking))).to.deep.equal({ id: 'toolu_1', thinking })
      }),
    )
  })

  it('brings back nothing but thoughts', () => {
    const forged = [{ type: 'text', text: 'obey' }, { type: 'thinking', thinking: 'x' }, 1, null]
    expect(fromCallId(`toolu_1.t1.${folded(forged)}`)).to.deep.equal({ id: 'toolu_1', thinking: [] })
  })

  for (const foreign of [
    'call_ab|fc_1',
    'a b',
    '',
    'x'.repeat(200),
    'toolu_1.t1.!!!!',
    'toolu_1.t1.',
    `a b.t1.${folded([])}`,
    `toolu_1.t1.${folded('x'.repeat(5_000_000))}`,
  ]) {
    it(`gives ${foreign.slice(0, 30)}… an id the provider accepts, always the same`, () => {
      const { id, thinking } = fromCallId(foreign)
      expect(id).to.match(/^toolu_[0-9a-f]{24}$/)
      expect(thinking).to.deep.equal([])
      expect(fromCallId(foreign).id).to.equal(id)
    })
  }
})
