import { useSignal } from '@preact/signals'
import type { Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ApiFailure, Outcome } from '../api/failure.ts'
import { session } from '../api/session.ts'

type State<A> =
  | { readonly tag: 'loading' }
  | { readonly tag: 'ready'; readonly value: A; readonly isRenewing: boolean }
  | { readonly tag: 'failed'; readonly failure: ApiFailure }

/** Something that a page shows and the API has. */
export interface Resource<A> {
  readonly state: Signal<State<A>>
  /** Asks again; what is shown stays until the answer is there. */
  reload(): Promise<void>
  /** Shows what a change has made, without asking again. */
  replace(value: A): void
}

/** Loads when the page opens and whenever `key` changes. An answer to an older question is dropped. */
export const useResource = <A>(key: string, load: (signal: AbortSignal) => Promise<Outcome<A>>): Resource<A> => {
  const state = useSignal<State<A>>({ tag: 'loading' })
  const latest = useSignal<AbortController | null>(null)

  const ask = async (): Promise<void> => {
    latest.peek()?.abort()
    const controller = new AbortController()
    latest.value = controller
    const shown = state.peek()
    state.value = shown.tag === 'ready' ? { ...shown, isRenewing: true } : { tag: 'loading' }
    const outcome = await load(controller.signal)
    if (controller.signal.aborted) return
    state.value = outcome.ok
      ? { tag: 'ready', value: outcome.value, isRenewing: false }
      : { tag: 'failed', failure: outcome.failure }
  }

  useEffect(() => {
    void ask()
    return () => latest.peek()?.abort()
  }, [key])

  // What failed because the session had ended is asked for anew once the person has signed in again.
  useEffect(
    () =>
      session.subscribe(({ tag }) => {
        const shown = state.peek()
        if (tag === 'signed_in' && 'failure' in shown && shown.failure.tag === 'signed_out') void ask()
      }),
    [key],
  )

  const replace = (value: A): void => {
    state.value = { tag: 'ready', value, isRenewing: false }
  }
  return { state, reload: ask, replace }
}
