import pg from 'pg'
import type { Case } from './case.ts'
import type { Installation } from './installation.ts'

/** One loop of a process fails at each run, and the database is well. */
export const failingLoop = (on: Installation): Case => ({
  title: 'a table that only one loop reads is locked',
  alerts: ['LoopFailing'],
  quiet: ['DatabaseAway'],
  begin: async () => {
    const client = new pg.Client({ connectionString: on.database.url ?? '' })
    await client.connect()
    await client.query('begin')
    await client.query('lock table deployment_switches in access exclusive mode')
    return async () => {
      await client.query('rollback')
      await client.end()
    }
  },
})
