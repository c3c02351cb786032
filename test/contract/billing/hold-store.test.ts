import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { releaseLostHolds } from '../../../src/application/billing/holds/release-lost-holds.ts'
import { sweepHolds } from '../../../src/application/billing/holds/sweep-holds.ts'
import { describeOnDatabases } from '../../support/servers/databases.ts'
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
    expect(await world().breaks()).to.deep.equal([])
  })

  it('gives back exactly what is past its life, many pages of it, once among three sweepers', async () => {
    const { makeWallet, sumsOf, expire } = world()
    const walletId = await makeWallet(1_000n)
    const holds = await place(walletId, 260)
    await Promise.all(holds.slice(10).map(({ holdId }) => expire(holdId)))
    const sweeps = await Promise.all(Array.from({ length: 3 }, () => sweepHolds(world())()))
    expect(sweeps.reduce((sum, { released }) => sum + released, 0)).to.equal(250)
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 1_000n, held: 10n })
    expect(await sweepHolds(world())()).to.deep.equal({ released: 0, left: 0 })
  })

  it('keeps the holds of a living process, and charges a settle that comes after the sweep', async () => {
    const { makeWallet, sumsOf, expire, ledger, holds } = world()
    const walletId = await makeWallet(100n)
    const instance = randomUUID()
    const [kept, orphan] = [...(await place(walletId, 1, { instance })), ...(await place(walletId, 1))]
    if (kept === undefined || orphan === undefined) throw new Error('not placed')
    await Promise.all([expire(kept.holdId), expire(orphan.holdId)])
    expect(await holds.extendLeases(instance, 60)).to.equal(1)
    expect(await sweepHolds(world())()).to.deep.equal({ released: 1, left: 0 })
    const late = await outcomeOf(ledger, settleCommand(orphan, 7n))
    expect(late).to.deep.include({ tag: 'settled', charged: 7n, late: true })
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 93n, held: 1n })
  })

  it('gives back at start what a dead process left, but not what outlives processes', async () => {
    const { makeWallet, sumsOf } = world()
    const walletId = await makeWallet(1_000n)
    const mine = randomUUID()
    await place(walletId, 3, { instance: mine })
    await place(walletId, 120, { instance: randomUUID() })
    await place(walletId, 2, { instance: null })
    await releaseLostHolds(world())(mine)
    expect((await sumsOf(walletId)).held).to.equal(5n)
  })
}

describe('the hold store in memory', () => {
  const world = memoryWorld()
  holdStoreContract(() => world)
})

describeOnDatabases('the hold store', (database) => {
  let world: LedgerWorld | undefined
  holdStoreContract(() => (world ??= databaseWorld(database())))

  it('is not held up by a hold that is locked at this moment', async () => {
    if (database().engine === 'pglite') return
    const { makeWallet, ledger, holds } = databaseWorld(database())
    const walletId = await makeWallet(10n)
    const instance = randomUUID()
    const [locked, free] = [holdCommand(walletId, 1n, { instance }), holdCommand(walletId, 1n, { instance })]
    await Promise.all([locked, free].map((hold) => outcomeOf(ledger, hold)))
    await database()
      .db.transaction()
      .execute(async (transaction) => {
        await transaction.selectFrom('holds').select('id').where('id', '=', locked.holdId).forUpdate().execute()
        expect(await holds.extendLeases(instance, 60)).to.equal(1)
      })
  })
})
