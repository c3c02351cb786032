import type { VARIABLES } from './config-variables.ts'
import type { ValuesOf } from './environment-variable.ts'

/** What every variable of the program holds. */
export type Values = ValuesOf<typeof VARIABLES>
