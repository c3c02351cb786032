import { expect } from 'chai'
import { isLeft, left } from 'fp-ts/lib/Either.js'
import { readRecentSpending } from '../../../../src/application/billing/usage/read-recent-spending.ts'
import { readUsage } from '../../../../src/application/billing/usage/read-usage.ts'
import type { UsageLog, UsageOfGroup, UsageQuery } from '../../../../src/application/ports/billing/usage-log.ts'
import { totalOf } from '../../../../src/domain/ledger/usage/usage-sums.ts'

const NOW = Date.parse('2026-11-25T01:52:10Z')
const clock = { now: () => NOW }
const costing = (value: string | null, cost: bigint): UsageOfGroup => ({
  value,
  sums: { ...totalOf([]), calls: 1, cost },
})

const logOf = (groups: readonly UsageOfGroup[]): { readonly usage: UsageLog; readonly queries: UsageQuery[] } => {
  const queries: UsageQuery[] = []
  const sum = async (query: UsageQuery): Promise<readonly UsageOfGroup[]> => {
    queries.push(query)
    return groups
  }
  return { usage: { sum }, queries }
}

const asked = { accountId: 'u', currency: 'RUB', keyId: null, model: null, surface: null, timeZone: 'UTC' } as const
const NAMED = { id: 'k1', name: 'night shift', prefix: 'sk-aiagg-abc', lastFour: 'wxyz' }

describe('reading usage', () => {
  const keyNames = {
    find: async (_: string, ids: readonly string[]) => new Map(ids.includes('k1') ? [['k1', NAMED]] : []),
  }

  it('names keys where groups are keys, and adds all up', async () => {
    const { usage, queries } = logOf([costing('k1', 3n), costing('k2', 4n), costing(null, 5n)])
    const report = await readUsage({ usage, keyNames, clock })({ ...asked, group: 'key', fromMs: null, toMs: null })
    if (isLeft(report)) throw new Error(report.left.tag)
    expect(report.right.rows.map(({ key }) => key)).to.deep.equal([NAMED, null, null])
    expect(report.right.total).to.include({ calls: 3, cost: 12n })
    const range = { from: new Date('2026-10-26T02:00Z'), to: new Date('2026-11-25T02:00Z') }
    expect(queries).to.deep.equal([{ ...asked, group: 'key', ...range }])
  })

  it('takes no model for a key', async () => {
    const { usage } = logOf([costing('k1', 3n)])
    const report = await readUsage({ usage, keyNames, clock })({ ...asked, group: 'model', fromMs: null, toMs: null })
    expect(isLeft(report) ? report.left : report.right.rows[0]?.key).to.equal(null)
  })

  it('reads nothing for a range that it refuses', async () => {
    const { usage, queries } = logOf([])
    const report = await readUsage({ usage, keyNames, clock })({ ...asked, group: 'day', fromMs: 0, toMs: NOW })
    expect(report).to.deep.equal(left({ tag: 'range_too_long', mostDays: 366 }))
    expect(queries).to.deep.equal([])
  })
})

describe('reading what a key spent of late', () => {
  it('adds up the days of this day, this week and this month', async () => {
    const days = [
      costing('2026-11-01', 1n),
      costing('2026-11-22', 10n),
      costing('2026-11-23', 100n),
      costing('2026-11-25', 1000n),
    ]
    const { usage, queries } = logOf(days)
    expect(await readRecentSpending({ usage, clock })('u', 'k1')).to.deep.equal({
      day: 1000n,
      week: 1100n,
      month: 1111n,
    })
    expect(queries).to.have.length(1)
    expect(queries[0]).to.deep.include({
      accountId: 'u',
      keyId: 'k1',
      from: new Date('2026-11-01T00:00Z'),
      group: 'day',
    })
    expect(queries[0]?.to.getTime()).to.be.above(NOW)
  })

  it('counts a week that began in the month before', async () => {
    const early = { now: () => Date.parse('2026-12-01T10:00Z') }
    const { usage, queries } = logOf([costing('2026-11-30', 5n), costing('2026-12-01', 7n)])
    expect(await readRecentSpending({ usage, clock: early })('u', 'k1')).to.deep.equal({
      day: 7n,
      week: 12n,
      month: 7n,
    })
    expect(queries[0]?.from).to.deep.equal(new Date('2026-11-30T00:00Z'))
  })
})
