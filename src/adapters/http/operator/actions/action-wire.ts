import * as t from 'io-ts'
import { secondsOf } from '../../../../domain/time-units.ts'
import type { OperatorAction } from '../../../../application/ports/process/operator-log.ts'
import { unixTime } from '../../codecs/codecs.ts'

const textOrNull = t.union([t.string, t.null])
const factsOrNull = t.union([t.UnknownRecord, t.null])

const actionBody = t.type(
  {
    id: t.string,
    at: unixTime,
    operator: t.string,
    operator_id: textOrNull,
    command: t.string,
    subject: textOrNull,
    arguments: t.UnknownRecord,
    before: factsOrNull,
    after: factsOrNull,
    reason: textOrNull,
    succeeded: t.boolean,
  },
  'OperatorAction',
)

export const actionListBody = t.type({ data: t.array(actionBody), next_cursor: textOrNull }, 'OperatorActionList')

export const writeAction = (action: OperatorAction): t.TypeOf<typeof actionBody> => ({
  id: action.id,
  at: secondsOf(action.at),
  operator: action.operator,
  operator_id: action.operatorId,
  command: action.command,
  subject: action.subject,
  arguments: action.arguments,
  before: action.before,
  after: action.after,
  reason: action.reason,
  succeeded: action.exitCode === 0,
})
