import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import { exportPages, MAX_EXPORTED } from '../../../../src/application/billing/export-pages.ts'
import { exportReceipts } from '../../../../src/application/billing/usage/export-receipts.ts'
import type { Page } from '../../../../src/application/page.ts'
import type { ReceiptQuery } from '../../../../src/application/ports/billing/receipt-log.ts'
import type { Receipt } from '../../../../src/domain/ledger/receipt.ts'

const FILTER = { currency: null, model: 'm', keyId: null, outcome: null, surface: null, fromMs: null, toMs: null }
const asked = (ownerId: string) => ({ ownerId, filter: FILTER, before: null })

/** A log whose pages are numbered by their cursors; the last page has the number `pages`. */
const logOf = (pages: number, rowsOf: (page: number, limit: number) => number) => {
  const queries: ReceiptQuery[] = []
  const page = async (query: ReceiptQuery): Promise<Page<Receipt, string>> => {
    queries.push(query)
    const number = Number(query.before ?? 0) + 1
    const rows = Array.from({ length: rowsOf(number, query.limit) }, (_, row) => ({
      operationId: `${number}-${row}`,
    }))
    return { rows: rows as unknown as Receipt[], next: number < pages ? String(number) : null }
  }
  return { receipts: { page }, queries }
}

describe('the export of receipts', () => {
  it('reads page after page with the same filter, an empty page among them too', async () => {
    const { receipts, queries } = logOf(3, (page) => (page === 2 ? 0 : 2))
    const exported = await exportReceipts({ receipts, exportPages: exportPages() })(asked('u'))
    if (isLeft(exported)) throw new Error(exported.left.tag)
    const sizes: number[] = []
    for await (const page of exported.right.pages) sizes.push(page.length)
    expect(sizes).to.deep.equal([2, 0, 2])
    expect(queries.map(({ before }) => before)).to.deep.equal([null, '1', '2'])
    expect(queries.every(({ filter, ownerId }) => filter === FILTER && ownerId === 'u')).to.equal(true)
  })

  it('reads no page before it is asked for, and none after its reader has gone', async () => {
    const { receipts, queries } = logOf(1_000, (_, limit) => limit)
    const exported = await exportReceipts({ receipts, exportPages: exportPages() })(asked('u'))
    if (isLeft(exported)) throw new Error(exported.left.tag)
    expect(queries.length).to.equal(1)
    for await (const page of exported.right.pages) {
      expect(page.length).to.be.above(0)
      if (queries.length === 3) break
    }
    expect(queries.length).to.equal(3)
  })

  it('ends at the stated number of rows', async () => {
    const { receipts } = logOf(Number.POSITIVE_INFINITY, () => 300_001)
    const exported = await exportReceipts({ receipts, exportPages: exportPages() })(asked('u'))
    if (isLeft(exported)) throw new Error(exported.left.tag)
    let rows = 0
    for await (const page of exported.right.pages) rows += page.length
    expect(rows).to.equal(MAX_EXPORTED)
  })

  it('runs once at a time for an account, and 64 times in all; what has ended makes room once', async () => {
    const start = exportReceipts({ ...logOf(2, () => 1), exportPages: exportPages() })
    const first = await start(asked('a'))
    if (isLeft(first)) throw new Error(first.left.tag)
    const tagOf = async (ownerId: string): Promise<string> => {
      const exported = await start(asked(ownerId))
      return isLeft(exported) ? exported.left.tag : 'started'
    }
    expect(await tagOf('a')).to.equal('rate_limit_exceeded')
    for (let owner = 1; owner < 64; owner += 1) expect(await tagOf(`owner ${owner}`)).to.equal('started')
    expect(await tagOf('e')).to.equal('overloaded')
    first.right.end()
    expect(await tagOf('e')).to.equal('started')
    expect(await tagOf('a')).to.equal('overloaded')
    first.right.end()
    expect(await tagOf('a')).to.equal('overloaded')
  })

  it('goes on for its reader while those of other accounts are not read', async () => {
    const start = exportReceipts({ ...logOf(3, () => 1), exportPages: exportPages() })
    for (let owner = 0; owner < 10; owner += 1) {
      const unread = await start(asked(`slow ${owner}`))
      if (isLeft(unread)) throw new Error(unread.left.tag)
      await unread.right.pages[Symbol.asyncIterator]().next()
    }
    const read = await start(asked('fast'))
    if (isLeft(read)) throw new Error(read.left.tag)
    let pages = 0
    for await (const page of read.right.pages) pages += page.length
    expect(pages).to.equal(3)
  })

  it('has the database at work on four pages at most', async () => {
    const ends: (() => void)[] = []
    const { receipts } = logOf(1, () => 1)
    const page = async (query: ReceiptQuery): Promise<Page<Receipt, string>> => {
      await new Promise<void>((resolve) => ends.push(resolve))
      return receipts.page(query)
    }
    const start = exportReceipts({ receipts: { page }, exportPages: exportPages() })
    const begun = Array.from({ length: 10 }, (_, owner) => start(asked(`owner ${owner}`)))
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
    let read = 0
    while (read < 10) {
      await turn()
      expect(ends.length).to.be.within(1, 4)
      ends.shift()?.()
      read += 1
    }
    expect((await Promise.all(begun)).some(isLeft)).to.equal(false)
  })

  it('makes room when its first page cannot be read', async () => {
    let isAway = true
    const { receipts } = logOf(1, () => 1)
    const page = (query: ReceiptQuery) => (isAway ? Promise.reject(new Error('away')) : receipts.page(query))
    const start = exportReceipts({ receipts: { page }, exportPages: exportPages() })
    const failed = await start(asked('a')).catch((error: unknown) => error)
    expect(failed).to.be.instanceOf(Error)
    isAway = false
    expect(isLeft(await start(asked('a')))).to.equal(false)
  })
})
