import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { left } from 'fp-ts/lib/Either.js'
import pg from 'pg'
import type { BatchTransactions } from '../../../src/adapters/persistence/engine/batch-transactions.ts'
import { DatabaseBusy } from '../../../src/adapters/persistence/engine/database-busy.ts'
import { openPostgres } from '../../../src/adapters/persistence/engine/postgres.ts'
import { openLedger } from '../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import { holdCommand, releaseCommand, settleCommand } from '../../support/ledger/ledger-commands.ts'
import { databaseWorld } from '../../support/ledger/ledger-worlds.ts'
import { losing } from '../../support/ledger/losing-batches.ts'
import type { Fate } from '../../support/ledger/losing-batches.ts'
import { outcomeOf } from './ledger.ts'

describeOnDatabases('a ledger that loses its connection', (database) => {
  const CASES: readonly (readonly [title: string, fates: readonly Fate[]])[] = [
    ['before the transaction', ['lost_before']],
    ['after the commit', ['lost_after']],
    ['again and again', ['lost_before', 'lost_after', 'lost_before', 'lost_after']],
  ]
  for (const [title, fates] of CASES) {
    it(`${title} answers as if it had not, and does everything once`, async () => {
      const { makeWallet, movesOf, sumsOf, violations } = databaseWorld(database())
      const walletId = await makeWallet(100n)
      const lossy = [...fates]
      const ledger = openLedger(losing(database().open.batches, lossy), { batchesInFlight: 1 })
      const holds = Array.from({ length: 12 }, () => holdCommand(walletId, 10n))
      const placed = await Promise.all(holds.map((hold) => outcomeOf(ledger, hold)))
      expect(placed.filter((each) => each.tag === 'held' && each.fresh)).to.have.length(10)
      expect(placed.filter((each) => each.tag === 'insufficient')).to.have.length(2)
      lossy.push(...fates)
      const ended = await Promise.all(
        holds
          .slice(0, 10)
          .map((hold, index) => outcomeOf(ledger, index < 5 ? settleCommand(hold, 7n) : releaseCommand(hold))),
      )
      expect(ended.every((each) => 'fresh' in each && each.fresh)).to.equal(true)
      expect(await sumsOf(walletId)).to.deep.equal({ balance: 65n, held: 0n })
      expect(await movesOf(walletId)).to.have.length(6)
      expect(await violations()).to.deep.equal([])
      await ledger.close()
    })
  }

  it('for good answers ledger_unavailable within its timeout, and the truth afterwards', async () => {
    const { ledger: healthy, makeWallet } = databaseWorld(database())
    const walletId = await makeWallet(100n)
    const fates: Fate[] = ['lost_after', ...Array.from({ length: 9 }, (): Fate => 'lost_before')]
    const ledger = openLedger(losing(database().open.batches, fates), {
      retryPolicy: { attempts: 3, giveUpAfterMs: 1_000 },
    })
    const hold = holdCommand(walletId, 60n)
    const lost = { tag: 'ledger_unavailable', mayHaveLanded: true }
    expect(await ledger.submit(hold)).to.deep.include({ left: lost })
    expect(await ledger.submit(holdCommand(walletId, 1n))).to.deep.include({ left: { tag: 'ledger_unavailable' } })
    expect(await outcomeOf(healthy, hold)).to.deep.include({ tag: 'held', fresh: false })
    await ledger.close()
  })
})

describeOnDatabases('a ledger that gets no connection, since all are in use', (database) => {
  it('tries again, and answers that nothing was sent', async () => {
    const { makeWallet } = databaseWorld(database())
    const walletId = await makeWallet(100n)
    const { batches } = database().open
    let refusals = 0
    const orBusy = <A>(transaction: () => Promise<A>): Promise<A> =>
      (refusals -= 1) < 0 ? transaction() : Promise.reject(new DatabaseBusy())
    const busy: BatchTransactions = {
      run: (reads, decide) => orBusy(() => batches.run(reads, decide)),
      write: (statement) => orBusy(() => batches.write(statement)),
    }
    const ledger = openLedger(busy, { retryPolicy: { attempts: 3, giveUpAfterMs: 60_000 } })
    // From now on the ledger has the wallet in memory, and its batches are one statement each.
    await outcomeOf(ledger, holdCommand(walletId, 10n))
    refusals = 3
    expect(await ledger.submit(holdCommand(walletId, 10n))).to.deep.equal(left({ tag: 'ledger_unavailable' }))
    refusals = 2
    expect(await outcomeOf(ledger, holdCommand(walletId, 10n))).to.deep.include({ tag: 'held', fresh: true })
    await ledger.close()
  })
})

/** Keeps the row of a wallet locked; resolves with how to let it go. */
const lockWallet = async (url: string, walletId: string): Promise<() => Promise<void>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query('select 1 from accounts where id = $1 for update', [walletId])
  return () => client.end()
}

describeOnDatabases(
  'a ledger of which another transaction keeps one wallet locked',
  (database) => {
    it('goes on with the commands of all others, however many wait for that one', async () => {
      const url = database().url ?? ''
      const { makeWallet, sumsOf, violations } = databaseWorld(database())
      const [lockedId, otherId] = [await makeWallet(1_000n), await makeWallet(1_000n)]
      const own = await openPostgres(url, { lockTimeoutMs: 100 })
      const ledger = openLedger(own.batches, { retryPolicy: { attempts: 1_000, giveUpAfterMs: 60_000 } })
      for (const walletId of [lockedId, otherId]) await outcomeOf(ledger, holdCommand(walletId, 1n))
      const unlock = await lockWallet(url, lockedId)
      let answered = 0
      const hold = async (walletId: string): Promise<string> => {
        const outcome = await outcomeOf(ledger, holdCommand(walletId, 1n))
        if (walletId === lockedId) answered += 1
        return outcome.tag
      }
      const waiting: Promise<string>[] = []
      for (let round = 0; round < 20; round += 1) {
        waiting.push(...Array.from({ length: 10 }, () => hold(lockedId)))
        expect(await hold(otherId)).to.equal('held')
      }
      expect([answered, ledger.waiting()]).to.deep.equal([0, 200])
      const closing = ledger.close()
      await unlock()
      expect(new Set(await Promise.all(waiting))).to.deep.equal(new Set(['held']))
      await closing
      await own.close()
      expect(await sumsOf(lockedId)).to.deep.equal({ balance: 1_000n, held: 201n })
      expect(await sumsOf(otherId)).to.deep.equal({ balance: 1_000n, held: 21n })
      expect(await violations()).to.deep.equal([])
    })
  },
  ['postgresql'],
)

const ENOUGH_KILLS = 8

/** A command is tried more often than this, so that a slow machine, too, gets each of them through. */
const MOST_IN_A_ROW = 5

/**
 * Ends every statement of this database every few milliseconds, until the test stops it; but only so often in a row
 * before the next answer.
 */
const killBackends = (url: string, answers: () => number): { killed(): number; stop(): Promise<void> } => {
  let isRunning = true
  let killed = 0
  const run = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    let [inARow, seen] = [0, 0]
    while (isRunning) {
      if (answers() > seen) [inARow, seen] = [0, answers()]
      if (inARow < MOST_IN_A_ROW) {
        const { rowCount } = await client.query(`
          select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`)
        killed += rowCount ?? 0
        if (rowCount !== 0) inARow += 1
      }
      await sleep(30)
    }
    await client.end()
  }
  const running = run()
  return {
    killed: () => killed,
    stop: () => {
      isRunning = false
      return running
    },
  }
}

describeOnDatabases(
  'a ledger whose backends are killed',
  (database) => {
    it('loses nothing it acknowledged and does nothing twice', async () => {
      const { makeWallet, sumsOf, movesOf, violations } = databaseWorld(database())
      const walletId = await makeWallet(1_000_000n)
      const ledger = openLedger(database().open.batches, { retryPolicy: { attempts: 20, giveUpAfterMs: 60_000 } })
      let [calls, answers] = [0, 0]
      const killer = killBackends(database().url ?? '', () => answers)
      const caller = async (): Promise<void> => {
        while (killer.killed() < ENOUGH_KILLS) {
          const hold = holdCommand(walletId, 10n)
          expect(await outcomeOf(ledger, hold)).to.deep.include({ tag: 'held', fresh: true })
          answers += 1
          const settled = await outcomeOf(ledger, settleCommand(hold, 7n))
          answers += 1
          expect(settled).to.deep.include({ tag: 'settled', charged: 7n, fresh: true })
          calls += 1
        }
      }
      try {
        await Promise.all(Array.from({ length: 20 }, caller))
      } finally {
        await killer.stop()
      }
      expect(await sumsOf(walletId)).to.deep.equal({ balance: 1_000_000n - BigInt(calls) * 7n, held: 0n })
      expect(await movesOf(walletId)).to.have.length(calls + 1)
      expect(await violations()).to.deep.equal([])
      await ledger.close()
    })
  },
  ['postgresql'],
)
