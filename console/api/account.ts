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

session.subscribe((now) => {
  if (now.tag === 'signed_out') account.value = null
})

/** Ends the session here and at the service, which hears of it later where it cannot be reached. */
export const signOut = async (): Promise<void> => {
  const ended = await call('DELETE /v1/console/session')
  if (!ended.ok && ended.failure.tag !== 'signed_out') oweSignOut()
  signedOut(null)
}
