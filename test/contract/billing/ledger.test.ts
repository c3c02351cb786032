import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import { openLedger } from '../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { describeOnDatabases, openAgain } from '../../support/servers/databases.ts'
import { holdCommand, settleCommand } from '../../support/ledger/ledger-commands.ts'
import { databaseWorld, memoryWorld } from '../../support/ledger/ledger-worlds.ts'
import type { LedgerWorld } from '../../support/ledger/ledger-worlds.ts'
import { ledgerContract, outcomeOf } from './ledger.ts'

describe('the ledger in memory', () => {
  const world = memoryWorld()
  ledgerContract(() => world)
})

describeOnDatabases('the ledger', (database) => {
  let world: LedgerWorld | undefined
  const opened = (): LedgerWorld => (world ??= databaseWorld(database()))
  ledgerContract(opened)

  it('lets one bad command of a batch of 256 fail alone', async () => {
    const { ledger, makeWallet, sumsOf } = opened()
    const walletId = await makeWallet(1_000n)
    const poisoned = holdCommand(walletId, 1n, { reference: { kind: 'chat', id: 'a\u0000b' } })
    const holds = Array.from({ length: 255 }, () => holdCommand(walletId, 1n))
    const answers = await Promise.allSettled(
      [...holds.slice(0, 100), poisoned, ...holds.slice(100)].map((command) => outcomeOf(ledger, command)),
    )
    expect(answers.filter(({ status }) => status === 'rejected')).to.have.length(1)
    expect(answers[100]?.status).to.equal('rejected')
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 1_000n, held: 255n })
    expect(await opened().violations()).to.deep.equal([])
  })

  it('answers overloaded past its queue, having done nothing, and serves on', async () => {
    const ledger = openLedger(database().open.batches, { capacity: 10, largestBatch: 5, batchesInFlight: 1 })
    const walletId = await opened().makeWallet(1_000n)
    const answers = await Promise.all(Array.from({ length: 50 }, () => ledger.submit(holdCommand(walletId, 1n))))
    const held = answers.filter((answer) => isRight(answer) && answer.right.tag === 'held').length
    const overloaded = answers.filter((answer) => !isRight(answer) && answer.left.tag === 'overloaded').length
    expect([held, overloaded]).to.deep.equal([10, 40])
    expect((await opened().sumsOf(walletId)).held).to.equal(10n)
    expect(isRight(await ledger.submit(holdCommand(walletId, 1n)))).to.equal(true)
    await ledger.close()
  })

  it('answers what it has taken before it closes, and takes no more', async () => {
    const ledger = openLedger(database().open.batches, { largestBatch: 3 })
    const walletId = await opened().makeWallet(1_000n)
    const answers = Array.from({ length: 20 }, () => ledger.submit(holdCommand(walletId, 1n)))
    await ledger.close()
    expect((await Promise.all(answers)).every(isRight)).to.equal(true)
    expect(await ledger.submit(holdCommand(walletId, 1n))).to.deep.include({ left: { tag: 'ledger_unavailable' } })
  })
})

describeOnDatabases(
  'two ledgers',
  (database) => {
    it('give holds that ask for less no more than there is, together', async () => {
      const { ledger, makeWallet, sumsOf, violations } = databaseWorld(database())
      const elsewhere = await openAgain(database())
      const other = openLedger(elsewhere.batches)
      const walletId = await makeWallet(3_000n)
      const take = async (which: typeof ledger): Promise<bigint> => {
        const hold = holdCommand(walletId, 2_000n, { less: { least: 10n, enough: 40n } })
        const placed = await outcomeOf(which, hold)
        return placed.tag === 'held' ? placed.hold.amount : 0n
      }
      const taken = await Promise.all(Array.from({ length: 60 }, (_, index) => take(index % 2 === 0 ? ledger : other)))
      const sum = taken.reduce((total, each) => total + each, 0n)
      expect(await sumsOf(walletId)).to.deep.equal({ balance: 3_000n, held: sum })
      expect(sum > 2_990n).to.equal(true)
      expect(await violations()).to.deep.equal([])
      await other.close()
      await elsewhere.close()
    })

    it('drain one wallet together and never overdraw it', async () => {
      const { ledger, makeWallet, sumsOf, violations } = databaseWorld(database())
      const elsewhere = await openAgain(database())
      const other = openLedger(elsewhere.batches)
      const walletId = await makeWallet(3_000n)
      const call = async (which: typeof ledger): Promise<bigint> => {
        const hold = holdCommand(walletId, 10n)
        const held = await outcomeOf(which, hold)
        if (held.tag !== 'held') return 0n
        const settled = await outcomeOf(which === ledger ? other : ledger, settleCommand(hold, 13n))
        return settled.tag === 'settled' ? settled.charged : 0n
      }
      const charged = await Promise.all(
        Array.from({ length: 600 }, (_, index) => call(index % 2 === 0 ? ledger : other)),
      )
      const { balance, held } = await sumsOf(walletId)
      expect(held).to.equal(0n)
      expect(balance).to.equal(3_000n - charged.reduce((sum, each) => sum + each, 0n))
      expect(balance >= 0n && balance < 10n).to.equal(true)
      expect(await violations()).to.deep.equal([])
      await other.close()
      await elsewhere.close()
    })
  },
  ['postgresql'],
)
