import type { Case } from './case.ts'
import { holdLock } from './hold-lock.ts'
import type { Installation } from './installation.ts'

/** Twice as many as a process has connections for requests. */
const READERS = 24

/** The database is there and every connection to it waits. */
export const databaseBusy = (on: Installation): Case => ({
  title: 'every connection waits for a locked table',
  alerts: ['DatabaseBusy'],
  quiet: ['DatabaseAway'],
  begin: async () => {
    const unlock = await holdLock(on, 'lock table webhooks in access exclusive mode')
    let isOver = false
    const read = async (): Promise<void> => {
      const headers = { authorization: `Bearer ${on.idle.accessToken}` }
      while (!isOver) await fetch(`${on.url}/v1/me/webhooks`, { headers }).then((answer) => answer.arrayBuffer())
    }
    const readers = Array.from({ length: READERS }, read)
    return async () => {
      isOver = true
      await unlock()
      await Promise.all(readers)
    }
  },
})
