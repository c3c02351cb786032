import * as t from 'io-ts'
import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { TokenPair } from '../../../../application/accounts/sessions/open-session.ts'
import { SESSION_ABSOLUTE_TIMEOUT_MS } from '../../../../domain/identity/session.ts'
import { SECOND_MS } from '../../../../domain/time-units.ts'
import { count, nullish } from '../../codecs/codecs.ts'
import { json } from '../../sending/http-response.ts'
import type { JsonResponse } from '../../sending/http-response.ts'

/** The headers by which a browser brings the cookie, and tells from which page a request comes. */
export const browserHeaders = t.partial({
  cookie: nullish(t.string),
  origin: nullish(t.string),
  host: nullish(t.string),
  'sec-fetch-site': nullish(t.string),
})

type BrowserHeaders = t.TypeOf<typeof browserHeaders>

export const consoleSessionBody = t.type(
  { session_id: t.string, access_token: t.string, token_type: t.literal('bearer'), expires_in: count },
  'ConsoleSession',
)

const NAME = 'gateway_session'

/** The addresses of the session alone: no other request carries the refresh token. */
const PATH = '/v1/console/session'

/** A cookie that outlived its session would only be refused. */
const LIFE_SECONDS = SESSION_ABSOLUTE_TIMEOUT_MS / SECOND_MS

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null)

/**
 * Admits requests of the console's own pages. Every browser of the last years says by `Sec-Fetch-Site` where a request
 * comes from, and no page can set that header; without it `Origin` must name the host that was asked.
 */
export const fromOwnPage = (
  headers: BrowserHeaders,
  baseUrl: string,
): Either<{ readonly tag: 'cross_site_request' }, null> => {
  const site = headers['sec-fetch-site'] ?? null
  const from = hostOf(headers.origin ?? '')
  const isOwn =
    site === null ? from !== null && (from === headers.host || from === hostOf(baseUrl)) : site === 'same-origin'
  return isOwn ? right(null) : left({ tag: 'cross_site_request' })
}

/** The refresh token that the browser brought; empty where it brought none. */
export const refreshTokenIn = ({ cookie }: BrowserHeaders): string => {
  for (const each of (cookie ?? '').split(';')) {
    const [name, value] = each.trim().split('=', 2)
    if (name === NAME) return value ?? ''
  }
  return ''
}

const cookie = (value: string, lifeSeconds: number, baseUrl: string): string => {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  return `${NAME}=${value}; Path=${PATH}; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Strict${secure}`
}

/** The header that takes the session from the browser. */
export const endedCookie = (baseUrl: string): Readonly<Record<string, string>> => ({
  'set-cookie': cookie('', 0, baseUrl),
})

/** Gives the access token to the page, and the refresh token to the browser, where no script can read it. */
export const consoleSessionResponse = (pair: TokenPair, baseUrl: string): JsonResponse => {
  const body: t.TypeOf<typeof consoleSessionBody> = {
    session_id: pair.sessionId,
    access_token: pair.accessToken,
    token_type: 'bearer',
    expires_in: pair.expiresInSeconds,
  }
  return json(200, body, { headers: { 'set-cookie': cookie(pair.refreshToken, LIFE_SECONDS, baseUrl) } })
}
