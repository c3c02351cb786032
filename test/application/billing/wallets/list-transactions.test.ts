import { expect } from 'chai'
import { listTransactions } from '../../../../src/application/billing/wallets/list-transactions.ts'
import type { Page } from '../../../../src/application/page.ts'
import type { WalletTransaction } from '../../../../src/application/ports/billing/transaction-log.ts'
import { systemAccountId } from '../../../../src/domain/ledger/account.ts'
import type { Currency } from '../../../../src/domain/money/money.ts'
import { applyToMemory, ledgerMemory } from '../../../twins/billing/ledger-memory.ts'
import { memoryTransactions } from '../../../twins/billing/transactions.ts'
import { memoryWallets } from '../../../twins/billing/wallets.ts'

const bench = async () => {
  const memory = ledgerMemory()
  const wallets = memoryWallets(memory.wallets)
  for (const currency of ['RUB', 'TOKEN'] as const) await wallets.open({ id: currency, owner: 'user', currency })
  const topUp = (id: string, currency: Currency): void => {
    applyToMemory(
      memory,
      {
        tag: 'transfer',
        transferId: id,
        kind: 'topup',
        debit: systemAccountId('deposits', currency),
        credit: currency,
        amount: 1n,
        reverses: null,
        reference: { kind: 'topup', id },
        description: 'Top-up',
        operationId: null,
      },
      0,
    )
  }
  const list = listTransactions({ wallets, transactions: memoryTransactions(() => memory.transfers.values()) })
  return { topUp, list }
}

const everything = { userId: 'user', currency: null, type: null, before: null, limit: 2 }
const ids = ({ rows }: Page<WalletTransaction, bigint>): readonly string[] => rows.map(({ id }) => id)

describe('list transactions', () => {
  it('gives a next position exactly when there is another page', async () => {
    const { topUp, list } = await bench()
    expect(await list(everything)).to.deep.equal({ rows: [], next: null })
    topUp('1', 'RUB')
    topUp('2', 'TOKEN')
    const full = await list(everything)
    expect([ids(full), full.next]).to.deep.equal([['2', '1'], null])
    topUp('3', 'RUB')
    const first = await list(everything)
    expect(ids(first)).to.deep.equal(['3', '2'])
    const second = await list({ ...everything, before: first.next })
    expect([ids(second), second.next]).to.deep.equal([['1'], null])
  })

  it("lists one currency, and only the user's own wallets", async () => {
    const { topUp, list } = await bench()
    topUp('1', 'RUB')
    topUp('2', 'TOKEN')
    expect(ids(await list({ ...everything, currency: 'TOKEN' }))).to.deep.equal(['2'])
    expect(ids(await list({ ...everything, userId: 'another' }))).to.deep.equal([])
  })
})
