import { expect } from 'chai'
import { openLedger } from '../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { kyselyReceipts } from '../../../src/adapters/persistence/billing/receipts.ts'
import type { Ledger } from '../../../src/application/ports/billing/ledger.ts'
import type { ReceiptLog } from '../../../src/application/ports/billing/receipt-log.ts'
import { systemAccountId } from '../../../src/domain/ledger/account.ts'
import type { PlaceHold } from '../../../src/domain/ledger/command.ts'
import type { Receipt } from '../../../src/domain/ledger/receipt.ts'
import type { Currency } from '../../../src/domain/money/money.ts'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import { topUpCommand, receiptOf } from '../../support/ledger/ledger-commands.ts'
import { ledgerMemory } from '../../twins/billing/ledger-memory.ts'
import { memoryLedger } from '../../twins/billing/ledger.ts'
import { memoryReceipts } from '../../twins/billing/receipts.ts'
import { addUser, testId } from './billing-stores.ts'

interface World {
  readonly ledger: Ledger
  readonly receipts: ReceiptLog
  readonly newWallet: (currency?: Currency) => Promise<{ readonly owner: string; readonly walletId: string }>
}

const suite = (world: () => World): void => {
  const hold = async (amount: bigint, balance: bigint, currency: Currency = 'RUB') => {
    const { ledger, newWallet } = world()
    const { owner, walletId } = await newWallet(currency)
    await ledger.submit(topUpCommand(walletId, balance, { debit: systemAccountId('deposits', currency) }))
    const holdId = testId()
    const command: PlaceHold = {
      tag: 'place_hold',
      holdId,
      walletId,
      amount,
      reference: { kind: 'video', id: holdId },
      budgetId: null,
      instance: null,
      lifeSeconds: 60,
    }
    await ledger.submit(command)
    return { owner, walletId, holdId }
  }
  const timeless = (receipt: Receipt | null) => {
    if (receipt === null) return null
    const { startedAt, endedAt, ...rest } = receipt
    expect(startedAt).to.be.instanceOf(Date)
    return { ...rest, isOver: endedAt !== null }
  }
  const bare = {
    kind: 'video',
    currency: 'RUB',
    model: null,
    tariffVersion: null,
    releaseReason: null,
    facts: null,
    key: null,
  }

  it('tells a running operation, and only to its owner', async () => {
    const { receipts, newWallet } = world()
    const { owner, holdId } = await hold(5n, 10n)
    const money = { hold: 5n, charge: 0n, writeoff: 0n, state: 'held', isOver: false }
    expect(timeless(await receipts.find(owner, holdId))).to.deep.equal({ ...bare, operationId: holdId, ...money })
    expect(await receipts.find((await newWallet()).owner, holdId)).to.equal(null)
    expect(await receipts.find(owner, testId())).to.equal(null)
  })

  it('tells what was charged and what the house bore', async () => {
    const { ledger, receipts } = world()
    const { owner, walletId, holdId } = await hold(5n, 10n)
    const facts = receiptOf({
      kind: 'video',
      deployment: { provider: 'first', upstreamModel: 'm' },
      usage: { seconds: 4 },
      attempts: [
        {
          provider: 'first',
          upstreamModel: 'm',
          outcome: 'rejected',
          upstreamRequestId: null,
          upstreamCode: 'invalid_value',
        },
        { provider: 'first', upstreamModel: 'm', outcome: 'answered', upstreamRequestId: 'up-1' },
      ],
    })
    await ledger.submit({
      tag: 'settle',
      holdId,
      walletId,
      price: 12n,
      reference: { kind: 'video', id: holdId },
      description: 'x',
      tariffVersion: 'v7',
      usage: { seconds: 4 },
      receipt: facts,
    })
    const money = { hold: 5n, charge: 10n, writeoff: 2n, state: 'settled', isOver: true }
    const expected = { ...bare, operationId: holdId, tariffVersion: 'v7', facts, ...money }
    expect(timeless(await receipts.find(owner, holdId))).to.deep.equal(expected)
  })

  it('tells in which currency', async () => {
    const { owner, holdId } = await hold(5n, 10n, 'TOKEN')
    expect(await world().receipts.find(owner, holdId)).to.deep.include({ currency: 'TOKEN', hold: 5n })
  })

  it('tells why nothing was charged', async () => {
    const { ledger, receipts } = world()
    const { owner, walletId, holdId } = await hold(5n, 10n)
    const reason = 'upstream_failed'
    await ledger.submit({ tag: 'release', holdId, walletId, reason, receipt: receiptOf({ outcome: reason }) })
    expect(await receipts.find(owner, holdId)).to.deep.include({
      state: 'released',
      releaseReason: reason,
      charge: 0n,
      facts: receiptOf({ outcome: reason }),
    })
  })
}

describe('receipt log contract in memory', () => {
  const memory = ledgerMemory()
  const newWallet = async (currency: Currency = 'RUB') => {
    const [owner, walletId] = [testId(), testId()]
    memory.wallets.set(walletId, {
      id: walletId,
      owner,
      currency,
      balance: 0n,
      held: 0n,
      reserved: 0n,
      suspended: false,
    })
    return { owner, walletId }
  }
  suite(() => ({ ledger: memoryLedger(memory), receipts: memoryReceipts(memory), newWallet }))
})

describeOnDatabases('receipt log contract', (database) => {
  suite(() => ({
    ledger: openLedger(database().open.batches),
    receipts: kyselyReceipts(database().db),
    newWallet: async (currency = 'RUB') => {
      const [owner, walletId] = [await addUser(database()), testId()]
      const account = { id: walletId, kind: 'user', owner, currency } as const
      await database().db.insertInto('accounts').values(account).execute()
      return { owner, walletId }
    },
  }))
})
