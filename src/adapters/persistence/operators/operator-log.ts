import type { Kysely } from 'kysely'
import type { OperatorLog } from '../../../application/ports/process/operator-log.ts'
import type { Database } from '../schema/schema.ts'

export const kyselyOperatorLog = (db: Kysely<Database>): OperatorLog => ({
  async record({ id, at, operator, command, arguments: given, exitCode }) {
    const row = { id, at, operator, command, arguments: JSON.stringify(given), exit_code: exitCode }
    await db.insertInto('operator_actions').values(row).execute()
  },
  async latest(limit) {
    const rows = await db.selectFrom('operator_actions').selectAll().orderBy('id', 'desc').limit(limit).execute()
    return rows.map(({ exit_code: exitCode, ...row }) => ({ ...row, exitCode }))
  },
})
