import type { None, Operations } from './api-types.ts'
import { failureOf } from './failure.ts'
import type { ApiFailure, Outcome } from './failure.ts'
import { reach } from './reach.ts'
import { continueSession, currentSignIn, currentToken, signedOut } from './session.ts'

/** A part that an operation needs has to be written; one that it may do without may be left out. */
type Part<Name extends string, A> = None extends A ? Readonly<Partial<Record<Name, A>>> : Readonly<Record<Name, A>>

export type CallOf<K extends keyof Operations> = Part<'path', Operations[K]['path']> &
  Part<'query', Operations[K]['query']> &
  Part<'body', Operations[K]['body']> & {
    readonly headers?: Readonly<Record<string, string>>
    readonly signal?: AbortSignal
    /** Set where the caller is not signed in, or signs in by this call. */
    readonly anonymous?: true
  }

interface AnyCall {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly anonymous?: true
}

const failed = (failure: ApiFailure): Outcome<never> => ({ ok: false, failure })

const addressOf = (pattern: string, { path = {}, query = {} }: AnyCall): string => {
  const address = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search.size === 0 ? address : `${address}?${search.toString()}`
}

const send = (operation: string, call: AnyCall, token: string | null): Promise<Response> => {
  const [method = 'GET', pattern = '/'] = operation.split(' ', 2)
  return reach(addressOf(pattern, call), {
    method,
    headers: {
      // The language that the person has chosen here, for the mails that a call sends.
      'accept-language': document.documentElement.lang,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...call.headers,
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    ...(call.signal === undefined ? {} : { signal: call.signal }),
  })
}

const answerOf = async (answer: Response): Promise<unknown> => {
  if (answer.status === 204) return null
  return answer.headers.get('content-type')?.includes('json') ? answer.json() : answer.blob()
}

const SIGNED_OUT: ApiFailure = { tag: 'signed_out' }

/**
 * Sends a call with the token of the session. Where that has ended, or is another person's by now, nothing is sent:
 * what one has asked for is not done for the next.
 */
const sendAs = async (
  operation: string,
  call: AnyCall,
  isSamePerson: () => boolean,
): Promise<Response | ApiFailure> => {
  const token = await currentToken()
  if (token === null || !isSamePerson()) return SIGNED_OUT
  return typeof token === 'string' ? send(operation, call, token) : token
}

const attempt = async (
  operation: string,
  call: AnyCall,
  isSamePerson: () => boolean,
): Promise<Response | ApiFailure> => {
  if (call.anonymous === true) return send(operation, call, null)
  const answer = await sendAs(operation, call, isSamePerson)
  if (!(answer instanceof Response) || answer.status !== 401) return answer
  // The session may have been continued elsewhere, or ended: the cookie knows.
  return (await continueSession()) ?? sendAs(operation, call, isSamePerson)
}

/**
 * Calls an operation of the API by its method and path, as the person who is signed in. Never rejects: what went wrong
 * is in the outcome. An aborted call counts as unreachable, and one whose person has signed out since as signed out.
 */
export const call = async <K extends keyof Operations>(
  operation: K,
  ...[given]: Record<never, never> extends CallOf<K> ? [CallOf<K>?] : [CallOf<K>]
): Promise<Outcome<Operations[K]['answer']>> => {
  const signIn = currentSignIn()
  const isSamePerson = (): boolean => given?.anonymous === true || currentSignIn() === signIn
  try {
    const answer = await attempt(operation, (given ?? {}) as AnyCall, isSamePerson)
    if (!isSamePerson()) return failed(SIGNED_OUT)
    if (!(answer instanceof Response)) return failed(answer)
    if (answer.ok) {
      const value = (await answerOf(answer)) as Operations[K]['answer']
      return isSamePerson() ? { ok: true, value } : failed(SIGNED_OUT)
    }
    if (answer.status === 401 && given?.anonymous !== true) {
      signedOut('ended')
      return failed(SIGNED_OUT)
    }
    return failed(await failureOf(answer))
  } catch {
    return failed({ tag: 'unreachable' })
  }
}
