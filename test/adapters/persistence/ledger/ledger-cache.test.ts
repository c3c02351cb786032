import { expect } from 'chai'
import { sql } from 'kysely'
import { openLedger } from '../../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { kyselyUsageCounter } from '../../../../src/adapters/persistence/usage/usage-counter.ts'
import { outcomeOf } from '../../../contract/billing/ledger.ts'
import { countingBatches } from '../../../support/ledger/counting-batches.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import { holdCommand, releaseCommand, settleCommand, topUpCommand } from '../../../support/ledger/ledger-commands.ts'
import { databaseWorld } from '../../../support/ledger/ledger-worlds.ts'

describeOnDatabases('a ledger that caches its rows', (database) => {
  const openTwo = async (balance: bigint) => {
    const world = databaseWorld(database())
    const walletId = await world.makeWallet(balance)
    const { counts, counted } = countingBatches(database().open.batches)
    const here = openLedger(counted)
    const elsewhere = openLedger(database().open.batches)
    const close = async (): Promise<void> => {
      expect(await world.violations()).to.deep.equal([])
      await Promise.all([here.close(), elsewhere.close()])
    }
    return { ...world, walletId, counts, here, elsewhere, close }
  }

  it('reads a wallet once and then decides on the rows it wrote', async () => {
    const { walletId, counts, here, sumsOf, close } = await openTwo(1_000n)
    const holds = Array.from({ length: 10 }, () => holdCommand(walletId, 10n))
    for (const hold of holds) expect(await outcomeOf(here, hold)).to.deep.include({ tag: 'held', fresh: true })
    for (const hold of holds) {
      expect(await outcomeOf(here, settleCommand(hold, 7n))).to.deep.include({ tag: 'settled', fresh: true })
    }
    expect(counts).to.deep.equal({ fromMemory: 19, underLock: 1, stale: 0 })
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 930n, held: 0n })
    await close()
  })

  it('finds out that another process took the money', async () => {
    const { walletId, here, elsewhere, close } = await openTwo(100n)
    await outcomeOf(here, holdCommand(walletId, 10n))
    await outcomeOf(elsewhere, holdCommand(walletId, 80n))
    expect(await outcomeOf(here, holdCommand(walletId, 50n))).to.deep.include({ tag: 'insufficient', held: 90n })
    expect(await outcomeOf(here, holdCommand(walletId, 10n))).to.deep.include({ tag: 'held' })
    await close()
  })

  it('finds out that another process brought money, and refuses no hold on an outdated balance', async () => {
    const { walletId, here, elsewhere, close } = await openTwo(100n)
    const held = holdCommand(walletId, 100n)
    await outcomeOf(elsewhere, held)
    expect(await outcomeOf(here, holdCommand(walletId, 50n))).to.deep.include({ tag: 'insufficient' })
    await outcomeOf(elsewhere, releaseCommand(held))
    expect(await outcomeOf(here, holdCommand(walletId, 50n))).to.deep.include({ tag: 'held' })
    await close()
  })

  it('finds out that another process suspended the wallet, and that it ended the suspension', async () => {
    const { walletId, here, elsewhere, close } = await openTwo(100n)
    const [expensive, kept] = [holdCommand(walletId, 60n), holdCommand(walletId, 10n)]
    await outcomeOf(here, expensive)
    await outcomeOf(elsewhere, kept)
    await outcomeOf(here, holdCommand(walletId, 10n))
    expect(await outcomeOf(elsewhere, settleCommand(expensive, 200n))).to.deep.include({
      charged: 80n,
      writtenOff: 120n,
    })
    await outcomeOf(elsewhere, releaseCommand(kept))
    expect(await outcomeOf(here, holdCommand(walletId, 5n))).to.deep.include({ tag: 'suspended' })
    await outcomeOf(elsewhere, topUpCommand(walletId, 1n))
    expect(await outcomeOf(here, holdCommand(walletId, 5n))).to.deep.include({ tag: 'held' })
    await close()
  })

  it('finds out that another process ended a hold it had placed', async () => {
    const { walletId, here, elsewhere, sumsOf, close } = await openTwo(100n)
    const hold = holdCommand(walletId, 60n)
    await outcomeOf(here, hold)
    await outcomeOf(elsewhere, releaseCommand(hold))
    expect(await outcomeOf(here, settleCommand(hold, 40n))).to.deep.include({
      tag: 'settled',
      late: true,
      charged: 40n,
    })
    expect(await outcomeOf(here, settleCommand(hold, 40n))).to.deep.include({ tag: 'settled', fresh: false })
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 60n, held: 0n })
    await close()
  })

  it('gives a repeated hold its first outcome, on another process too', async () => {
    const { walletId, here, elsewhere, sumsOf, close } = await openTwo(100n)
    const hold = holdCommand(walletId, 60n)
    await outcomeOf(here, hold)
    expect(await outcomeOf(here, hold)).to.deep.include({ tag: 'held', fresh: false })
    expect(await outcomeOf(elsewhere, hold)).to.deep.include({ tag: 'held', fresh: false })
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 100n, held: 60n })
    await close()
  })

  it('finds out that a row was changed by hand', async () => {
    const { walletId, here, sumsOf, close } = await openTwo(100n)
    const hold = holdCommand(walletId, 30n)
    await outcomeOf(here, hold)
    await sql`update holds set state = 'released', release_reason = 'expired', ended_at = now() where id = ${hold.holdId}`.execute(
      database().db,
    )
    await sql`update accounts set held = 0 where id = ${walletId}`.execute(database().db)
    // The hand left nothing for the usage.
    await kyselyUsageCounter(database().db).countAnew()
    expect(await outcomeOf(here, holdCommand(walletId, 100n))).to.deep.include({ tag: 'held' })
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 100n, held: 100n })
    await close()
  })

  it('keeps two processes from overdrawing one wallet, whatever each has cached', async () => {
    const { walletId, here, elsewhere, sumsOf, close } = await openTwo(1_000n)
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        outcomeOf(index % 2 === 0 ? here : elsewhere, holdCommand(walletId, 10n)),
      ),
    )
    expect(outcomes.filter(({ tag }) => tag === 'held')).to.have.length(100)
    expect(outcomes.filter(({ tag }) => tag === 'insufficient')).to.have.length(100)
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 1_000n, held: 1_000n })
    await close()
  })
})
