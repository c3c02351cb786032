import type { JobName } from '../../../domain/standing-work/job-name.ts'
import type { JobScope } from '../../../domain/standing-work/job.ts'
import type { ProcessRole } from '../../../domain/standing-work/seen-job.ts'
import type { JsonColumn, WrittenOnce } from './columns.ts'

/** What operators have switched off. */
interface DeploymentSwitchesTable {
  readonly name: WrittenOnce<string>
  readonly provider: WrittenOnce<string>
  /** Null: the whole provider. */
  readonly upstream_model: WrittenOnce<string | null>
  readonly since: WrittenOnce<Date>
  readonly reason: string | null
}

/** What every process reported last of its standing work. */
export interface StandingJobsTable {
  readonly process: WrittenOnce<string>
  readonly role: ProcessRole
  readonly reported_at: Date
  readonly job: WrittenOnce<JobName>
  readonly scope: JobScope
  readonly every_ms: number
  readonly runs: bigint
  readonly failures: bigint
  readonly running_since: Date | null
  /** Of the run that ended last. */
  readonly last_started_at: Date | null
  readonly last_took_ms: bigint | null
  readonly last_failed: boolean | null
  readonly last_counts: JsonColumn
  readonly total_counts: JsonColumn
  readonly failed_at: Date | null
  readonly failure: string | null
  readonly next_run_at: Date | null
}

/** How many answers had their first token after how long, by hour and step of the scale. */
interface FirstTokenTimesTable {
  readonly hour: WrittenOnce<Date>
  readonly step: WrittenOnce<number>
  readonly calls: bigint
}

/** One row an audit. */
interface LedgerAuditsTable {
  readonly at: WrittenOnce<Date>
  readonly took_ms: WrittenOnce<bigint>
  readonly violations: WrittenOnce<number>
  readonly deltas: JsonColumn
}

/** What operators read and switch. */
export interface OperatorTables {
  readonly deployment_switches: DeploymentSwitchesTable
  readonly standing_jobs: StandingJobsTable
  readonly first_token_times: FirstTokenTimesTable
  readonly ledger_audits: LedgerAuditsTable
}
