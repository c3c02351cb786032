import { signal } from '@preact/signals'
import type { Schemas } from './api-types.ts'
import { failureOf } from './failure.ts'
import type { ApiFailure } from './failure.ts'
import { deleteKept } from './kept.ts'
import { reach } from './reach.ts'

/** What the sign-in page says of the session that is over. */
type SessionNotice = 'ended' | 'deleted' | null

/** What the console knows of who is here. */
export type Session =
  /** The page has just opened: the cookie may still bring a session. */
  | { readonly tag: 'unknown' }
  /** The service did not tell, and why: there may be a session, and what the tab has kept stays. */
  | { readonly tag: 'away'; readonly failure: ApiFailure }
  | { readonly tag: 'signed_out'; readonly notice: SessionNotice }
  | { readonly tag: 'signed_in'; readonly accessToken: string; readonly expiresAtMs: number }

/** The access token lives here alone, in memory. The refresh token is in a cookie that no script can read. */
export const session = signal<Session>({ tag: 'unknown' })

type ConsoleSession = Schemas['ConsoleSession']

const ADDRESS = '/v1/console/session'

/**
 * Has the id of the session that all tabs of this browser share, as they share the cookie; a new page asks for no
 * session where there is none. It is no secret and no proof of anything. A page of another port or of a neighbouring
 * host can write a cookie for this one, and cannot write here: the session of such a cookie is another one.
 */
const SIGN_IN = 'gateway.was-signed-in'

/** Is there where a person signed out and the service did not hear of it: the cookie still opens their session. */
const OWED_SIGN_OUT = 'gateway.owed-sign-out'

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
  ownSignIn = made.session_id
  localStorage.setItem(SIGN_IN, ownSignIn)
  // The cookie is that of the new session.
  localStorage.removeItem(OWED_SIGN_OUT)
  take(made)
}

/** Keeps that the service has to hear of a sign-out, where it did not: the next user of this browser has the cookie. */
export const oweSignOut = (): void => localStorage.setItem(OWED_SIGN_OUT, 'yes')

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

/** Null once it is known whether a person is signed in; else why it is not. */
const askForSession = async (): Promise<ApiFailure | null> => {
  if (!isStillShared()) return null
  try {
    const answer = await reach(`${ADDRESS}/refresh`, { method: 'POST' })
    // The cookie may have become another person's on the way.
    if (!isStillShared()) return null
    const made = answer.ok ? ((await answer.json()) as ConsoleSession) : null
    if (made?.session_id === ownSignIn) take(made)
    else if (answer.ok || answer.status === 401) signedOut('ended')
    else return await failureOf(answer)
    return null
  } catch {
    return { tag: 'unreachable' }
  }
}

/**
 * Pages of one browser ask one after the other. A browser gives no locks to a page that came by HTTP from another
 * machine: two such pages that ask at once get the same next token from the service.
 */
const askInTurn = (): Promise<ApiFailure | null> =>
  'locks' in navigator ? navigator.locks.request('gateway.session', askForSession) : askForSession()

let asking: Promise<ApiFailure | null> | null = null

/**
 * Continues the session of the cookie; callers of one page share one request. Resolves to why that failed, where the
 * service did not tell who is here; the session then stays as it is.
 */
export const continueSession = (): Promise<ApiFailure | null> => {
  asking ??= askInTurn().finally(() => {
    asking = null
  })
  return asking
}

/** Ends the session of a person who signed out while the service was away. Where it still is, the next page tries. */
const payOwedSignOut = async (): Promise<void> => {
  if (localStorage.getItem(OWED_SIGN_OUT) === null) return
  try {
    const answer = await reach(`${ADDRESS}/refresh`, { method: 'POST' })
    if (answer.status !== 401 && !(answer.ok && (await endsBy((await answer.json()) as ConsoleSession)))) return
    localStorage.removeItem(OWED_SIGN_OUT)
  } catch {
    // The service did not answer this time either.
  }
}

const endsBy = async ({ access_token: token }: ConsoleSession): Promise<boolean> => {
  const ended = await reach(ADDRESS, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
  return ended.ok || ended.status === 401
}

/** Finds out, when the page opens, whether the user is signed in. */
export async function openSession(): Promise<void> {
  ownSignIn = localStorage.getItem(SIGN_IN)
  if (ownSignIn === null) {
    await payOwedSignOut()
    return signedOut(null)
  }
  const failure = await continueSession()
  if (failure !== null) session.value = { tag: 'away', failure }
}

/** An access token that will hold for a while; null without a session; or why there is none to be had. */
export const currentToken = async (): Promise<string | ApiFailure | null> => {
  if (!isStillShared()) return null
  const now = performance.timeOrigin + performance.now()
  const isOld = session.value.tag === 'signed_in' && session.value.expiresAtMs - RENEW_BEFORE_MS < now
  const failure = isOld ? await continueSession() : null
  if (failure !== null) return failure
  return session.value.tag === 'signed_in' ? session.value.accessToken : null
}
