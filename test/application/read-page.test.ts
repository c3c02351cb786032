import { expect } from 'chai'
import { readPage } from '../../src/application/read-page.ts'

const LIST = ['a', 'b', 'c', 'd']

describe('readPage', () => {
  const pageFrom = (first: number, limit: number) =>
    readPage(limit, (most) => Promise.resolve(LIST.slice(first, first + most)))

  it('names the last row of a page behind which more follow', async () => {
    expect(await pageFrom(0, 3)).to.deep.equal({ rows: ['a', 'b', 'c'], lastOfMore: 'c' })
  })

  it('names no row on the last page, full or not', async () => {
    expect(await pageFrom(2, 2)).to.deep.equal({ rows: ['c', 'd'], lastOfMore: null })
    expect(await pageFrom(3, 2)).to.deep.equal({ rows: ['d'], lastOfMore: null })
  })

  it('reads an empty list', async () => {
    expect(await pageFrom(4, 2)).to.deep.equal({ rows: [], lastOfMore: null })
  })
})
