import { expect } from 'chai'
import { isLeft, right } from 'fp-ts/lib/Either.js'
import { positionCursor } from '../../../../src/adapters/http/codecs/position-cursor.ts'

describe('A cursor of positions', () => {
  const { read, write } = positionCursor('t')

  it('reads what it wrote', () => {
    for (const position of [1n, 42n, 2n ** 63n - 1n]) {
      expect(read(write(position))).to.deep.equal(right(position))
    }
  })

  it('refuses everything else', () => {
    const written = (text: string): string => Buffer.from(text).toString('base64url')
    const wrong = ['', 'x', '%%%', '42', written('42'), written('t0'), written('t-1'), written('t01'), written('t1 ')]
    const tooLarge = write(2n ** 63n)
    const otherSpellings = [`${write(42n)}=`, ` ${write(42n)}`]
    for (const cursor of [...wrong, tooLarge, ...otherSpellings, 'A'.repeat(10_000)]) {
      expect(isLeft(read(cursor)), cursor.slice(0, 20)).to.equal(true)
    }
  })

  it('refuses a cursor of another list', () => {
    expect(isLeft(positionCursor('g').read(write(42n)))).to.equal(true)
  })
})
