import type { VARIABLES, VariableName } from './config-variables.ts'
import type { Variable } from './environment-variable.ts'

/** What every variable of the table says; null where it says nothing, or nothing that can be used. */
export type Values = {
  readonly [N in VariableName]: (typeof VARIABLES)[N] extends Variable<infer A> ? A | null : never
}
