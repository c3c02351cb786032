import { hostname, userInfo } from 'node:os'
import { isLeft } from 'fp-ts/lib/Either.js'
import type { CommandInput } from '../../adapters/cli/command.ts'
import type { FindUser } from '../../application/accounts/users/find-user.ts'
import type { Clock } from '../../application/ports/process/clock.ts'
import type { IdGenerator } from '../../application/ports/process/id-generator.ts'
import type { OperatorLog } from '../../application/ports/process/operator-log.ts'
import type { Log } from '../observability/logging.ts'

/** Notes in the database and in the log what an operator's command was and how it ended. */
export type RecordCommand = (command: string, input: CommandInput, exitCode: number) => Promise<void>

interface RecordCommandDeps {
  readonly operatorLog: Pick<OperatorLog, 'record'>
  readonly findUser: FindUser
  readonly ids: IdGenerator
  readonly clock: Clock
  readonly log: Log
}

/** A user without a name in the system (as in some containers) is named by its number. */
const operatorName = (): string => {
  try {
    return `${userInfo().username}@${hostname()}`
  } catch {
    return `${process.getuid?.() ?? 'unknown'}@${hostname()}`
  }
}

/** What a command was about: the account of its address, or the thing whose id it was given. */
const subjectOf = async (findUser: FindUser, values: CommandInput['values']): Promise<string | null> => {
  const { email, 'top-up-id': topUpId, 'key-id': keyId } = values
  if (email === undefined) return (topUpId ?? keyId ?? null)?.toLowerCase() ?? null
  const user = await findUser(email)
  return isLeft(user) ? null : user.right.id
}

export const recordCommand =
  ({ operatorLog, findUser, ids, clock, log }: RecordCommandDeps): RecordCommand =>
  async (command, { values, switches }, exitCode) => {
    const given = { ...values, ...Object.fromEntries([...switches].map((name) => [name, 'on'])) }
    const action = { operator: operatorName(), command, arguments: given, exitCode }
    log.info(action, 'operator command')
    await operatorLog.record({
      ...action,
      id: ids.next(),
      at: new Date(clock.now()),
      operatorId: null,
      subject: await subjectOf(findUser, values),
      before: null,
      after: null,
      reason: values['reason'] ?? null,
    })
  }
