import { effect, signal } from '@preact/signals'
import type { Signal } from '@preact/signals'
import { account } from '../api/account.ts'
import { keep, readKept } from '../api/kept.ts'
import { session } from '../api/session.ts'

/** What the pages of this tab keep for the person who is here, by its name. */
const known = new Map<string, Signal<unknown>>()

account.subscribe((user) => {
  if (user === null) known.clear()
})

/**
 * A value that outlives a reload of the page in this tab, such as a text that a person types. Never for a secret. A
 * page that is left and opened again has the same one, so that it shows what came of the work that it had begun. What
 * comes after its person has gone is not kept: the next person at this tab would see it.
 */
export const kept = <A>(name: string, initial: A): Signal<A> => {
  const open = known.get(name)
  if (open !== undefined) return open as Signal<A>
  // Another form of a value gets another name, so that no page reads what an older one has written.
  const value = signal((readKept(name) ?? initial) as A)
  known.set(name, value)
  effect(() => {
    const latest = value.value
    if (session.value.tag === 'signed_in' && known.get(name) === value) keep(name, latest)
  })
  return value
}
