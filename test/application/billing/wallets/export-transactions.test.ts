import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import { exportPages } from '../../../../src/application/billing/export-pages.ts'
import { exportTransactions } from '../../../../src/application/billing/wallets/export-transactions.ts'
import type { ListTransactionsInput } from '../../../../src/application/billing/wallets/list-transactions.ts'
import type { Page } from '../../../../src/application/page.ts'
import type { WalletTransaction } from '../../../../src/application/ports/billing/transaction-log.ts'

describe('the export of transactions', () => {
  const asked = { userId: 'u', currency: 'RUB', type: 'charge', before: 9n } as const

  it('reads page after page from where it was asked to begin, with the same filter', async () => {
    const queries: ListTransactionsInput[] = []
    const listTransactions = async (query: ListTransactionsInput): Promise<Page<WalletTransaction, bigint>> => {
      queries.push(query)
      const position = (query.before ?? 0n) - 1n
      return { rows: [{ position } as WalletTransaction], next: position > 7n ? position : null }
    }
    const exported = await exportTransactions({ listTransactions, exportPages: exportPages() })(asked)
    if (isLeft(exported)) throw new Error(exported.left.tag)
    const positions: bigint[] = []
    for await (const page of exported.right.pages) positions.push(...page.map(({ position }) => position))
    expect(positions).to.deep.equal([8n, 7n])
    expect(queries).to.deep.equal([
      { ...asked, limit: 1_000 },
      { ...asked, before: 8n, limit: 1_000 },
    ])
  })

  it('shares its room with the other exports of the account', async () => {
    const shared = exportPages()
    const listTransactions = async (): Promise<Page<WalletTransaction, bigint>> => ({ rows: [], next: null })
    await shared({ ownerId: 'u', before: null, read: async () => ({ rows: [], next: null }) })
    const second = await exportTransactions({ listTransactions, exportPages: shared })(asked)
    expect(isLeft(second) && second.left.tag).to.equal('rate_limit_exceeded')
  })
})
