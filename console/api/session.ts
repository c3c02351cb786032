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

/** Tells a new page whether asking for the session is worth a request. It is no secret and no proof of anything. */
const HINT = 'gateway.was-signed-in'

/** A token is renewed this long before its end, so that no call begins with one that ends on the way. */
const RENEW_BEFORE_MS = 30_000

export const signedIn = ({ access_token, expires_in }: ConsoleSession): void => {
  localStorage.setItem(HINT, '1')
  session.value = {
    tag: 'signed_in',
    accessToken: access_token,
    expiresAtMs: performance.timeOrigin + performance.now() + expires_in * 1_000,
  }
}

export const signedOut = (notice: SessionNotice): void => {
  localStorage.removeItem(HINT)
  deleteKept()
  session.value = { tag: 'signed_out', notice }
}

const askForSession = async (): Promise<void> => {
  const answer = await fetch(`${ADDRESS}/refresh`, { method: 'POST' })
  if (answer.ok) return signedIn((await answer.json()) as ConsoleSession)
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
export const openSession = async (): Promise<void> => {
  if (localStorage.getItem(HINT) === null) return signedOut(null)
  try {
    await continueSession()
  } catch {
    session.value = { tag: 'away' }
  }
}

/** An access token that will hold for a while; null without a session. */
export const currentToken = async (): Promise<string | null> => {
  const now = performance.timeOrigin + performance.now()
  if (session.value.tag === 'signed_in' && session.value.expiresAtMs - RENEW_BEFORE_MS < now) await continueSession()
  return session.value.tag === 'signed_in' ? session.value.accessToken : null
}
