import { expect } from 'chai'
import type { ApiKey } from '../../../src/domain/api-keys/api-key.ts'
import { allowanceOf, limitRemaining, totalCredits } from '../../../src/domain/api-keys/key-spending.ts'
import type { KeySpending } from '../../../src/domain/api-keys/key-spending.ts'

const KEY: ApiKey = {
  id: 'key',
  userId: 'ann',
  name: 'laptop',
  prefix: 'sk-aiagg-abc',
  lastFour: 'wxyz',
  createdAt: new Date(0),
  lastUsedAt: null,
  expiresAt: null,
  spendLimit: null,
  spent: 20n,
  allowedModels: null,
}

const spendingOf = (spendLimit: bigint | null, balance = 100n): KeySpending => ({
  key: { ...KEY, spendLimit },
  balance,
  accountSpent: 50n,
})

describe('what a key may count on', () => {
  it('is the account: all that was spent by its keys and all that is left', () => {
    expect(totalCredits(spendingOf(null))).to.equal(150n)
    expect(limitRemaining(spendingOf(null))).to.equal(null)
    expect(allowanceOf(spendingOf(null))).to.deep.equal({ total: 150n, spent: 50n })
  })

  it('is its own limit where it has one, never more than the balance covers', () => {
    expect(allowanceOf(spendingOf(60n))).to.deep.equal({ total: 60n, spent: 20n })
    expect(allowanceOf(spendingOf(60n, 15n))).to.deep.equal({ total: 35n, spent: 20n })
  })

  it('is nothing more, and never less than nothing, after the limit was lowered below what was spent', () => {
    expect(limitRemaining(spendingOf(5n))).to.equal(0n)
    expect(allowanceOf(spendingOf(5n))).to.deep.equal({ total: 20n, spent: 20n })
  })
})
