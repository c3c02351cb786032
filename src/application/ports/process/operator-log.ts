/** A command with which an operator changed something, and how it ended. */
export interface OperatorAction {
  /** A UUIDv7: the order of ids is the order in which actions ended. */
  readonly id: string
  readonly at: Date
  /** `<user>@<machine>` of the process that ran it. */
  readonly operator: string
  /** As it is typed, such as `users credit`. */
  readonly command: string
  /** Arguments, options and switches by name. No secret is ever one of them. */
  readonly arguments: Readonly<Record<string, string>>
  /** 0: done. Any other code: refused or failed. */
  readonly exitCode: number
}

/** The log of operators' actions. Rows are only ever added. */
export interface OperatorLog {
  record(action: OperatorAction): Promise<void>
  /** The newest first. */
  latest(limit: number): Promise<readonly OperatorAction[]>
}
