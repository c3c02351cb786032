import { expect } from 'chai'
import { openLedger } from '../../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import type { LedgerOptions, OpenLedger } from '../../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import type { Capture, Reserve } from '../../../../src/domain/ledger/reservation-command.ts'
import { periodEnd } from '../../../../src/domain/ledger/spend-period.ts'
import { outcomeOf, times } from '../../../contract/billing/ledger.ts'
import { countingBatches } from '../../../support/ledger/counting-batches.ts'
import {
  captureCommand,
  holdCommand,
  receiptOf,
  refundCommand,
  reserveCommand,
  returnCommand,
} from '../../../support/ledger/ledger-commands.ts'
import { databaseWorld } from '../../../support/ledger/ledger-worlds.ts'
import { losing } from '../../../support/ledger/losing-batches.ts'
import type { Fate } from '../../../support/ledger/losing-batches.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'

describeOnDatabases('captures within their cover', (database) => {
  const START_MS = Date.UTC(2026, 10, 23, 12)
  const period = { length: 'daily', timeZone: 'UTC', spent: 0n, endsAtMs: periodEnd('daily', 'UTC', START_MS) } as const

  const opened = (options: LedgerOptions = {}, fates: Fate[] = []) => {
    const world = databaseWorld(database())
    const { counts, counted } = countingBatches(database().open.batches)
    const ledger = openLedger(losing(counted, fates), options)
    const close = async (): Promise<void> => {
      await ledger.close()
      expect(await world.violations()).to.deep.equal([])
    }
    return { ...world, counts, ledger, close }
  }

  const open = async (ledger: OpenLedger, of: Pick<Reserve, 'walletId' | 'budgetId'>, granted: bigint, rest = {}) => {
    const reserve = reserveCommand(of, granted, rest)
    expect((await outcomeOf(ledger, reserve)).tag).to.equal('reserved')
    return reserve
  }

  const takenBy = async (holdIds: readonly string[]): Promise<readonly (bigint | null)[]> => {
    const rows = await database().db.selectFrom('holds').select(['id', 'taken']).where('id', 'in', holdIds).execute()
    const takenOf = new Map(rows.map(({ id, taken }) => [id, taken]))
    return holdIds.map((id) => takenOf.get(id) ?? null)
  }

  /** The rows of two calls, without what tells one installation's call from the other's. */
  const rowsOf = async (calls: readonly Capture[]) => {
    const { db } = database()
    const names = new Map(
      calls.flatMap(({ holdId, walletId, budgetId, reservationId }, nth) => [
        [holdId, `call ${nth}`],
        [walletId, 'wallet'],
        [budgetId, 'key'],
        [reservationId, 'reservation'],
      ]),
    )
    const named = (row: object): unknown =>
      JSON.parse(
        JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)).replace(
          /[0-9a-f-]{36}/g,
          (id) => names.get(id) ?? id,
        ),
      )
    const ids = calls.map(({ holdId }) => holdId)
    const holds = await db.selectFrom('holds').selectAll().where('id', 'in', ids).orderBy('id').execute()
    const transfers = await db.selectFrom('transfers').selectAll().where('id', 'in', ids).orderBy('id').execute()
    return named({
      holds: holds.map(({ created_at: began, ended_at: ended, expires_at: expires, ...hold }) => ({
        ...hold,
        beganBy: began <= (ended ?? 0),
        expired: expires.getTime() === ended?.getTime(),
      })),
      transfers: transfers.map((transfer) => ({ ...transfer, seq: null, created_at: null })),
    })
  }

  it('write the same rows as under the locks of their wallets', async () => {
    const facts: readonly (readonly [bigint, Partial<Capture>])[] = [
      [5n, { receipt: receiptOf({ usage: { prompt_tokens: 3 }, tariffVersion: 'v1' }), tariffVersion: 'v1' }],
      [0n, { receipt: receiptOf({ outcome: 'upstream_failed' }) }],
      [7n, { receipt: receiptOf(), description: `a "quoted" \\ back{slash},\nNULL ' ; -- ёж` }],
      [1n, {}],
    ]
    const written = async (isCovered: boolean) => {
      const [opener, writer] = [opened(), opened()]
      const of = { walletId: await opener.makeWallet(2_000n), budgetId: await opener.makeBudget(500n) }
      const reserve = await open(opener.ledger, of, 400n)
      const { ledger, counts } = isCovered ? opener : writer
      const lockedBefore = counts.underLock
      const calls = facts.map(([price, rest]) => captureCommand(reserve, price, rest))
      const outcomes = await Promise.all(calls.map((call) => outcomeOf(ledger, call)))
      expect(counts.underLock - lockedBefore).to.equal(isCovered ? 0 : 1)
      const rows = await rowsOf(calls)
      await Promise.all([opener.close(), writer.close()])
      return { outcomes, rows }
    }
    const covered = await written(true)
    expect(covered.outcomes.map(({ tag }) => tag)).to.deep.equal(['settled', 'released', 'settled', 'settled'])
    expect(covered).to.deep.equal(await written(false))
  })

  it('never collide with those of another process: no batch is decided twice, and each balance follows the last', async () => {
    const [here, elsewhere] = [opened(), opened()]
    const of = { walletId: await here.makeWallet(200_000n), budgetId: await here.makeBudget(90_000n) }
    const instance = await here.beginInstance()
    const ours = await open(here.ledger, of, 20_000n)
    const theirs = await open(elsewhere.ledger, of, 20_000n, { instance })
    const [locked, lockedElsewhere] = [here.counts.underLock, elsewhere.counts.underLock]
    // Each round is awaited, so that both processes write batch after batch on the same rows.
    for (const _ of times(5, () => 0)) {
      await Promise.all(
        times(80, (index) =>
          index % 2 === 0
            ? outcomeOf(here.ledger, captureCommand(ours, BigInt(index % 10)))
            : outcomeOf(elsewhere.ledger, captureCommand(theirs, BigInt(index % 10))),
        ),
      )
    }
    expect([here.counts.stale, elsewhere.counts.stale]).to.deep.equal([0, 0])
    expect([here.counts.underLock, elsewhere.counts.underLock]).to.deep.equal([locked, lockedElsewhere])
    const spent = 5n * 8n * 45n
    expect(await here.sumsOf(of.walletId)).to.deep.equal({ balance: 200_000n - spent, held: 40_000n - spent })
    expect(await here.spentOf(of.budgetId)).to.deep.equal({ spent, held: 40_000n - spent })
    const transfers = await database()
      .db.selectFrom('transfers')
      .select(['kind', 'amount', 'balance_after as after'])
      .where('wallet', '=', of.walletId)
      .execute()
    const balances = new Set(transfers.map(({ after }) => after))
    for (const { kind, amount, after } of transfers) {
      if (kind === 'charge') expect(balances.has((after ?? 0n) + amount), `a balance before ${after}`).to.equal(true)
    }
    expect(balances.size, 'every balance once').to.equal(transfers.length)
    await Promise.all([here.close(), elsewhere.close()])
  })

  it('are written in one batch as soon as 128 are together, and delay no other command', async () => {
    const { ledger, counts, makeWallet, makeBudget, close } = opened({ capturesWaitMs: 600_000 })
    const of = { walletId: await makeWallet(20_000n), budgetId: await makeBudget(null) }
    const reserve = await open(ledger, of, 5_000n)
    const { fromMemory, underLock } = counts
    const first = times(127, () => outcomeOf(ledger, captureCommand(reserve, 1n)))
    const hold = holdCommand(of.walletId, 10n, { budgetId: of.budgetId })
    expect(await outcomeOf(ledger, hold)).to.deep.include({ tag: 'held', fresh: true })
    expect([counts.fromMemory, counts.underLock]).to.deep.equal([fromMemory + 1, underLock])
    await Promise.all([...first, outcomeOf(ledger, captureCommand(reserve, 1n))])
    expect([counts.fromMemory, counts.underLock, counts.stale]).to.deep.equal([fromMemory + 2, underLock, 0])
    await close()
  })

  it('count in the period in which they are written', async () => {
    let nowMs = START_MS
    const { ledger, counts, makeWallet, makeBudget, close } = opened({ nowMs: () => nowMs })
    const of = { walletId: await makeWallet(2_000n), budgetId: await makeBudget(500n, period) }
    const reserve = await open(ledger, of, 400n)
    const spending = async () => {
      const { period_spent: spent, period_ends_at: endsAt } = await database()
        .db.selectFrom('budgets')
        .select(['period_spent', 'period_ends_at'])
        .where('id', '=', of.budgetId)
        .executeTakeFirstOrThrow()
      return [spent, endsAt?.getTime()]
    }
    await outcomeOf(ledger, captureCommand(reserve, 7n))
    expect(counts.stale).to.equal(0)
    expect(await spending()).to.deep.equal([7n, period.endsAtMs])
    nowMs = period.endsAtMs
    await outcomeOf(ledger, captureCommand(reserve, 5n))
    expect(await spending()).to.deep.equal([5n, periodEnd('daily', 'UTC', nowMs)])
    await outcomeOf(ledger, captureCommand(reserve, 3n))
    expect(await spending()).to.deep.equal([8n, periodEnd('daily', 'UTC', nowMs)])
    nowMs = START_MS
    await outcomeOf(ledger, captureCommand(reserve, 1n))
    expect(await spending(), 'by a clock that is behind').to.deep.equal([
      9n,
      periodEnd('daily', 'UTC', period.endsAtMs),
    ])
    nowMs = Date.UTC(2031, 0, 1)
    await outcomeOf(ledger, captureCommand(reserve, 2n))
    expect(await spending()).to.deep.equal([2n, Date.UTC(2031, 0, 2)])
    nowMs = START_MS
    await outcomeOf(ledger, captureCommand(reserve, 4n))
    expect(await spending(), 'after a clock that was years ahead').to.deep.equal([4n, period.endsAtMs])
    const { stale } = counts
    await outcomeOf(ledger, captureCommand(reserve, 1n))
    expect([...(await spending()), counts.stale]).to.deep.equal([5n, period.endsAtMs, stale])
    await close()
  })

  it('are charged by the wallet where another process has ended their reservation', async () => {
    const [here, elsewhere] = [opened(), opened()]
    const of = { walletId: await here.makeWallet(2_000n), budgetId: await here.makeBudget(null) }
    const reserve = await open(here.ledger, of, 400n)
    const before = captureCommand(reserve, 5n)
    await outcomeOf(here.ledger, before)
    await outcomeOf(elsewhere.ledger, returnCommand(reserve, 'all'))
    const late = captureCommand(reserve, 9n)
    expect(await outcomeOf(here.ledger, late)).to.deep.include({ tag: 'settled', charged: 9n, balanceAfter: 1_986n })
    expect(await takenBy([before.holdId, late.holdId])).to.deep.equal([5n, 0n])
    expect(await here.sumsOf(of.walletId)).to.deep.equal({ balance: 1_986n, held: 0n })
    await Promise.all([here.close(), elsewhere.close()])
  })

  it('are not overtaken by the end of their reservation, nor by the refund of a charge, though they are tried again', async () => {
    const fates: Fate[] = []
    const { ledger, makeWallet, makeBudget, sumsOf, close } = opened({}, fates)
    const of = { walletId: await makeWallet(2_000n), budgetId: await makeBudget(null) }
    const reserve = await open(ledger, of, 400n)
    fates.push('lost_before', 'lost_after', 'lost_before')
    const calls = times(20, () => captureCommand(reserve, 5n))
    const charged = calls.map((call) => outcomeOf(ledger, call))
    const refunded = outcomeOf(ledger, refundCommand(of.walletId, calls[0]!.holdId, 4n))
    const ended = outcomeOf(ledger, returnCommand(reserve, 'all'))
    expect(await refunded).to.deep.include({ tag: 'transferred', fresh: true })
    expect(await ended).to.deep.include({ tag: 'given_back', fresh: true })
    for (const outcome of await Promise.all(charged)) {
      expect(outcome).to.deep.include({ tag: 'settled', charged: 5n, fresh: true })
    }
    expect(await takenBy(calls.map(({ holdId }) => holdId))).to.deep.equal(times(20, () => 5n))
    expect(await sumsOf(of.walletId)).to.deep.equal({ balance: 1_904n, held: 0n })
    await close()
  })
})
