import { expect } from 'chai'
import { decideRange } from '../../../src/domain/media/byte-range.ts'

describe('byte range', () => {
  const part = (start: number, end: number) => ({ tag: 'part', start, end })
  const whole = { tag: 'whole' }
  const unsatisfiable = { tag: 'unsatisfiable' }

  for (const [header, size, decision] of [
    [undefined, 10, whole],
    ['', 10, whole],
    ['bytes=0-0', 10, part(0, 0)],
    ['bytes=0-9', 10, part(0, 9)],
    ['bytes=2-5', 10, part(2, 5)],
    ['bytes=9-9', 10, part(9, 9)],
    ['bytes=3-', 10, part(3, 9)],
    ['bytes=0-', 10, part(0, 9)],
    ['bytes=5-100', 10, part(5, 9)],
    ['bytes=5-99999999999999999999999999', 10, part(5, 9)],
    ['bytes=-3', 10, part(7, 9)],
    ['bytes=-10', 10, part(0, 9)],
    ['bytes=-99', 10, part(0, 9)],
    ['Bytes=1-2', 10, part(1, 2)],
    [' bytes = 1 - 2 ', 10, part(1, 2)],
    ['bytes=10-', 10, unsatisfiable],
    ['bytes=10-12', 10, unsatisfiable],
    ['bytes=99999999999999999999999999-', 10, unsatisfiable],
    ['bytes=-0', 10, unsatisfiable],
    ['bytes=0-', 0, unsatisfiable],
    ['bytes=-1', 0, unsatisfiable],
    ['bytes=5-2', 10, whole],
    ['bytes=0-1,3-4', 10, whole],
    ['bytes=-', 10, whole],
    ['bytes=a-b', 10, whole],
    ['bytes=1.5-2', 10, whole],
    ['bytes=--1', 10, whole],
    ['bytes=1 2-3', 10, whole],
    ['bytes=1-2=3', 10, whole],
    ['lines=0-1', 10, whole],
    ['0-1', 10, whole],
  ] as const) {
    it(`${header} of ${size} bytes is ${decision.tag}`, () => {
      expect(decideRange(header, size)).to.deep.equal(decision)
    })
  }

  it('ignores a header that is longer than any range, whatever it is made of', () => {
    for (const filling of [' ', '\t', '0', '-', '=', 'bytes=', ', 0-1']) {
      for (const end of ['', 'x', '1-2']) {
        expect(decideRange(`bytes=${filling.repeat(15_000)}${end}`, 10)).to.deep.equal(whole)
      }
    }
  })
})
