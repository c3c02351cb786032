import { setTimeout as wait } from 'node:timers/promises'

/** A guard against waiting for ever and no claim about speed: a busy machine may take its time. */
export const GUARD_MS = 240_000

/** Waits until the condition holds, looking every few milliseconds; fails when it never does. */
export const eventually = async (condition: () => boolean | Promise<boolean>, everyMs = 5): Promise<void> => {
  const startedMs = performance.now()
  while (!(await condition())) {
    if (performance.now() - startedMs > GUARD_MS) throw new Error('The condition never held.')
    await wait(everyMs)
  }
}
