import { expect } from 'chai'
import { isRight, left, right } from 'fp-ts/lib/Either.js'
import { sql } from 'kysely'
import type { LedgerInTransaction } from '../../../src/application/ports/billing/ledger.ts'
import type { Transaction } from '../../../src/application/ports/transaction/transaction.ts'
import type { UnitOfWork } from '../../../src/application/ports/transaction/unit-of-work.ts'
import { openLedger } from '../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { kyselyStores, kyselyUnitOfWork } from '../../../src/adapters/persistence/stores.ts'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import { holdCommand, settleCommand, topUpCommand } from '../../support/ledger/ledger-commands.ts'
import { databaseWorld } from '../../support/ledger/ledger-worlds.ts'
import { applyToMemory, ledgerMemory, saveMemory } from '../../twins/billing/ledger-memory.ts'
import { memoryLedger } from '../../twins/billing/ledger.ts'
import { memoryUnitOfWork } from '../../twins/transaction/unit-of-work.ts'

interface World {
  readonly unitOfWork: UnitOfWork
  makeWallet(balance: bigint): Promise<string>
  sumsOf(walletId: string): Promise<{ readonly balance: bigint; readonly held: bigint }>
}

const balanceOf = async ({ sumsOf }: World, walletId: string): Promise<bigint> => (await sumsOf(walletId)).balance

const unitOfWorkContract = (world: () => World): void => {
  it('keeps everything on a Right', async () => {
    const walletId = await world().makeWallet(10n)
    const hold = holdCommand(walletId, 10n)
    const outcome = await world().unitOfWork.transact(async ({ ledger }) => {
      await ledger.apply(hold)
      return right(await ledger.apply(settleCommand(hold, 4n)))
    })
    expect(isRight(outcome) && outcome.right).to.deep.include({ tag: 'settled', charged: 4n })
    expect(await world().sumsOf(walletId)).to.deep.equal({ balance: 6n, held: 0n })
  })

  it('undoes everything on a Left and returns it', async () => {
    const walletId = await world().makeWallet(10n)
    const outcome = await world().unitOfWork.transact(async ({ ledger }) => {
      await ledger.apply(topUpCommand(walletId, 5n))
      return left({ tag: 'changed_my_mind' as const })
    })
    expect(outcome).to.deep.equal(left({ tag: 'changed_my_mind' }))
    expect(await balanceOf(world(), walletId)).to.equal(10n)
  })

  it('undoes everything on an exception and passes it on', async () => {
    const walletId = await world().makeWallet(10n)
    const work = async ({ ledger }: Transaction): Promise<never> => {
      await ledger.apply(topUpCommand(walletId, 5n))
      throw new Error('broken')
    }
    const error: unknown = await world()
      .unitOfWork.transact(work)
      .catch((reason: unknown) => reason)
    expect(error instanceof Error && error.message).to.equal('broken')
    expect(await balanceOf(world(), walletId)).to.equal(10n)
  })

  it('goes on after a refusal of the ledger, a reference used twice among them', async () => {
    const walletId = await world().makeWallet(10n)
    const [first, second] = [holdCommand(walletId, 1n), holdCommand(walletId, 1n)]
    const tags = await world().unitOfWork.transact(async ({ ledger }) => {
      const outcomes = [
        await ledger.apply(first),
        await ledger.apply({ ...second, reference: first.reference }),
        await ledger.apply(holdCommand(walletId, 100n)),
        await ledger.apply(second),
      ]
      return right(outcomes.map(({ tag }) => tag))
    })
    expect(tags).to.deep.equal(right(['held', 'mismatch', 'insufficient', 'held']))
    expect((await world().sumsOf(walletId)).held).to.equal(2n)
  })

  it('credits once when 30 units of work move the same transfer at once', async () => {
    const walletId = await world().makeWallet(0n)
    const topUp = topUpCommand(walletId, 5n)
    const apply = async ({ ledger }: { ledger: LedgerInTransaction }) => right(await ledger.apply(topUp))
    const { unitOfWork } = world()
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => unitOfWork.transact(apply)))
    expect(outcomes.filter((each) => isRight(each) && 'fresh' in each.right && each.right.fresh)).to.have.length(1)
    expect(await balanceOf(world(), walletId)).to.equal(5n)
  })
}

/** The unit of work's contract needs no store but the ledger; asking for another is a fault of the test. */
const onlyLedger = (ledger: LedgerInTransaction): Transaction =>
  new Proxy({ ledger } as Transaction, {
    get: (stores, name) => {
      if (name !== 'ledger') throw new Error(`no store ${String(name)}`)
      return stores.ledger
    },
  })

describe('the unit of work in memory', () => {
  const memory = ledgerMemory()
  const world: World = {
    unitOfWork: memoryUnitOfWork(onlyLedger(memoryLedger(memory)), () => saveMemory(memory)),
    makeWallet: async (balance) => {
      const id = crypto.randomUUID()
      memory.wallets.set(id, { id, owner: id, currency: 'RUB', balance: 0n, held: 0n, reserved: 0n, suspended: false })
      if (balance > 0n) applyToMemory(memory, topUpCommand(id, balance), 0)
      return id
    },
    sumsOf: async (id) => {
      const { balance = -1n, held = -1n } = memory.wallets.get(id) ?? {}
      return { balance, held }
    },
  }
  unitOfWorkContract(() => world)
})

describeOnDatabases('the unit of work', (database) => {
  const open = (): World => ({
    ...databaseWorld(database()),
    unitOfWork: kyselyUnitOfWork(database().db, openLedger(database().open.batches)),
  })
  unitOfWorkContract(open)

  afterEach(async () => {
    expect(await databaseWorld(database()).violations()).to.deep.equal([])
  })

  it('shares a wallet with the ledger that commits in groups', async () => {
    const { ledger } = databaseWorld(database())
    const { makeWallet, unitOfWork } = open()
    const walletId = await makeWallet(0n)
    const inUnit = () =>
      unitOfWork.transact(async (stores) => right(await stores.ledger.apply(topUpCommand(walletId, 3n))))
    const inGroup = () => ledger.submit(topUpCommand(walletId, 3n))
    await Promise.all(Array.from({ length: 60 }, (_, index) => (index % 3 === 0 ? inUnit() : inGroup())))
    expect(await balanceOf(open(), walletId)).to.equal(180n)
  })
})

describeOnDatabases(
  'a unit of work whose connection is cut',
  (database) => {
    it('rejects, keeps nothing and ends nothing but itself', async () => {
      const { makeWallet, sumsOf } = databaseWorld(database())
      const walletId = await makeWallet(10n)
      const unitOfWork = kyselyUnitOfWork(database().db, openLedger(database().open.batches), (db) => ({
        ...kyselyStores(db),
        users: { cut: () => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db) } as never,
      }))
      const error: unknown = await unitOfWork
        .transact(async ({ users }) => right(await (users as unknown as { cut(): Promise<unknown> }).cut()))
        .catch((reason: unknown) => reason)
      expect(error).to.be.an.instanceOf(Error)
      expect(await sumsOf(walletId)).to.deep.equal({ balance: 10n, held: 0n })
    })
  },
  ['postgresql'],
)
