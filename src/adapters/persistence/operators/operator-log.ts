import type { Kysely, Selectable } from 'kysely'
import type { OperatorAction, OperatorFacts, OperatorLog } from '../../../application/ports/process/operator-log.ts'
import type { Database, OperatorActionsTable } from '../schema/schema.ts'
import { storableJson } from '../sql/storable-json.ts'

const textOf = (facts: OperatorFacts | null): string | null => (facts === null ? null : storableJson(facts))

const toAction = (row: Selectable<OperatorActionsTable>): OperatorAction => ({
  id: row.id,
  at: row.at,
  operator: row.operator,
  operatorId: row.operator_id,
  command: row.command,
  subject: row.subject,
  arguments: row.arguments,
  before: row.before,
  after: row.after,
  reason: row.reason,
  exitCode: row.exit_code,
})

export const kyselyOperatorLog = (db: Kysely<Database>): OperatorLog => ({
  async record({ operatorId, arguments: given, before, after, exitCode, ...action }) {
    const row = {
      ...action,
      operator_id: operatorId,
      arguments: storableJson(given),
      before: textOf(before),
      after: textOf(after),
      exit_code: exitCode,
    }
    await db.insertInto('operator_actions').values(row).execute()
  },
  async page({ operator, subject, before, limit }) {
    let rows = db.selectFrom('operator_actions').selectAll()
    if (operator !== null) rows = rows.where('operator', '=', operator)
    if (subject !== null) rows = rows.where('subject', '=', subject)
    if (before !== null) rows = rows.where('id', '<', before)
    return (await rows.orderBy('id', 'desc').limit(limit).execute()).map(toAction)
  },
})
