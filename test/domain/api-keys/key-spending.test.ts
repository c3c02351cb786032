import { expect } from 'chai'
import { allowanceOf, limitRemaining, totalCredits } from '../../../src/domain/api-keys/key-spending.ts'
import type { KeySpending } from '../../../src/domain/api-keys/key-spending.ts'
import { apiKeyOf } from '../../support/accounts/api-key-of.ts'

const KEY = apiKeyOf({ spent: 20n })

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

  it('is what the running period leaves where the limit starts again', () => {
    const period = { spendPeriod: 'daily', periodSpent: 7n, periodEndsAt: new Date(1) } as const
    const spending = { ...spendingOf(60n), key: { ...KEY, spendLimit: 60n, ...period } }
    expect(limitRemaining(spending)).to.equal(53n)
    expect(allowanceOf(spending)).to.deep.equal({ total: 60n, spent: 7n })
  })
})
