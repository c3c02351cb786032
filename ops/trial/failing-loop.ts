import type { Case } from './case.ts'
import { holdLock } from './hold-lock.ts'
import type { Installation } from './installation.ts'

/** One loop of a process fails at each run, and the database is well. */
export const failingLoop = (on: Installation): Case => ({
  title: 'a table that only one loop reads is locked',
  alerts: ['LoopFailing'],
  quiet: ['DatabaseAway'],
  begin: () => holdLock(on, 'lock table deployment_switches in access exclusive mode'),
})
