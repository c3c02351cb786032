import type { StepCount } from '../../../domain/usage/first-token.ts'

/** How many times to the first token were counted in one step of one hour. */
export interface HourStepCount extends StepCount {
  readonly hour: Date
}

/** The times to the first token of all processes, by hour and step. */
export interface FirstTokenLog {
  /** Adds what one process has counted, and deletes hours that are older than 31 days. */
  add(counts: readonly HourStepCount[]): Promise<void>
  /** Of calls whose first token came in the hour of `from` or later. */
  since(from: Date): Promise<readonly StepCount[]>
}
