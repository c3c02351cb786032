import { expect } from 'chai'
import fc from 'fast-check'
import { shortLivedMap } from '../../src/domain/short-lived-map.ts'

/** The same steps on a map of the language and on this one. */
const stepsOf = <Id extends string | number>(ids: readonly Id[]) =>
  fc.array(fc.record({ id: fc.constantFrom(...ids), value: fc.option(fc.nat(), { nil: null }) }), { maxLength: 200 })

const agrees = <Id extends string | number>(ids: readonly Id[]): void =>
  fc.assert(
    fc.property(stepsOf(ids), (steps) => {
      const [ours, theirs] = [shortLivedMap<number, Id>(), new Map<Id, number>()]
      for (const { id, value } of steps) {
        if (value === null) {
          expect(ours.take(id)).to.equal(theirs.get(id))
          theirs.delete(id)
        } else {
          ours.set(id, value)
          theirs.set(id, value)
        }
        expect(ours.size()).to.equal(theirs.size)
        for (const each of ids) expect(ours.get(each)).to.equal(theirs.get(each))
      }
      expect([...ours.values()]).to.have.members([...theirs.values()])
    }),
  )

describe('a map of entries that stay for milliseconds', () => {
  it('holds what a Map holds, with ids of which many share a chain', () => {
    agrees(['one', 'one and one', 'z one', 'two', '', 'e', 'ne'])
  })

  it('holds what a Map holds, with numbers of which many share a chain', () => {
    agrees([0, 1, 2, 4096, 8192, 4097, -1])
  })

  it('keeps the other entries of a chain when any one of them is taken', () => {
    for (const deleted of [0, 4096, 8192]) {
      const map = shortLivedMap<string, number>()
      for (const id of [0, 4096, 8192]) map.set(id, `value ${id}`)
      map.take(deleted)
      expect([0, 4096, 8192].filter((id) => map.get(id) !== undefined)).to.deep.equal(
        [0, 4096, 8192].filter((id) => id !== deleted),
      )
    }
  })
})
