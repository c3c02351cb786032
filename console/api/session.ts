import { signal } from '@preact/signals'
import type { Schemas } from './api-types.ts'
import { deleteKept } from './kept.ts'

/** What the sign-in page says of the session that is over. */
type SessionNotice = 'ended' | 'deleted' | null

/** What the console knows of who is here. */
export type Session =
  /** The page has just opened: the cookie may still bring a session. */
  | { readonly tag: 'unknown' }
  /** The service could not be asked: there may be a session, and what the tab has kept stays. */
  | { readonly tag: 'away' }
  | { readonly tag: 'signed_out'; readonly notice: SessionNotice }
  | { readonly tag: 'signed_in'; readonly accessToken: string; readonly expiresAtMs: number }

/** The access token lives here alone, in memory. The refresh token is in a cookie that no script can read. */
export const session = signal<Session>({ tag: 'unknown' })

type ConsoleSession = Schemas['ConsoleSession']

const ADDRESS = '/v1/console/session'

/**
 * Names the sign-in that all tabs of this browser share, as they share the cookie; a new page asks for no session where
 * there is none. It is no secret and no proof of anything.
 */
const SIGN_IN = 'gateway.was-signed-in'

/** The sign-in that this page goes on with. */
let ownSignIn: string | null = null

/** Names the sign-in under which this page works; null without one. Another person's has another name. */
export const currentSignIn = (): string | null => ownSignIn

/** A token is renewed this long before its end, so that no call begins with one that ends on the way. */
const RENEW_BEFORE_MS = 30_000

const take = ({ access_token, expires_in }: ConsoleSession): void => {
  session.value = {
    tag: 'signed_in',
    accessToken: access_token,
    expiresAtMs: performance.timeOrigin + performance.now() + expires_in * 1_000,
  }
}

/** Begins the session of a person who has just signed in. */
export const signedIn = (made: ConsoleSession): void => {
  ownSignIn = crypto.randomUUID()
  localStorage.setItem(SIGN_IN, ownSignIn)
  take(made)
}

export const signedOut = (notice: SessionNotice): void => {
  // Another tab may have signed in since, and stays so.
  if (localStorage.getItem(SIGN_IN) === ownSignIn) localStorage.removeItem(SIGN_IN)
  ownSignIn = null
  deleteKept()
  session.value = { tag: 'signed_out', notice }
}

/**
 * Whether the tabs still share the sign-in of this page. Where another tab has signed out, this one is signed out, too;
 * where another person has signed in, it begins anew. Otherwise it would go on with that person's cookie, under the
 * name and with the forms of the one before.
 */
const isStillShared = (): boolean => {
  const shared = localStorage.getItem(SIGN_IN)
  if (shared === ownSignIn) return true
  if (shared === null) signedOut(null)
  else if (session.peek().tag === 'signed_out') void openSession()
  else {
    deleteKept()
    session.value = { tag: 'unknown' }
    window.location.reload()
  }
  return false
}

window.addEventListener('storage', isStillShared)
// A page that the browser had put aside hears nothing until it is shown again.
window.addEventListener('pageshow', isStillShared)

const askForSession = async (): Promise<void> => {
  if (!isStillShared()) return
  const answer = await fetch(`${ADDRESS}/refresh`, { method: 'POST' })
  // The cookie may have become another person's on the way.
  if (!isStillShared()) return
  if (answer.ok) return take((await answer.json()) as ConsoleSession)
  if (answer.status === 401) return signedOut('ended')
  throw new Error(`the session was answered with ${answer.status}`)
}

let asking: Promise<void> | null = null

/**
 * Continues the session of the cookie. Pages of one browser do so one after the other, and callers of one page share
 * one request. Rejects where the service cannot be reached; the session then stays as it is.
 */
export const continueSession = (): Promise<void> => {
  asking ??= navigator.locks.request('gateway.session', askForSession).finally(() => {
    asking = null
  })
  return asking
}

/** Finds out, when the page opens, whether the user is signed in. */
export async function openSession(): Promise<void> {
  ownSignIn = localStorage.getItem(SIGN_IN)
  if (ownSignIn === null) return signedOut(null)
  try {
    await continueSession()
  } catch {
    session.value = { tag: 'away' }
  }
}

/** An access token that will hold for a while; null without a session. */
export const currentToken = async (): Promise<string | null> => {
  if (!isStillShared()) return null
  const now = performance.timeOrigin + performance.now()
  if (session.value.tag === 'signed_in' && session.value.expiresAtMs - RENEW_BEFORE_MS < now) await continueSession()
  return session.value.tag === 'signed_in' ? session.value.accessToken : null
}
