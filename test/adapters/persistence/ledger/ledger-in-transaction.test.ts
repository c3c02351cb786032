import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import { openLedger } from '../../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { kyselyUnitOfWork } from '../../../../src/adapters/persistence/stores.ts'
import type { PlaceHold } from '../../../../src/domain/ledger/command.ts'
import { outcomeOf } from '../../../contract/billing/ledger.ts'
import { countingBatches } from '../../../support/ledger/counting-batches.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import { holdCommand, releaseCommand, settleCommand, topUpCommand } from '../../../support/ledger/ledger-commands.ts'
import { databaseWorld } from '../../../support/ledger/ledger-worlds.ts'

describeOnDatabases('the ledger inside a unit of work', (database) => {
  const open = async (balance: bigint, limit: bigint | null = null) => {
    const world = databaseWorld(database())
    const walletId = await world.makeWallet(balance)
    const budgetId = await world.makeBudget(limit)
    const { counts, counted } = countingBatches(database().open.batches)
    const ledger = openLedger(counted)
    const unitOfWork = kyselyUnitOfWork(database().db, ledger)
    const settle = (hold: PlaceHold, price: bigint) =>
      unitOfWork.transact(async (transaction) => right(await transaction.ledger.apply(settleCommand(hold, price))))
    const close = async (): Promise<void> => {
      expect(await world.violations()).to.deep.equal([])
      await ledger.close()
    }
    return { ...world, walletId, budgetId, counts, ledger, unitOfWork, settle, close }
  }

  it('lets one turn after another place its hold with one write statement', async () => {
    const { walletId, budgetId, ledger, settle, counts, sumsOf, spentOf, close } = await open(100n, 100n)
    for (let turn = 0; turn < 8; turn += 1) {
      const hold = holdCommand(walletId, 10n, { budgetId })
      expect(await outcomeOf(ledger, hold)).to.deep.include({ tag: 'held', fresh: true })
      await settle(hold, 7n)
    }
    // The first hold reads the wallet and the budget; the cache holds both from then on.
    expect(counts).to.deep.equal({ fromMemory: 7, underLock: 1, stale: 0 })
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 44n, held: 0n })
    expect(await spentOf(budgetId)).to.deep.equal({ spent: 56n, held: 0n })
    await close()
  })

  it('lets the next hold use the money that a transaction brought in', async () => {
    const { walletId, ledger, unitOfWork, counts, close } = await open(0n)
    await unitOfWork.transact(async (transaction) => right(await transaction.ledger.apply(topUpCommand(walletId, 10n))))
    expect(await outcomeOf(ledger, holdCommand(walletId, 10n))).to.deep.include({ tag: 'held' })
    expect(counts).to.deep.equal({ fromMemory: 1, underLock: 0, stale: 0 })
    await close()
  })

  it('lets the group commit end a hold that a transaction placed, from the cache', async () => {
    const { walletId, ledger, unitOfWork, counts, sumsOf, close } = await open(10n)
    const hold = holdCommand(walletId, 10n)
    await unitOfWork.transact(async (transaction) => right(await transaction.ledger.apply(hold)))
    expect(await outcomeOf(ledger, settleCommand(hold, 4n))).to.deep.include({ tag: 'settled', charged: 4n })
    expect(counts).to.deep.equal({ fromMemory: 1, underLock: 0, stale: 0 })
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 6n, held: 0n })
    await close()
  })

  it('caches the sums after the last of several commands', async () => {
    const { walletId, ledger, unitOfWork, counts, close } = await open(10n)
    await unitOfWork.transact(async (transaction) => {
      const hold = holdCommand(walletId, 6n)
      await transaction.ledger.apply(hold)
      await transaction.ledger.apply(releaseCommand(hold))
      return right(await transaction.ledger.apply(holdCommand(walletId, 3n)))
    })
    expect(await outcomeOf(ledger, holdCommand(walletId, 7n))).to.deep.include({ tag: 'held' })
    expect(counts).to.deep.equal({ fromMemory: 1, underLock: 0, stale: 0 })
    await close()
  })

  for (const [title, end] of [
    ['returned a Left', async () => left('changed my mind')],
    [
      'threw',
      async () => {
        throw new Error('broken')
      },
    ],
  ] as const) {
    it(`caches nothing of a transaction that ${title}`, async () => {
      const { walletId, ledger, unitOfWork, counts, sumsOf, close } = await open(100n)
      await outcomeOf(ledger, holdCommand(walletId, 10n))
      await unitOfWork
        .transact(async (transaction) => {
          await transaction.ledger.apply(topUpCommand(walletId, 50n))
          return end()
        })
        .catch(() => undefined)
      expect(await outcomeOf(ledger, holdCommand(walletId, 90n))).to.deep.include({ tag: 'held' })
      expect(counts).to.deep.equal({ fromMemory: 1, underLock: 1, stale: 0 })
      expect(await sumsOf(walletId)).to.deep.equal({ balance: 100n, held: 100n })
      await close()
    })
  }

  it('stays exact while holds, ends and transactions change one wallet at once', async () => {
    const { walletId, ledger, settle, sumsOf, close } = await open(1_000n)
    const turn = async (): Promise<void> => {
      const hold = holdCommand(walletId, 10n)
      expect(await outcomeOf(ledger, hold)).to.deep.include({ tag: 'held' })
      await settle(hold, 7n)
    }
    const call = async (): Promise<void> => {
      const hold = holdCommand(walletId, 10n)
      expect(await outcomeOf(ledger, hold)).to.deep.include({ tag: 'held' })
      await outcomeOf(ledger, settleCommand(hold, 3n))
    }
    await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? turn() : call())))
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 800n, held: 0n })
    await close()
  })
})
