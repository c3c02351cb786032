import type { PoolClient } from 'pg'
import type { BatchTransactions, ReadMore, Rows, Statement } from './batch-transactions.ts'
import { READ_ONLY, sqlState } from '../sql/sql-state.ts'
import type { ConnectionSource } from './writable-pool.ts'

const BEGIN: Statement = { text: 'begin', values: [] }
const COMMIT: Statement = { text: 'commit', values: [] }

/**
 * Sends all statements at once and waits for all answers. After a failed statement the server refuses the
 * rest of the transaction, and a `commit` sent after it rolls back: the first error is the cause.
 */
const exchange = async (client: PoolClient, statements: readonly Statement[]): Promise<readonly Rows[]> => {
  const answers = await Promise.allSettled(statements.map(({ text, values }) => client.query(text, [...values])))
  return answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason
    return answer.value.rows as Rows
  })
}

/**
 * SQLSTATE 08… and 57P… end the session; errors of a dead socket carry no SQLSTATE at all. A session that takes no
 * writes is of no use either.
 */
const sessionIsOver = (error: unknown): boolean => {
  const state = sqlState(error) ?? '08'
  return state === READ_ONLY || /^(08|57P)/.test(state)
}

interface SharedConnection {
  readonly client: Promise<PoolClient>
  users: number
  isOver: boolean
}

/**
 * Statements that are transactions of their own, carried out in the order in which they were given: all that are
 * under way at once share one connection.
 */
const pipelinedWrites = (pool: ConnectionSource): BatchTransactions['write'] => {
  let current: SharedConnection | null = null

  const leave = (lane: SharedConnection): void => {
    lane.users -= 1
    if (current === lane && (lane.isOver || lane.users === 0)) current = null
    if (lane.users > 0) return
    const releaseClient = (client: PoolClient): void => client.release(lane.isOver)
    lane.client.then(releaseClient, () => undefined)
  }

  return async ({ text, values }) => {
    const lane = (current ??= { client: pool.connect(), users: 0, isOver: false })
    lane.users += 1
    const parameters = [...values]
    try {
      const client = await lane.client
      const { rows } = await client.query(text, parameters)
      return rows as Rows
    } catch (error) {
      lane.isOver ||= sessionIsOver(error)
      throw error
    } finally {
      // The driver's own objects outlive the query by some collections; the texts of a batch are large.
      parameters.length = 0
      leave(lane)
    }
  }
}

/** Two exchanges a batch: begin + locks + reads, then write + commit. The pool's clients must pipeline. */
export const pipelinedBatches = (pool: ConnectionSource): BatchTransactions => ({
  run: async (reads, decide) => {
    const client = await pool.connect()
    let finished = false
    try {
      const more: ReadMore = (statements) => exchange(client, statements)
      const [, ...rows] = await more([BEGIN, ...reads])
      const { write, value } = await decide(rows, more)
      finished = true
      await (write === null ? client.query('rollback') : more([write, COMMIT]))
      client.release()
      return value
    } catch (error) {
      const over = sessionIsOver(error) || !(finished || (await rolledBack(client)))
      client.release(over)
      throw error
    }
  },
  write: pipelinedWrites(pool),
})

const rolledBack = async (client: PoolClient): Promise<boolean> => {
  try {
    await client.query('rollback')
    return true
  } catch {
    return false
  }
}
