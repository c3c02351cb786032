import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { CryptoKey, JWTPayload } from 'jose'
import { listenOnLoopback } from './loopback.ts'
import { sendEndless, sendPacked } from './unbounded-answers.ts'

export const CLIENT_ID = 'this-service'
export const ISSUER = 'https://accounts.test'

/** The behaviour of the provider towards every client. */
export type ProviderMood = 'well' | 'failing' | 'nonsense' | 'silent' | 'endless' | 'packed'

/** A person with an account at the provider. */
export interface Visitor {
  readonly subject: string
  readonly email: string
}

export interface IdentityProviderServer {
  readonly jwksUrl: string
  readonly userInfoUrl: string
  /** The page where a person signs in; it sends the browser back at once, as `visitor` or with an error. */
  readonly authorizeUrl: string
  /** Who sits at the browser; null: a person who does not want to sign in. */
  visitor: Visitor | null
  /** What the user-info endpoint says of the bearer of a token. */
  readonly people: Map<string, Readonly<Record<string, unknown>>>
  /** Requests it got, by path. */
  readonly asked: string[]
  mood: ProviderMood
  /** Signs an ID token; what is given replaces what a good one says. */
  idToken(claims: JWTPayload, header?: Readonly<Record<string, unknown>>): Promise<string>
  /** Publishes another key and signs with it from then on. */
  rotate(): Promise<void>
  /** The published keys, for tests that misuse them. */
  published(): readonly Readonly<Record<string, unknown>>[]
  close(): Promise<void>
}

interface ProviderKey {
  readonly kid: string
  readonly privateKey: CryptoKey
  readonly jwk: Readonly<Record<string, unknown>>
}

const newKey = async (kid: string): Promise<ProviderKey> => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const sendFine = (response: ServerResponse, body: unknown): void => sendJson(response, 200, body)

/** Where the browser of a person goes who has visited the page of the provider. */
const returnAddress = async (provider: IdentityProviderServer, asked: URLSearchParams): Promise<string> => {
  const { visitor } = provider
  const sent = new URLSearchParams({ state: asked.get('state') ?? '' })
  if (visitor === null) {
    sent.set('error', 'access_denied')
  } else if (asked.get('response_type') === 'id_token') {
    const { subject: sub, email } = visitor
    sent.set('id_token', await provider.idToken({ sub, email, nonce: asked.get('nonce') ?? '', jti: randomUUID() }))
  } else {
    const token = randomUUID()
    provider.people.set(token, { id: visitor.subject, client_id: CLIENT_ID, default_email: visitor.email })
    sent.set('access_token', token)
    sent.set('token_type', 'bearer')
  }
  return `${asked.get('redirect_uri') ?? ''}#${sent.toString()}`
}

/** A provider of both kinds on a real socket: signed ID tokens with published keys, and user-info by access token. */
export const startIdentityProvider = async (): Promise<IdentityProviderServer> => {
  const keys = [await newKey('key-1')]
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    provider.asked.push(path)
    if (provider.mood === 'silent') return
    if (provider.mood === 'failing') return sendJson(response, 503, { error: 'down' })
    if (provider.mood === 'endless') return sendEndless(response)
    if (provider.mood === 'nonsense') return void response.writeHead(200).end('<html>')
    if (path === '/authorize') {
      const asked = new URL(request.url ?? '', url).searchParams
      void returnAddress(provider, asked).then((location) => response.writeHead(302, { location }).end())
      return
    }
    const sendFound = provider.mood === 'packed' ? sendPacked : sendFine
    if (path === '/jwks') return sendFound(response, { keys: provider.published() })
    const token = /^OAuth (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const person = path === '/info' ? provider.people.get(token) : undefined
    if (person === undefined) return sendJson(response, 401, { error: 'invalid_token' })
    sendFound(response, person)
  })
  const { origin: url, close } = await listenOnLoopback(server)
  const provider: IdentityProviderServer = {
    jwksUrl: `${url}/jwks`,
    userInfoUrl: `${url}/info`,
    authorizeUrl: `${url}/authorize`,
    visitor: null,
    people: new Map(),
    asked: [],
    mood: 'well',
    idToken: (claims, header = {}) => {
      const key = keys.at(-1)
      if (key === undefined) throw new Error('the provider has no key')
      const nowSeconds = Math.floor(Date.now() / 1000)
      const good = { iss: ISSUER, aud: CLIENT_ID, iat: nowSeconds, exp: nowSeconds + 3_600, email_verified: true }
      return new SignJWT({ ...good, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: key.kid, ...header })
        .sign(key.privateKey)
    },
    rotate: async () => void keys.push(await newKey(`key-${keys.length + 1}`)),
    published: () => keys.map(({ jwk }) => jwk),
    close,
  }
  return provider
}
