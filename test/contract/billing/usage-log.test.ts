import { expect } from 'chai'
import { openLedger } from '../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { kyselyUsageCounter } from '../../../src/adapters/persistence/usage/usage-counter.ts'
import { kyselyUsageLog } from '../../../src/adapters/persistence/usage/usage-log.ts'
import type { Ledger } from '../../../src/application/ports/billing/ledger.ts'
import type { UsageCounter } from '../../../src/application/ports/billing/usage-counter.ts'
import type { UsageLog, UsageQuery } from '../../../src/application/ports/billing/usage-log.ts'
import { systemAccountId } from '../../../src/domain/ledger/account.ts'
import type { PlaceHold } from '../../../src/domain/ledger/command.ts'
import type { ReceiptFacts } from '../../../src/domain/ledger/receipt-facts.ts'
import type { Currency } from '../../../src/domain/money/money.ts'
import { noUsage } from '../../../src/domain/ledger/usage/usage-sums.ts'
import type { UsageSums } from '../../../src/domain/ledger/usage/usage-sums.ts'
import type { UsageGroup } from '../../../src/domain/usage/usage-range.ts'
import {
  holdCommand,
  receiptOf,
  releaseCommand,
  settleCommand,
  topUpCommand,
} from '../../support/ledger/ledger-commands.ts'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import { ledgerMemory } from '../../twins/billing/ledger-memory.ts'
import { memoryLedger } from '../../twins/billing/ledger.ts'
import { memoryUsage } from '../../twins/billing/usage.ts'
import { addUser, testId } from './billing-stores.ts'

interface World {
  readonly ledger: Ledger
  readonly usage: UsageLog
  readonly counter: UsageCounter
  readonly newWallet: (currency?: Currency) => Promise<{ readonly owner: string; readonly walletId: string }>
  readonly newBudget: () => Promise<string>
}

const NOTHING: UsageSums = noUsage()

/** An operation's id as it would be made at this moment. */
const idAt = (time: string): string => {
  const hex = Date.parse(time).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${testId().slice(13)}`
}

const suite = (world: () => World): void => {
  /** A wallet of 100 and what happens on it. */
  const customer = async (currency: Currency = 'RUB') => {
    const { ledger, newWallet, usage } = world()
    const { owner, walletId } = await newWallet(currency)
    await ledger.submit(topUpCommand(walletId, 100n, { debit: systemAccountId('deposits', currency) }))
    const hold = async (amount: bigint, rest: Partial<PlaceHold> = {}): Promise<PlaceHold> => {
      const placed = holdCommand(walletId, amount, { holdId: testId(), ...rest })
      await ledger.submit(placed)
      return placed
    }
    const call = async (price: bigint, receipt: Partial<ReceiptFacts> = {}, rest: Partial<PlaceHold> = {}) => {
      const held = await hold(10n, rest)
      await ledger.submit(settleCommand(held, price, { receipt: receiptOf(receipt) }))
      return held
    }
    const query = (group: UsageGroup, rest: Partial<UsageQuery> = {}): UsageQuery => ({
      accountId: owner,
      currency,
      from: new Date('2020-01-01T00:00:00Z'),
      to: new Date('2100-01-01T00:00:00Z'),
      keyId: null,
      model: null,
      surface: null,
      group,
      timeZone: 'UTC',
      ...rest,
    })
    /** Each group as a line, before and after the counting, and by the rule for stored receipts. */
    const sum = async (group: UsageGroup, rest: Partial<UsageQuery> = {}) => {
      const before = await usage.sum(query(group, rest))
      await countAll()
      expect(await usage.sum(query(group, rest)), 'after the counting').to.deep.equal(before)
      await world().counter.countAnew()
      expect(await usage.sum(query(group, rest)), 'counted anew').to.deep.equal(before)
      return before
    }
    return { ledger, owner, walletId, hold, call, query, sum }
  }
  const countAll = async (): Promise<void> => {
    for (;;) {
      const chunk = await world().counter.countChunk()
      if (chunk.tag === 'counted' && chunk.isAll) return
    }
  }

  it('is empty for an account without calls', async () => {
    const { sum } = await customer()
    expect(await sum('model')).to.deep.equal([])
  })

  it('sums days that are asked for as a whole, and the hours before and after them, whatever the edges are', async () => {
    const { call, sum } = await customer()
    const key = await world().newBudget()
    const times = ['01T00:00', '01T23:59', '02T00:00', '02T13:30', '03T22:00', '04T00:00', '04T05:10'].map(
      (time) => `2026-01-${time}:00Z`,
    )
    for (const [index, time] of times.entries()) {
      const rest = { holdId: idAt(time), ...(index % 2 === 0 ? { budgetId: key } : {}) }
      await call(BigInt(10 ** Math.min(index, 1)), { model: index === 4 ? 'b' : 'a', surface: 'chat' }, rest)
    }
    const rangesOf = [
      '01T00:00',
      '01T18:30',
      '02T00:00',
      '02T14:00',
      '03T00:00',
      '04T00:00',
      '04T06:00',
      '05T00:00',
    ].map((time) => new Date(`2026-01-${time}:00Z`))
    const hourOf = (time: Date | string): number => Math.floor(new Date(time).getTime() / 3_600_000)
    for (const from of rangesOf) {
      for (const to of rangesOf.filter((each) => each > from)) {
        const isIn = (index: number): boolean => {
          const hour = hourOf(times[index] ?? '')
          return hour >= hourOf(from) && hour < hourOf(to)
        }
        const inside = [...times.keys()].filter(isIn)
        const callsOf = async (group: UsageGroup, rest: Partial<UsageQuery>) =>
          (await sum(group, { from, to, ...rest })).map(({ value, sums }) => [value, sums.calls])
        const counted = (value: string | null, indexes: readonly number[]) =>
          indexes.length === 0 ? [] : [[value, indexes.length]]
        const ofA = inside.filter((index) => index !== 4)
        const text = `${from.toISOString()} to ${to.toISOString()}`
        expect(await callsOf('model', {}), text).to.deep.equal([
          ...counted('a', ofA),
          ...counted(
            'b',
            inside.filter((index) => index === 4),
          ),
        ])
        expect(await callsOf('surface', { keyId: key }), text).to.deep.equal(
          counted(
            'chat',
            inside.filter((index) => index % 2 === 0),
          ),
        )
        const days = Map.groupBy(ofA, (index) => (times[index] ?? '').slice(0, 10))
        expect(await callsOf('day', { model: 'a' }), text).to.deep.equal(
          [...days].map(([day, indexes]) => [day, indexes.length]),
        )
        expect(await callsOf('key', { model: 'a' }), text).to.deep.equal([
          ...counted(
            key,
            ofA.filter((index) => index % 2 === 0),
          ),
          ...counted(
            null,
            ofA.filter((index) => index % 2 === 1),
          ),
        ])
      }
    }
  })

  it('has nothing of a call that has not ended', async () => {
    const { hold, sum } = await customer()
    await hold(10n)
    expect(await sum('model')).to.deep.equal([])
  })

  it('sums what calls consumed and cost, by model', async () => {
    const { call, sum } = await customer()
    const tokens = {
      prompt_tokens: 100,
      cached_tokens: 40,
      cache_write_tokens: 7,
      completion_tokens: 30,
      reasoning_tokens: 20,
    }
    await call(3n, { model: 'a', usage: tokens })
    await call(4n, { model: 'b', kind: 'image', usage: { images: 2, input_text_tokens: 5, output_tokens: 9 } })
    await call(5n, { model: 'a', usage: tokens })
    expect(await sum('model')).to.deep.equal([
      {
        value: 'a',
        sums: {
          ...NOTHING,
          calls: 2,
          inputTokens: 200,
          cachedTokens: 80,
          cacheWriteTokens: 14,
          outputTokens: 60,
          reasoningTokens: 40,
          cost: 8n,
        },
      },
      { value: 'b', sums: { ...NOTHING, calls: 1, inputTokens: 5, outputTokens: 9, images: 2, cost: 4n } },
    ])
  })

  it('keeps seconds to the millisecond, and finds tokens of speech deeper in its receipt', async () => {
    const { call, sum } = await customer()
    await call(1n, { model: 'a', usage: { seconds: 1.25 } })
    await call(1n, { model: 'a', usage: { seconds: 0.005 } })
    await call(1n, { model: 'b', usage: { characters: 10, tokens: { prompt_tokens: 3, completion_tokens: 4 } } })
    expect(await sum('model')).to.deep.equal([
      { value: 'a', sums: { ...NOTHING, calls: 2, milliseconds: 1_255, cost: 2n } },
      { value: 'b', sums: { ...NOTHING, calls: 1, inputTokens: 3, outputTokens: 4, cost: 1n } },
    ])
  })

  it('tells refusals, failures and calls without a price apart', async () => {
    const { ledger, hold, sum } = await customer()
    await ledger.submit(releaseCommand(await hold(1n), { reason: 'refused' }))
    await ledger.submit(releaseCommand(await hold(1n), { reason: 'upstream_failed' }))
    await ledger.submit(releaseCommand(await hold(1n), { reason: 'expired' }))
    await ledger.submit(settleCommand(await hold(1n), 0n, { receipt: null }))
    expect(await sum('model')).to.deep.equal([
      { value: null, sums: { ...NOTHING, calls: 4, refusals: 1, failures: 2 } },
    ])
  })

  it('does not count the refund of a top-up as a call', async () => {
    const { ledger, hold, sum } = await customer()
    const id = testId()
    const held = await hold(1n, { holdId: id, reference: { kind: 'topup-refund', id } })
    await ledger.submit(releaseCommand(held, { reason: 'given_back' }))
    expect(await sum('model')).to.deep.equal([])
  })

  it('tells the surface from the kind of work, and of chat from the receipt', async () => {
    const { call, sum } = await customer()
    const of = (kind: string) => ({ reference: { kind, id: testId() } })
    await call(1n, {}, of('chat'))
    await call(1n, { surface: 'responses' }, of('chat'))
    await call(1n, {}, of('speech'))
    await call(1n, {}, of('message'))
    const surfaces = (await sum('surface')).map(({ value, sums }) => `${value} ${sums.calls}`)
    expect(surfaces).to.deep.equal(['account 1', 'responses 1', 'speech 1', 'null 1'])
    expect((await sum('model', { surface: 'speech' })).map(({ sums }) => sums.calls)).to.deep.equal([1])
  })

  it('keeps accounts, currencies, keys and models apart', async () => {
    const { call, sum } = await customer()
    const [other, tokens, key] = [await customer(), await customer('TOKEN'), await world().newBudget()]
    await other.call(1n)
    await tokens.call(2n)
    await call(3n, { model: 'a' }, { budgetId: key })
    await call(4n, { model: 'a' })
    await call(5n, { model: 'b' }, { budgetId: key })
    const costs = async (rows: ReturnType<typeof sum>) => (await rows).map(({ value, sums }) => [value, sums.cost])
    expect(await costs(sum('key'))).to.deep.equal([
      [key, 8n],
      [null, 4n],
    ])
    expect(await costs(sum('model', { keyId: key }))).to.deep.equal([
      ['a', 3n],
      ['b', 5n],
    ])
    expect(await costs(sum('key', { model: 'a' }))).to.deep.equal([
      [key, 3n],
      [null, 4n],
    ])
    expect(await costs(tokens.sum('model'))).to.deep.equal([['sandbox/echo', 2n]])
  })

  it('puts a call into the hour in which it began, whenever it ended, and cuts the range at hours', async () => {
    const { call, sum } = await customer()
    await call(1n, {}, { holdId: idAt('2026-03-31T23:59:59.999Z') })
    await call(2n, {}, { holdId: idAt('2026-04-01T00:00:00.000Z') })
    await call(3n, {}, { holdId: idAt('2026-04-01T01:59:00.000Z') })
    const costs = async (rows: ReturnType<typeof sum>) => (await rows).map(({ value, sums }) => [value, sums.cost])
    const seconds = (time: string): string => String(Date.parse(time) / 1000)
    expect(await costs(sum('hour'))).to.deep.equal([
      [seconds('2026-03-31T23:00:00Z'), 1n],
      [seconds('2026-04-01T00:00:00Z'), 2n],
      [seconds('2026-04-01T01:00:00Z'), 3n],
    ])
    const [from, to] = [new Date('2026-04-01T00:30:00Z'), new Date('2026-04-01T01:30:00Z')]
    expect(await costs(sum('day', { from, to }))).to.deep.equal([['2026-04-01', 2n]])
  })

  it('sums days and keys over every model and surface, and those of one key over its own', async () => {
    const { call, sum } = await customer()
    const [key = '', other = ''] = [await world().newBudget(), await world().newBudget()].toSorted()
    await call(1n, { model: 'a' }, { holdId: idAt('2026-03-31T08:00:00Z'), budgetId: key })
    await call(2n, { model: 'b' }, { holdId: idAt('2026-03-31T08:30:00Z'), budgetId: key })
    // What is counted later is added to what an hour has.
    expect(await sum('day')).to.have.length(1)
    await call(3n, { model: 'b' }, { holdId: idAt('2026-03-31T08:40:00Z'), budgetId: key })
    await call(4n, { model: 'a' }, { holdId: idAt('2026-03-31T08:50:00Z'), budgetId: other })
    await call(5n, { model: 'a' }, { holdId: idAt('2026-04-01T08:00:00Z') })
    const reported = async (rows: ReturnType<typeof sum>) =>
      (await rows).map(({ value, sums }) => [value, sums.calls, sums.cost])
    expect(await reported(sum('day'))).to.deep.equal([
      ['2026-03-31', 4, 10n],
      ['2026-04-01', 1, 5n],
    ])
    expect(await reported(sum('day', { keyId: key }))).to.deep.equal([['2026-03-31', 3, 6n]])
    expect(await reported(sum('day', { keyId: key, model: 'b' }))).to.deep.equal([['2026-03-31', 2, 5n]])
    expect(await reported(sum('key'))).to.deep.equal([
      [key, 3, 6n],
      [other, 1, 4n],
      [null, 1, 5n],
    ])
    expect(await reported(sum('key', { keyId: other }))).to.deep.equal([[other, 1, 4n]])
  })

  it('makes days in the time zone that is asked for', async () => {
    const { call, sum } = await customer()
    await call(1n, {}, { holdId: idAt('2026-03-31T20:59:00.000Z') })
    await call(2n, {}, { holdId: idAt('2026-03-31T21:00:00.000Z') })
    const costs = (await sum('day', { timeZone: 'Europe/Moscow' })).map(({ value, sums }) => [value, sums.cost])
    expect(costs).to.deep.equal([
      ['2026-03-31', 1n],
      ['2026-04-01', 2n],
    ])
  })

  it('makes the days of the runtime in every zone that a caller may name, summer time included', async () => {
    const { call, query } = await customer()
    const { usage } = world()
    const moments = ['2026-01-31T22:10:00Z', '2026-07-10T22:10:00Z', '2026-07-11T11:10:00Z']
    for (const moment of moments) await call(1n, {}, { holdId: idAt(moment) })
    await countAll()
    const wrong: string[] = []
    for (const timeZone of Intl.supportedValuesOf('timeZone')) {
      const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
      const days = [...new Set(moments.map((moment) => format.format(new Date(moment))))]
      const rows = await usage.sum(query('day', { timeZone }))
      if (rows.map(({ value }) => value).join() !== days.join()) wrong.push(timeZone)
    }
    expect(wrong).to.deep.equal([])
  })

  it('counts what the wallet paid as cost, and the rest of the price as written off', async () => {
    const { call, sum } = await customer()
    await call(130n)
    expect(await sum('model')).to.deep.equal([
      { value: 'sandbox/echo', sums: { ...NOTHING, calls: 1, cost: 100n, writtenOff: 30n } },
    ])
  })

  for (const isCounted of [false, true]) {
    const when = isCounted ? 'after its end was counted' : 'before its end was counted'

    it(`adds a charge that comes ${when}`, async () => {
      const { ledger, hold, sum } = await customer()
      const held = await hold(10n)
      await ledger.submit(releaseCommand(held, { reason: 'expired' }))
      if (isCounted) await countAll()
      const receipt = receiptOf({ model: 'a', usage: { prompt_tokens: 9 } })
      await ledger.submit(settleCommand(held, 130n, { receipt }))
      expect(await sum('model')).to.deep.equal([
        { value: 'a', sums: { ...NOTHING, inputTokens: 9, cost: 100n, writtenOff: 30n } },
        { value: null, sums: { ...NOTHING, calls: 1, failures: 1 } },
      ])
    })

    it(`keeps the figures of the receipt where a charge comes ${when} of a hold that had one`, async () => {
      const { ledger, hold, sum } = await customer()
      const held = await hold(10n)
      const receipt = receiptOf({ model: 'a', usage: { prompt_tokens: 9 } })
      await ledger.submit(releaseCommand(held, { reason: 'nothing_delivered', receipt }))
      if (isCounted) await countAll()
      await ledger.submit(settleCommand(held, 7n, { receipt: receiptOf({ model: 'b', usage: { prompt_tokens: 1 } }) }))
      expect(await sum('model')).to.deep.equal([
        { value: 'a', sums: { ...NOTHING, calls: 1, failures: 1, inputTokens: 9, cost: 7n } },
      ])
    })
  }

  it('says the same while everything is counted anew', async () => {
    const { call, query } = await customer()
    const { usage, counter } = world()
    await call(130n)
    await countAll()
    const sums = async () => [await usage.sum(query('model')), await usage.sum(query('day'))]
    const before = await sums()
    const counting = counter.countAnew()
    expect(await sums(), 'at the same time').to.deep.equal(before)
    expect(await counting).to.be.at.least(1)
    expect(await sums(), 'after it').to.deep.equal(before)
  })

  it('takes no figure that cannot be stored, and writes the money beside it', async () => {
    const { call, sum } = await customer()
    const usage = { prompt_tokens: 1e300, completion_tokens: 2.6, cached_tokens: 'many', reasoning_tokens: null }
    await call(3n, { model: 'a', usage })
    const [row] = await sum('model')
    expect(row?.sums).to.deep.equal({ ...NOTHING, calls: 1, outputTokens: 3, cost: 3n })
  })

  it('rejects on a time zone that does not exist', async () => {
    const { call, query } = await customer()
    await call(1n)
    const outcome = await world()
      .usage.sum(query('day', { timeZone: 'Mars/Olympus' }))
      .then(() => 'answered')
      .catch(() => 'rejected')
    expect(outcome).to.equal('rejected')
  })
}

describe('usage log contract in memory', () => {
  const memory = ledgerMemory()
  const newWallet = async (currency: Currency = 'RUB') => {
    const [owner, walletId] = [testId(), testId()]
    memory.wallets.set(walletId, {
      id: walletId,
      owner,
      currency,
      balance: 0n,
      held: 0n,
      reserved: 0n,
      suspended: false,
    })
    return { owner, walletId }
  }
  const newBudget = async () => {
    const id = testId()
    memory.budgets.set(id, { id, limit: null, spent: 0n, held: 0n, period: null })
    return id
  }
  const usage = memoryUsage(memory)
  suite(() => ({ ledger: memoryLedger(memory), usage, counter: usage, newWallet, newBudget }))
})

describeOnDatabases('usage log contract', (database) => {
  suite(() => ({
    ledger: openLedger(database().open.batches),
    usage: kyselyUsageLog(database().db),
    counter: kyselyUsageCounter(database().db),
    newWallet: async (currency = 'RUB') => {
      const [owner, walletId] = [await addUser(database()), testId()]
      const account = { id: walletId, kind: 'user', owner, currency } as const
      await database().db.insertInto('accounts').values(account).execute()
      return { owner, walletId }
    },
    newBudget: async () => {
      const id = testId()
      await database().db.insertInto('budgets').values({ id, limit_amount: null }).execute()
      return id
    },
  }))
})
