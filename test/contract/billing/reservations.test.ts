import { expect } from 'chai'
import { sql } from 'kysely'
import { openLedger } from '../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { kyselyUnitOfWork } from '../../../src/adapters/persistence/stores.ts'
import { kyselyUsageCounter } from '../../../src/adapters/persistence/usage/usage-counter.ts'
import { right } from 'fp-ts/lib/Either.js'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import { captureCommand, reserveCommand, returnCommand } from '../../support/ledger/ledger-commands.ts'
import { databaseWorld, memoryWorld } from '../../support/ledger/ledger-worlds.ts'
import type { LedgerWorld } from '../../support/ledger/ledger-worlds.ts'
import { losing } from '../../support/ledger/losing-batches.ts'
import { rejects } from './billing-stores.ts'
import { outcomeOf, times } from './ledger.ts'
import { reservationContract } from './reservations.ts'

describe('reservations in memory', () => {
  const world = memoryWorld()
  reservationContract(() => world)
})

describeOnDatabases('reservations', (database) => {
  let world: LedgerWorld | undefined
  const opened = (): LedgerWorld => (world ??= databaseWorld(database()))
  reservationContract(opened)

  const reserved = async (granted: bigint) => {
    const { ledger, makeWallet, makeBudget } = opened()
    const reserve = reserveCommand({ walletId: await makeWallet(1_000n), budgetId: await makeBudget(null) }, granted)
    await outcomeOf(ledger, reserve)
    return reserve
  }

  it('loses nothing and does nothing twice where the connection breaks, before or after the commit', async () => {
    const { makeWallet, makeBudget, sumsOf, violations } = opened()
    const walletId = await makeWallet(2_000n)
    const fates = ['lost_after', 'lost_before', 'lost_after', 'lost_after'] as const
    const lossy = [...fates]
    const ledger = openLedger(losing(database().open.batches, lossy), { batchesInFlight: 1 })
    const reserve = reserveCommand({ walletId, budgetId: await makeBudget(null) }, 500n)
    expect(await outcomeOf(ledger, reserve)).to.deep.include({ tag: 'reserved', fresh: true })
    lossy.push(...fates)
    const calls = await Promise.all(times(10, () => outcomeOf(ledger, captureCommand(reserve, 7n))))
    expect(calls.every((each) => each.tag === 'settled' && each.fresh)).to.equal(true)
    lossy.push(...fates)
    expect(await outcomeOf(ledger, returnCommand(reserve, 'all'))).to.deep.include({ tag: 'given_back', fresh: true })
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 1_930n, held: 0n })
    expect(await violations()).to.deep.equal([])
    await ledger.close()
  })

  it('is charged inside a transaction of a unit of work, or not at all where that is rolled back', async () => {
    const { db, open } = database()
    const { sumsOf } = opened()
    const reserve = await reserved(100n)
    const unitOfWork = kyselyUnitOfWork(db, openLedger(open.batches))
    const call = captureCommand(reserve, 30n, { amount: 30n })
    await unitOfWork
      .transact(async ({ ledger }) => {
        await ledger.apply(call)
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    expect(await sumsOf(reserve.walletId)).to.deep.equal({ balance: 1_000n, held: 100n })
    await unitOfWork.transact(async ({ ledger }) => right(await ledger.apply(call)))
    expect(await sumsOf(reserve.walletId)).to.deep.equal({ balance: 970n, held: 70n })
  })

  it('has its calls counted in the hourly usage, which are born ended', async () => {
    const { db } = database()
    const { ledger, violations } = opened()
    const reserve = await reserved(100n)
    const call = captureCommand(reserve, 30n, { amount: 20n })
    await outcomeOf(ledger, call)
    await kyselyUsageCounter(db).countChunk()
    expect(await violations()).to.deep.equal([])
    const { created_at: began } = await db
      .selectFrom('holds')
      .select('created_at')
      .where('id', '=', call.holdId)
      .executeTakeFirstOrThrow()
    expect(began.getTime()).to.equal(Number.parseInt(call.holdId.replaceAll('-', '').slice(0, 12), 16))
  })

  it('is guarded by the database: its sums only grow, it ends once and empty, and takes stay as they are', async () => {
    const { db } = database()
    const { ledger } = opened()
    const reserve = await reserved(100n)
    const call = captureCommand(reserve, 30n, { amount: 30n })
    await outcomeOf(ledger, call)
    const id = reserve.reservationId
    const refused = [
      sql`update reservations set captured = 0 where id = ${id}`,
      sql`update reservations set granted = 29 where id = ${id}`,
      sql`update reservations set returned = 71 where id = ${id}`,
      sql`update reservations set ended_at = now() where id = ${id}`,
      sql`update reservations set instance = 'another' where id = ${id}`,
      sql`delete from reservations where id = ${id}`,
      sql`update holds set taken = 0 where id = ${call.holdId}`,
      sql`update accounts set reserved = held + 1 where id = ${reserve.walletId}`,
    ]
    for (const statement of refused) expect(await rejects(statement.execute(db))).to.equal(true)
    await outcomeOf(ledger, returnCommand(reserve, 'all'))
    expect(await rejects(sql`update reservations set ended_at = null where id = ${id}`.execute(db))).to.equal(true)
  })
})
