import { expect } from 'chai'
import { isLeft, right } from 'fp-ts/lib/Either.js'
import {
  readTransactionCursor,
  writeTransactionCursor,
} from '../../../../src/adapters/http/billing/transaction-cursor.ts'

describe('transaction cursor', () => {
  it('reads what it wrote', () => {
    for (const position of [1n, 42n, 2n ** 63n - 1n]) {
      expect(readTransactionCursor(writeTransactionCursor(position))).to.deep.equal(right(position))
    }
  })

  it('refuses everything else', () => {
    const written = (text: string): string => Buffer.from(text).toString('base64url')
    const wrong = ['', 'x', '%%%', '42', written('42'), written('t0'), written('t-1'), written('t01'), written('t1 ')]
    const tooLarge = writeTransactionCursor(2n ** 63n)
    const otherSpellings = [`${writeTransactionCursor(42n)}=`, ` ${writeTransactionCursor(42n)}`]
    for (const cursor of [...wrong, tooLarge, ...otherSpellings, 'A'.repeat(10_000)]) {
      expect(isLeft(readTransactionCursor(cursor)), cursor.slice(0, 20)).to.equal(true)
    }
  })
})
