import { expect } from 'chai'
import { type LedgerOptions, openLedger } from '../../../src/adapters/persistence/group-commit-ledger.ts'
import { outcomeOf } from '../../contract/ledger.ts'
import { countingBatches } from '../../support/counting-batches.ts'
import { describeOnDatabases } from '../../support/databases.ts'
import { holdCommand, releaseCommand, settleCommand } from '../../support/ledger-commands.ts'
import { databaseWorld } from '../../support/ledger-worlds.ts'

/** Longer than any test: what waits so long is not written by itself. */
const NEVER_MS = 600_000

describeOnDatabases('the end of a hold', (database) => {
  const holding = async (holds: number, options: LedgerOptions) => {
    const world = databaseWorld(database())
    const { counts, counted } = countingBatches(database().open.batches)
    const ledger = openLedger(counted, options)
    const walletId = await world.makeWallet(1_000n)
    const held = Array.from({ length: holds }, () => holdCommand(walletId, 10n))
    await Promise.all(held.map((hold) => outcomeOf(ledger, hold)))
    const batches = (): number => counts.fromMemory + counts.underLock
    return { ledger, walletId, held, batches, sumsOf: world.sumsOf }
  }

  it('waits for the next hold and shares its commit', async () => {
    const { ledger, walletId, held, batches } = await holding(2, { endsWaitMs: NEVER_MS })
    const before = batches()
    const ended = held.map((hold, index) =>
      outcomeOf(ledger, index === 0 ? settleCommand(hold, 7n) : releaseCommand(hold)),
    )
    expect(await outcomeOf(ledger, holdCommand(walletId, 10n))).to.deep.include({ tag: 'held', fresh: true })
    expect((await Promise.all(ended)).map(({ tag }) => tag)).to.deep.equal(['settled', 'released'])
    expect(batches() - before).to.equal(1)
    await ledger.close()
  })

  it('is written by itself before long where no hold comes', async () => {
    const { ledger, walletId, held, sumsOf } = await holding(1, {})
    await Promise.all(held.map((hold) => outcomeOf(ledger, settleCommand(hold, 7n))))
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 993n, held: 0n })
    await ledger.close()
  })

  it('waits for no hold where enough of its kind have come', async () => {
    const { ledger, walletId, held, sumsOf } = await holding(3, { endsWaitMs: NEVER_MS, endsWorthACommit: 3 })
    await Promise.all(held.map((hold) => outcomeOf(ledger, settleCommand(hold, 7n))))
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 979n, held: 0n })
    await ledger.close()
  })

  it('is not left waiting by a ledger that closes', async () => {
    const { ledger, walletId, held, sumsOf } = await holding(1, { endsWaitMs: NEVER_MS })
    const ended = held.map((hold) => outcomeOf(ledger, settleCommand(hold, 7n)))
    await ledger.close()
    expect((await Promise.all(ended)).map(({ tag }) => tag)).to.deep.equal(['settled'])
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 993n, held: 0n })
  })
})
