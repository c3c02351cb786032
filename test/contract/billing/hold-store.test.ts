import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { sweepHolds } from '../../../src/application/billing/holds/sweep-holds.ts'
import { describeOnDatabases, HERE } from '../../support/servers/databases.ts'
import { holdCommand, settleCommand } from '../../support/ledger/ledger-commands.ts'
import { databaseWorld, memoryWorld } from '../../support/ledger/ledger-worlds.ts'
import type { LedgerWorld } from '../../support/ledger/ledger-worlds.ts'
import { outcomeOf } from './ledger.ts'

const holdStoreContract = (world: () => LedgerWorld): void => {
  const place = async (walletId: string, count: number, rest: Parameters<typeof holdCommand>[2] = {}) => {
    const holds = Array.from({ length: count }, () => holdCommand(walletId, 1n, rest))
    await Promise.all(holds.map((hold) => outcomeOf(world().ledger, hold)))
    return holds
  }

  afterEach(async () => {
    expect(await world().violations()).to.deep.equal([])
  })

  it('gives back exactly what is past its life, many pages of it, once among three sweepers', async () => {
    const { makeWallet, sumsOf, expire } = world()
    const walletId = await makeWallet(1_000n)
    const holds = await place(walletId, 260)
    await Promise.all(holds.slice(10).map(({ holdId }) => expire(holdId)))
    expect(await world().holds.overdueSeconds()).to.be.greaterThan(0)
    const sweeps = await Promise.all(Array.from({ length: 3 }, () => sweepHolds(world())()))
    expect(sweeps.reduce((sum, { released }) => sum + released, 0)).to.equal(250)
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 1_000n, held: 10n })
    expect(await sweepHolds(world())()).to.deep.equal({ released: 0, left: 0 })
  })

  it('gives back what an instance left that ended, and charges a settle that comes after it', async () => {
    const { makeWallet, sumsOf, ledger } = world()
    const walletId = await makeWallet(1_000n)
    const lost = await place(walletId, 120, { instance: randomUUID(), lifeSeconds: null })
    await place(walletId, 3, { instance: HERE, lifeSeconds: null })
    await place(walletId, 2, { instance: null })
    expect(await sweepHolds(world())()).to.deep.equal({ released: 120, left: 0 })
    const late = await outcomeOf(ledger, settleCommand(lost[0]!, 7n))
    expect(late).to.deep.include({ tag: 'settled', charged: 7n, late: true })
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 993n, held: 5n })
  })

  it('gives back what a process of an earlier release left once its own time is over', async () => {
    const { makeWallet, sumsOf, expire } = world()
    const walletId = await makeWallet(100n)
    const [over] = await place(walletId, 2, { instance: randomUUID(), lifeSeconds: 45 })
    await expire(over!.holdId)
    expect(await sweepHolds(world())()).to.deep.equal({ released: 1, left: 0 })
    expect((await sumsOf(walletId)).held).to.equal(1n)
  })
}

describe('the hold store in memory', () => {
  const world = memoryWorld()
  holdStoreContract(() => world)
})

describeOnDatabases('the hold store', (database) => {
  let world: LedgerWorld | undefined
  holdStoreContract(() => (world ??= databaseWorld(database())))
})
