import { expect } from 'chai'
import { changesIn, storedBatch } from '../../../../src/adapters/persistence/usage/usage-batches.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { addedUp } from '../../../../src/domain/ledger/usage/usage-change.ts'
import type { UsageChange } from '../../../../src/domain/ledger/usage/usage-change.ts'

const HOUR = 1_790_000_000 - (1_790_000_000 % 3_600)

const [WALLET, ANOTHER] = [testId(), testId()]

const change = (rest: Partial<UsageChange> = {}): UsageChange => ({
  walletId: WALLET,
  hour: HOUR,
  budgetId: null,
  model: 'a "model"\n',
  surface: null,
  calls: 1,
  refusals: 2,
  failures: 3,
  inputTokens: 4,
  cachedTokens: 5,
  cacheWriteTokens: 6,
  outputTokens: 7,
  reasoningTokens: 8,
  images: 9,
  milliseconds: 10,
  cost: -11n,
  writtenOff: 9_007_199_254_740_993n,
  ...rest,
})

const read = (...batches: readonly (readonly UsageChange[])[]): readonly UsageChange[] =>
  batches.flatMap((changes) => changesIn(storedBatch(changes), HOUR + 3_600))

describe('the text of a batch that the usage is counted from', () => {
  it('tells every figure of every change, and money to the unit', () => {
    const changes = [change(), change({ budgetId: 'a key' }), change({ model: null, surface: 'chat' })]
    expect(read(changes)).to.deep.equal(changes)
  })

  it('tells the hour in which it was written of a change that does not know its own', () => {
    expect(read([change({ hour: null })])).to.deep.equal([change({ hour: HOUR + 3_600 })])
  })

  it('is added up with others by wallet, hour, key, model and surface', () => {
    const others = [
      change({ walletId: ANOTHER }),
      change({ hour: HOUR - 3_600 }),
      change({ budgetId: 'a key' }),
      change({ model: null }),
      change({ surface: 'chat' }),
    ]
    const twice = change({
      calls: 2,
      refusals: 4,
      failures: 6,
      inputTokens: 8,
      cachedTokens: 10,
      cacheWriteTokens: 12,
      outputTokens: 14,
      reasoningTokens: 16,
      images: 18,
      milliseconds: 20,
      cost: -22n,
      writtenOff: 18_014_398_509_481_986n,
    })
    expect(addedUp(read([change(), ...others], [change()]))).to.have.deep.members([twice, ...others])
  })
})
