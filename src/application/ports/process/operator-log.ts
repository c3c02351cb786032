import type { Json } from '../../../domain/json.ts'

/** The fields of a thing that an action changed, or of a part of it. No secret is ever one of them. */
export type OperatorFacts = Readonly<Record<string, Json>>

/** With what an operator changed something, or tried to, and how it ended. */
export interface OperatorAction {
  /** A UUIDv7: the order of ids is the order in which actions were recorded. */
  readonly id: string
  readonly at: Date
  /** The e-mail address of the account that acted; of a command, `<user>@<machine>` of the process that ran it. */
  readonly operator: string
  /** The account that acted. Null: it was done at the command line. */
  readonly operatorId: string | null
  /** As the command is typed that does the same, such as `users credit`. */
  readonly command: string
  /** The id of the account or the thing that was changed. Null: it has none. */
  readonly subject: string | null
  /** Arguments, options and switches by name. No secret is ever one of them. */
  readonly arguments: Readonly<Record<string, string>>
  /** What the action changed, as it was. Null where this was not looked at. */
  readonly before: OperatorFacts | null
  /** The same as it is since then. */
  readonly after: OperatorFacts | null
  readonly reason: string | null
  /** 0: done. Any other code: refused or failed. */
  readonly exitCode: number
}

export interface OperatorActionQuery {
  /** Only of this operator, as `OperatorAction.operator` names it. Null: of all. */
  readonly operator: string | null
  /** Only on this subject. Null: on all. */
  readonly subject: string | null
  /** Only actions recorded before the one with this id. Null: from the newest on. */
  readonly before: string | null
  readonly limit: number
}

/** The log of operators' actions. Rows are only ever added. */
export interface OperatorLog {
  /** Inside a unit of work the record stands or falls with it. */
  record(action: OperatorAction): Promise<void>
  /** The newest first. */
  page(query: OperatorActionQuery): Promise<readonly OperatorAction[]>
}
