import { setTimeout as wait } from 'node:timers/promises'

/** Waits until the condition holds, looking every few milliseconds; fails after `withinMs`. */
export const eventually = async (
  condition: () => boolean | Promise<boolean>,
  withinMs = 1_000,
  everyMs = 5,
): Promise<void> => {
  const startedMs = performance.now()
  while (!(await condition())) {
    if (performance.now() - startedMs > withinMs) throw new Error(`The condition did not hold within ${withinMs} ms.`)
    await wait(everyMs)
  }
}
