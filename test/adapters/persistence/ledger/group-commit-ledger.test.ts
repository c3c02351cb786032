import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { openLedger } from '../../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import type { LedgerOptions } from '../../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { outcomeOf } from '../../../contract/billing/ledger.ts'
import { countingBatches } from '../../../support/ledger/counting-batches.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import { holdCommand, refundCommand, releaseCommand, settleCommand } from '../../../support/ledger/ledger-commands.ts'
import { databaseWorld } from '../../../support/ledger/ledger-worlds.ts'

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

  it('does not delay a hold that comes while the end waits', async () => {
    const { ledger, walletId, held, batches, sumsOf } = await holding(2, { endsWaitMs: NEVER_MS })
    const before = batches()
    const ended = held.map((hold, index) =>
      outcomeOf(ledger, index === 0 ? settleCommand(hold, 7n) : releaseCommand(hold)),
    )
    expect(await outcomeOf(ledger, holdCommand(walletId, 10n))).to.deep.include({ tag: 'held', fresh: true })
    expect(batches() - before).to.equal(1)
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 1_000n, held: 30n })
    await ledger.close()
    expect((await Promise.all(ended)).map(({ tag }) => tag)).to.deep.equal(['settled', 'released'])
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 993n, held: 10n })
  })

  it('shares one commit with other ends', async () => {
    const { ledger, held, batches } = await holding(5, {})
    const before = batches()
    await Promise.all(held.map((hold) => outcomeOf(ledger, settleCommand(hold, 7n))))
    expect(batches() - before).to.equal(1)
    await ledger.close()
  })

  describe('goes first where a command would be refused without it', () => {
    it('for lack of money', async () => {
      const { ledger, walletId, held } = await holding(1, { endsWaitMs: NEVER_MS })
      const ended = held.map((hold) => outcomeOf(ledger, releaseCommand(hold)))
      const [much, tooMuch] = await Promise.all([
        outcomeOf(ledger, holdCommand(walletId, 995n)),
        outcomeOf(ledger, holdCommand(walletId, 1_001n)),
      ])
      expect([much.tag, tooMuch.tag]).to.deep.equal(['held', 'insufficient'])
      expect((await Promise.all(ended)).map(({ tag }) => tag)).to.deep.equal(['released'])
      await ledger.close()
    })

    it('for the limit of a key', async () => {
      const world = databaseWorld(database())
      const ledger = openLedger(database().open.batches, { endsWaitMs: NEVER_MS })
      const [walletId, budgetId] = await Promise.all([world.makeWallet(1_000n), world.makeBudget(15n)])
      const first = holdCommand(walletId, 10n, { budgetId })
      await outcomeOf(ledger, first)
      const ended = outcomeOf(ledger, settleCommand(first, 5n))
      expect((await outcomeOf(ledger, holdCommand(walletId, 10n, { budgetId }))).tag).to.equal('held')
      expect((await ended).tag).to.equal('settled')
      expect((await outcomeOf(ledger, holdCommand(walletId, 1n, { budgetId }))).tag).to.equal('spend_limit_exceeded')
      await ledger.close()
    })

    it('that would take less than it asks for', async () => {
      const { ledger, walletId, held } = await holding(1, { endsWaitMs: NEVER_MS })
      const ended = held.map((hold) => outcomeOf(ledger, releaseCommand(hold)))
      const long = holdCommand(walletId, 1_000n, { less: { least: 1n, enough: 1n } })
      const [, placed] = await Promise.all([...ended, outcomeOf(ledger, long)])
      expect(placed).to.have.nested.property('hold.amount', 1_000n)
      await ledger.close()
    })

    it('for lack of the charge that is to be refunded', async () => {
      const { ledger, walletId, held, sumsOf } = await holding(1, { endsWaitMs: NEVER_MS })
      const ended = held.map((hold) => outcomeOf(ledger, settleCommand(hold, 7n)))
      const refunds = held.map(({ holdId }) => outcomeOf(ledger, refundCommand(walletId, holdId, 7n)))
      expect((await Promise.all([...ended, ...refunds])).map(({ tag }) => tag)).to.deep.equal([
        'settled',
        'transferred',
      ])
      expect(await sumsOf(walletId)).to.deep.equal({ balance: 1_000n, held: 0n })
      await ledger.close()
    })

    it('of a ledger that closes while the command waits', async () => {
      const { ledger, walletId, held } = await holding(1, { endsWaitMs: NEVER_MS })
      const ended = held.map((hold) => outcomeOf(ledger, releaseCommand(hold)))
      const much = outcomeOf(ledger, holdCommand(walletId, 995n))
      // By now the hold is on its way to the database, alone.
      await nextTurn()
      await nextTurn()
      await ledger.close()
      expect((await Promise.all([...ended, much])).map(({ tag }) => tag)).to.deep.equal(['released', 'held'])
    })
  })

  it('is written after a short wait where no hold comes', async () => {
    const { ledger, walletId, held, sumsOf } = await holding(1, {})
    await Promise.all(held.map((hold) => outcomeOf(ledger, settleCommand(hold, 7n))))
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 993n, held: 0n })
    await ledger.close()
  })

  it('is written at once where enough ends wait', async () => {
    const { ledger, walletId, held, sumsOf } = await holding(3, { endsWaitMs: NEVER_MS, minEndsPerCommit: 3 })
    await Promise.all(held.map((hold) => outcomeOf(ledger, settleCommand(hold, 7n))))
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 979n, held: 0n })
    await ledger.close()
  })

  it('is written by a ledger that closes', async () => {
    const { ledger, walletId, held, sumsOf } = await holding(1, { endsWaitMs: NEVER_MS })
    const ended = held.map((hold) => outcomeOf(ledger, settleCommand(hold, 7n)))
    await ledger.close()
    expect((await Promise.all(ended)).map(({ tag }) => tag)).to.deep.equal(['settled'])
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 993n, held: 0n })
  })
})
