import type { Outcome } from '../../api/failure.ts'
import { useAction } from '../../ui/form.tsx'
import type { Action } from '../../ui/form.tsx'

/** What a call brought, and how long it took. */
export interface Timed<A> {
  readonly value: A
  readonly seconds: number
}

interface PaidCall {
  readonly action: Action
  /** Runs one call at a time; null where it failed. */
  run<A>(work: () => Promise<Outcome<A>>): Promise<Timed<A> | null>
}

export const usePaidCall = (): PaidCall => {
  const action = useAction()
  return {
    action,
    run: async (work) => {
      const startedAt = performance.now()
      const value = await action.run(work)
      return value === null ? null : { value, seconds: (performance.now() - startedAt) / 1_000 }
    },
  }
}
