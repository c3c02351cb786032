import { signal } from '@preact/signals'
import type { Schemas } from './api-types.ts'
import { call } from './call.ts'
import type { ApiFailure } from './failure.ts'
import { oweSignOut, session, signedOut } from './session.ts'

/** The user who is signed in; null before that is known, and without a session. */
export const account = signal<Schemas['UserMe'] | null>(null)

/** Why the user is not known, where the question failed. */
export const accountFailure = signal<ApiFailure | null>(null)

export const loadAccount = async (): Promise<void> => {
  const outcome = await call('GET /v1/me')
  // Another person may be signed in by now, who is asked for anew.
  if (!outcome.ok && outcome.failure.tag === 'signed_out') return
  if (outcome.ok) account.value = outcome.value
  accountFailure.value = outcome.ok ? null : outcome.failure
}

/** What a person would lose with the page: a dialog, what was asked and answered, a field that they have changed. */
const IN_USE = 'dialog[open], #page :is(.exchange, :user-valid, :user-invalid)'

/**
 * The address of a person whose session has ended in the middle of something: the page waits for them with it. Null for
 * every other person, who goes by the sign-in page.
 */
export const awaited = signal<string | null>(null)

session.subscribe((now) => {
  // Signed in from another tab, maybe as another person: nothing of this page is for them.
  if (now.tag === 'signed_in' && awaited.peek() !== null) window.location.reload()
  if (now.tag !== 'signed_out') return
  const user = account.peek()
  if (now.notice !== 'ended') awaited.value = null
  else if (user?.has_password === true && document.querySelector(IN_USE) !== null) awaited.value = user.email
  if (awaited.peek() === null) account.value = null
})

/** Waits no longer: the page goes, with what was typed there. */
export const stopAwaiting = (): void => {
  awaited.value = null
  account.value = null
}

/** Ends the session here and at the service, which hears of it later where it cannot be reached. */
export const signOut = async (): Promise<void> => {
  const ended = await call('DELETE /v1/console/session')
  if (!ended.ok && ended.failure.tag !== 'signed_out') oweSignOut()
  signedOut(null)
}
