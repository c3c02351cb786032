import { expect } from 'chai'
import { openLedger } from '../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { kyselyStores } from '../../../src/adapters/persistence/stores.ts'
import { kyselyTransactions } from '../../../src/adapters/persistence/billing/transactions.ts'
import type {
  WalletTransaction,
  TransactionLog,
  TransactionType,
} from '../../../src/application/ports/billing/transaction-log.ts'
import type { WalletStore } from '../../../src/application/ports/billing/wallet-store.ts'
import { systemAccountId } from '../../../src/domain/ledger/account.ts'
import type { LedgerCommand, MakeTransfer } from '../../../src/domain/ledger/command.ts'
import type { Currency } from '../../../src/domain/money/money.ts'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import { applyToMemory, ledgerMemory } from '../../twins/billing/ledger-memory.ts'
import { memoryTransactions } from '../../twins/billing/transactions.ts'
import { memoryWallets } from '../../twins/billing/wallets.ts'
import { addUser, testId } from './billing-stores.ts'

interface Room {
  readonly log: TransactionLog
  readonly wallets: WalletStore
  readonly apply: (command: LedgerCommand) => Promise<unknown>
  readonly newUser: () => Promise<string>
}

const transfer = (kind: MakeTransfer['kind'], debit: string, credit: string, amount: bigint): MakeTransfer => ({
  tag: 'transfer',
  transferId: testId(),
  kind,
  debit,
  credit,
  amount,
  reverses: null,
  reference: { kind, id: 'why' },
  description: `a ${kind}`,
  operationId: null,
})

const charge = async ({ apply }: Room, walletId: string, held: bigint, price: bigint): Promise<string> => {
  const holdId = testId()
  const hold = { holdId, walletId, amount: held, reference: { kind: 'chat', id: holdId }, budgetId: null }
  await apply({ tag: 'place_hold', ...hold, instance: null, lifeSeconds: 60 })
  const facts = { reference: { kind: 'chat', id: holdId }, description: 'a charge', tariffVersion: null }
  await apply({ tag: 'settle', holdId, walletId, price, ...facts, receipt: null })
  return holdId
}

/** Someone with seven movements in two wallets, and a neighbour with one. */
const history = async (room: Room) => {
  const owner = await room.newUser()
  const neighbour = await room.newUser()
  const open = async (user: string, currency: Currency): Promise<string> => {
    const id = testId()
    await room.wallets.open({ id, owner: user, currency })
    return id
  }
  const rub = await open(owner, 'RUB')
  const token = await open(owner, 'TOKEN')
  const other = await open(neighbour, 'RUB')
  await room.apply(transfer('topup', systemAccountId('deposits', 'RUB'), rub, 100n))
  const charged = await charge(room, rub, 50n, 30n)
  await room.apply(transfer('topup', systemAccountId('deposits', 'RUB'), other, 1000n))
  await room.apply(transfer('bonus', systemAccountId('promo', 'TOKEN'), token, 7n))
  await room.apply(transfer('adjustment', rub, systemAccountId('adjustment', 'RUB'), 5n))
  await room.apply({ ...transfer('refund', systemAccountId('revenue', 'RUB'), rub, 10n), reverses: charged })
  await room.apply(transfer('adjustment', systemAccountId('adjustment', 'TOKEN'), token, 3n))
  // Pays what is there; the rest is the house's, and no business of the wallet's.
  await charge(room, rub, 75n, 80n)
  return { rub, token, other }
}

const brief = ({ type, currency, amount, balanceAfter }: WalletTransaction): string =>
  `${type} ${amount} ${currency} → ${balanceAfter}`

const EVERYTHING = [
  'charge -75 RUB → 0',
  'adjustment 3 TOKEN → 10',
  'refund 10 RUB → 75',
  'adjustment -5 RUB → 65',
  'bonus 7 TOKEN → 7',
  'charge -30 RUB → 70',
  'topup 100 RUB → 100',
]

const transactionLogContract = (open: () => Room): void => {
  it('shows what moved, newest first, signed as the wallet sees it', async () => {
    const room = open()
    const { rub, token } = await history(room)
    const everything = { walletIds: [rub, token], type: null, before: null, limit: 100 }
    const transactions = await room.log.page(everything)
    expect(transactions.map(brief)).to.deep.equal(EVERYTHING)
    expect(transactions.at(-1)).to.deep.include({ reference: { kind: 'topup', id: 'why' }, description: 'a topup' })
    expect(transactions.every(({ createdAt }) => createdAt instanceof Date)).to.equal(true)
    expect((await room.log.page({ ...everything, walletIds: [token] })).map(brief)).to.deep.equal([
      EVERYTHING[1],
      EVERYTHING[4],
    ])
    expect(await room.log.page({ ...everything, walletIds: [] })).to.deep.equal([])
  })

  it('is read page by page without a gap or a double', async () => {
    const room = open()
    const { rub, token } = await history(room)
    const seen: string[] = []
    let before: bigint | null = null
    for (let page = 0; page < 4; page += 1) {
      const transactions: readonly WalletTransaction[] = await room.log.page({
        walletIds: [rub, token],
        type: null,
        before,
        limit: 2,
      })
      seen.push(...transactions.map(brief))
      before = transactions.at(-1)?.position ?? null
    }
    expect(seen).to.deep.equal(EVERYTHING)
  })

  const OF_TYPE: Readonly<Record<TransactionType, readonly number[]>> = {
    topup: [6],
    charge: [0, 5],
    refund: [2],
    bonus: [4],
    adjustment: [1, 3],
  }
  it('is filtered by type', async () => {
    const room = open()
    const { rub, token } = await history(room)
    for (const type of ['topup', 'charge', 'refund', 'bonus', 'adjustment'] as const) {
      const found = await room.log.page({ walletIds: [rub, token], type, before: null, limit: 100 })
      expect(found.map(brief), type).to.deep.equal(OF_TYPE[type].map((index) => EVERYTHING[index]))
    }
  })
}

describe('transaction log contract in memory', () => {
  transactionLogContract(() => {
    const memory = ledgerMemory()
    return {
      log: memoryTransactions(() => memory.transfers.values()),
      wallets: memoryWallets(memory.wallets),
      apply: async (command) => applyToMemory(memory, command, 0),
      newUser: async () => testId(),
    }
  })
})

describeOnDatabases('transaction log contract', (database) => {
  transactionLogContract(() => {
    const { db } = database()
    const { wallets } = kyselyStores(db)
    const ledger = openLedger(database().open.batches)
    return {
      log: kyselyTransactions(db),
      wallets,
      apply: (command) => db.transaction().execute((bound) => ledger.within(bound).apply(command)),
      newUser: () => addUser(database()),
    }
  })
})
