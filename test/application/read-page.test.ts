import { expect } from 'chai'
import { readPage } from '../../src/application/read-page.ts'

const LIST = ['a', 'b', 'c', 'd']

describe('readPage', () => {
  const pageFrom = (first: number, limit: number) =>
    readPage({
      limit,
      read: (most) => Promise.resolve(LIST.slice(first, first + most)),
      placeOf: (row) => `place of ${row}`,
    })

  it('gives the place of the last row of a page behind which more follow', async () => {
    expect(await pageFrom(0, 3)).to.deep.equal({ rows: ['a', 'b', 'c'], next: 'place of c' })
  })

  it('gives no place on the last page, full or not', async () => {
    expect(await pageFrom(2, 2)).to.deep.equal({ rows: ['c', 'd'], next: null })
    expect(await pageFrom(3, 2)).to.deep.equal({ rows: ['d'], next: null })
  })

  it('reads an empty list', async () => {
    expect(await pageFrom(4, 2)).to.deep.equal({ rows: [], next: null })
  })
})
