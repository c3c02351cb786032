import type { Kysely, Selectable } from 'kysely'
import type {
  WalletTransaction,
  TransactionLog,
  TransactionQuery,
} from '../../../application/ports/billing/transaction-log.ts'
import type { Database, TransfersTable } from '../schema/schema.ts'

const COLUMNS = [
  'id',
  'seq',
  'kind',
  'currency',
  'debit',
  'wallet',
  'amount',
  'balance_after',
  'reference_kind',
  'reference_id',
  'description',
  'created_at',
] as const

type Row = Pick<Selectable<TransfersTable>, (typeof COLUMNS)[number]>

/** Each wallet's page comes from its own index in order; a user has two wallets, so merging costs nothing. */
export const kyselyTransactions = (db: Kysely<Database>): TransactionLog => ({
  async page(query) {
    const pages = await Promise.all(query.walletIds.map((walletId) => pageOf(db, walletId, query)))
    const newestFirst = pages.flat().toSorted((a, b) => (a.seq < b.seq ? 1 : -1))
    return newestFirst.slice(0, query.limit).map(toTransaction)
  },
})

/** Exported for the test that reads its plan. */
export const transactionsOfWallet = (db: Kysely<Database>, walletId: string, query: TransactionQuery) => {
  let select = db.selectFrom('transfers').select(COLUMNS).where('wallet', '=', walletId)
  if (query.before !== null) select = select.where('seq', '<', query.before)
  // The second condition lets the planner see that the partial index of everything but charges applies.
  if (query.type !== null) select = select.where('kind', '=', query.type)
  if (query.type !== null && query.type !== 'charge') select = select.where('kind', '<>', 'charge')
  return select.orderBy('seq', 'desc').limit(query.limit)
}

const pageOf = (db: Kysely<Database>, walletId: string, query: TransactionQuery): Promise<Row[]> =>
  transactionsOfWallet(db, walletId, query).execute()

const toTransaction = (row: Row): WalletTransaction => {
  if (row.kind === 'writeoff' || row.balance_after === null) throw new Error(`transfer ${row.id} moved no wallet`)
  return {
    id: row.id,
    position: row.seq,
    type: row.kind,
    currency: row.currency,
    amount: row.debit === row.wallet ? -row.amount : row.amount,
    balanceAfter: row.balance_after,
    description: row.description,
    reference: { kind: row.reference_kind, id: row.reference_id },
    createdAt: row.created_at,
  }
}
