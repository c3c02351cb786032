import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import { left, right } from 'fp-ts/lib/Either.js'
import { accountSurface } from '../../src/adapters/http/account/surface.ts'
import { openAiSurface } from '../../src/adapters/http/openai/surface.ts'
import { serviceSurface } from '../../src/adapters/http/service/surface.ts'
import { operatorSurface } from '../../src/adapters/http/operator/surface.ts'
import { httpApp } from '../../src/adapters/http/app.ts'
import type { AppDeps } from '../../src/adapters/http/app.ts'
import type { Admission } from '../../src/application/admission/admission.ts'
import type { Endpoint } from '../../src/adapters/http/endpoint/endpoint.ts'
import type { AccessRecord } from '../../src/adapters/http/request/access-record.ts'
import type { RateVerdict } from '../../src/domain/limits/rate-limit.ts'
import type { GatewayPrincipal } from '../../src/domain/identity/principal.ts'
import { listenOnLoopback } from './servers/loopback.ts'

export const GOOD_KEY = 'sk-good'
export const GOOD_TOKEN = 'token-good'
/** Of a user with the role of an operator. */
export const OPERATOR_TOKEN = 'token-operator'

export const principal: GatewayPrincipal = {
  keyId: 'key-1',
  userId: 'user-1',
  walletId: 'wallet-1',
  allowedModels: null,
  rateLimitPerMinute: null,
  requestsPerMinute: null,
  tokensPerMinute: null,
}

export const admitted: RateVerdict = { allowed: true, limit: 60, remaining: 59, resetMs: 60_000, retryAfterSeconds: 0 }

export const openAdmission: Admission = {
  authenticateKey: async (key) => (key === GOOD_KEY ? right(principal) : left({ tag: 'invalid_api_key' })),
  authenticateSession: async (token) =>
    token === GOOD_TOKEN || token === OPERATOR_TOKEN
      ? right({ userId: 'user-1', sessionId: 'session-1', isOperator: token === OPERATOR_TOKEN })
      : left({ tag: 'unauthenticated' }),
  admitCall: async () => admitted,
  admitLookUp: async () => admitted,
  admitUser: async () => admitted,
  admitAddress: async () => admitted,
  admitSignIn: async () => admitted,
  admitSignInTo: async () => admitted,
}

export interface RunningApp {
  readonly url: string
  readonly accessLog: AccessRecord[]
  readonly errors: unknown[]
  readonly server: Server
  close(): Promise<void>
}

/** The HTTP side over these endpoints, for callers with `GOOD_KEY` and `GOOD_TOKEN`. */
export const appForTest = (endpoints: readonly Endpoint[], over: Partial<AppDeps> = {}): ReturnType<typeof httpApp> => {
  let ids = 0
  return httpApp({
    endpoints: () => endpoints,
    surfaces: [openAiSurface, accountSurface, operatorSurface, serviceSurface],
    admission: openAdmission,
    nextId: () => `made-${(ids += 1)}`,
    nowMs: () => performance.now(),
    recordAccess: () => undefined,
    recordSecurity: () => undefined,
    reportError: () => undefined,
    beginSpan: null,
    storeTroubleOf: () => null,
    isTrustedProxy: () => false,
    reportProxy: () => undefined,
    corsOrigins: [],
    isHttps: false,
    console: null,
    baseUrl: () => 'http://127.0.0.1',
    isStopping: () => false,
    ...over,
  })
}

/** Serves endpoints over real HTTP to callers with `GOOD_KEY` and `GOOD_TOKEN`. */
export const serveForTest = async (
  endpoints: readonly Endpoint[],
  over: Partial<AppDeps> = {},
  makeServer: (handle: RequestListener) => Server = (handle) => createServer(handle),
): Promise<RunningApp> => {
  const accessLog: AccessRecord[] = []
  const errors: unknown[] = []
  let url = ''
  const app = appForTest(endpoints, {
    recordAccess: (record) => accessLog.push(record),
    reportError: (error) => errors.push(error),
    baseUrl: () => url,
    ...over,
  })
  const server = makeServer((request, response) => void app(request, response))
  const { origin, close } = await listenOnLoopback(server)
  url = origin
  return {
    url,
    accessLog,
    errors,
    server,
    close,
  }
}
