import { deflateRawSync } from 'node:zlib'
import { expect } from 'chai'
import fc from 'fast-check'
import { readCallIds, startCallIds } from '../../../../src/adapters/providers/anthropic/tool-call-id.ts'
import { fromCallId, toCallId } from './message-events.ts'

const folded = (value: unknown): string => deflateRawSync(JSON.stringify(value)).toString('base64url')

describe('startCallIds and readCallIds', () => {
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

  const MIB = 1024 * 1024
  const thoughtOf = (bytes: number) => ({ type: 'thinking', thinking: 'x'.repeat(bytes), signature: 's' })
  const idWith = (name: string, bytes: number): string => toCallId(name, [thoughtOf(bytes)])
  const bytesOf = (ids: ReturnType<typeof readCallIds>, callIds: readonly string[]): number =>
    callIds.flatMap((callId) => ids.takeThoughts(callId)).reduce((sum, block) => sum + JSON.stringify(block).length, 0)

  it('bounds what the ids of a conversation unfold to together, and keeps the latest thoughts', () => {
    const callIds = Array.from({ length: 60 }, (_, index) => idWith(`toolu_${index}`, MIB))
    const ids = readCallIds(callIds)
    expect(ids.idOf(callIds[0] ?? '')).to.match(/^toolu_[0-9a-f]{24}$/)
    expect(ids.idOf(callIds.at(-1) ?? '')).to.equal('toolu_59')
    expect(ids.takeThoughts(callIds.at(-1) ?? '')).to.deep.equal([thoughtOf(MIB)])
    expect(bytesOf(ids, callIds)).to.be.within(2 * MIB, 4 * MIB)
  })

  it('gives the thoughts of a call once, however often the call comes', () => {
    const callId = idWith('toolu_1', MIB)
    const callIds = Array.from({ length: 100 }, () => callId)
    const ids = readCallIds(callIds)
    expect(bytesOf(ids, callIds)).to.be.within(MIB, 2 * MIB)
    expect(ids.idOf(callId)).to.equal('toolu_1')
  })

  it('give a call that has the id of another model’s call one of its own, and its thoughts all the same', () => {
    const later = idWith('call_0', 10)
    const ids = readCallIds(['call_0', later])
    expect(ids.idOf('call_0')).to.equal('call_0')
    expect(ids.idOf(later)).to.match(/^toolu_[0-9a-f]{24}$/)
    expect(ids.takeThoughts(later)).to.deep.equal([thoughtOf(10)])
    expect(readCallIds([later]).idOf(later)).to.equal('call_0')
  })

  it('counts what was unfolded in vain, so that faulty ids cost no more work than others', () => {
    const faulty = `toolu_9.t1.${folded('x'.repeat(5 * MIB))}`
    const [earlier, later] = [idWith('toolu_1', 100), idWith('toolu_2', 100)]
    const ids = readCallIds([earlier, faulty, later])
    expect(ids.takeThoughts(later)).to.have.length(1)
    expect(ids.takeThoughts(earlier)).to.deep.equal([])
    expect(readCallIds([earlier, 'toolu_9.t1.!!!!', later]).takeThoughts(earlier)).to.have.length(1)
  })
})

describe('startCallIds', () => {
  const thoughtOf = (bytes: number) => ({ type: 'thinking', thinking: 'x'.repeat(bytes), signature: 's' })

  it('gives each call the thoughts before it', () => {
    const ids = startCallIds()
    ids.think(thoughtOf(1))
    expect(fromCallId(ids.idOf('toolu_1'))).to.deep.equal({ id: 'toolu_1', thinking: [thoughtOf(1)] })
    expect(ids.idOf('toolu_2')).to.equal('toolu_2')
    for (const bytes of [2, 3]) ids.think(thoughtOf(bytes))
    expect(fromCallId(ids.idOf('toolu_3')).thinking).to.deep.equal([thoughtOf(2), thoughtOf(3)])
  })

  it('folds no more thoughts than a conversation gives back, and those before a call in whole or not at all', () => {
    const ids = startCallIds()
    for (let count = 0; count < 5; count += 1) ids.think(thoughtOf(1024 * 1024))
    ids.think(thoughtOf(1))
    expect(ids.idOf('toolu_1')).to.equal('toolu_1')
    ids.think({ ...thoughtOf(0), thinking: '\u0000'.repeat(1024 * 1024) })
    expect(ids.idOf('toolu_2')).to.equal('toolu_2')
    for (let count = 3; count < 9; count += 1) {
      ids.think(thoughtOf(1024 * 1024))
      const id = ids.idOf(`toolu_${count}`)
      if (count < 6) expect(fromCallId(id)).to.deep.equal({ id: `toolu_${count}`, thinking: [thoughtOf(1024 * 1024)] })
      else expect(id).to.equal(`toolu_${count}`)
    }
  })
})
