import { CompiledQuery } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '../schema/schema.ts'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

export type Rows = readonly Readonly<Record<string, unknown>>[]

/** Reads more rows inside the transaction, at the price of one more exchange with the database. */
export type ReadMore = (statements: readonly Statement[]) => Promise<readonly Rows[]>

interface Decision<A> {
  /** Null writes nothing and rolls back. */
  readonly write: Statement | null
  readonly value: A
}

/**
 * One transaction of a known shape: statements that lock and read, a decision, one statement that writes.
 * Knowing the shape lets an engine send each half in one exchange. Rejects with the driver's error; after
 * an error of the connection it is unknown whether the transaction was committed.
 */
export interface BatchTransactions {
  run<A>(
    reads: readonly Statement[],
    decide: (rows: readonly Rows[], more: ReadMore) => Promise<Decision<A>>,
  ): Promise<A>
  /** One statement that is a transaction of its own, in one exchange. Resolves with what it returns. */
  write(statement: Statement): Promise<Rows>
}

/** Runs statements one after another on `db`, usually a transaction. */
export const readInOrder =
  (db: Kysely<Database>): ReadMore =>
  async (statements) => {
    const results: Rows[] = []
    for (const { text, values } of statements) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]))
      results.push(rows as Rows)
    }
    return results
  }

/** For engines with one connection (PGlite): a plain transaction, statement by statement. */
export const sequentialBatches = (db: Kysely<Database>): BatchTransactions => ({
  run: (reads, decide) =>
    db.transaction().execute(async (transaction) => {
      const read = readInOrder(transaction)
      const { write, value } = await decide(await read(reads), read)
      if (write !== null) await read([write])
      return value
    }),
  write: async ({ text, values }) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]))
    return rows as Rows
  },
})
