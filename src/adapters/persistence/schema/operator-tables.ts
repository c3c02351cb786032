import type { WrittenOnce } from './columns.ts'

/** What operators have switched off. */
export interface DeploymentSwitchesTable {
  readonly name: WrittenOnce<string>
  readonly provider: WrittenOnce<string>
  /** Null: the whole provider. */
  readonly upstream_model: WrittenOnce<string | null>
  readonly since: WrittenOnce<Date>
  readonly reason: string | null
}
