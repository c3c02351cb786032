import { getActiveResourcesInfo } from 'node:process'
import { setImmediate } from 'node:timers/promises'

/** How many timers keep this process alive, that of the test among them, which mocha sets behind its first turn. */
export const activeTimers = async (): Promise<number> => {
  await setImmediate()
  return getActiveResourcesInfo().filter((name) => name === 'Timeout').length
}
