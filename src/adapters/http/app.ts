import Router from '@koa/router'
import Koa from 'koa'
import type { Admission } from '../../application/admission/admission.ts'
import { bodyBudget } from './body/body-budget.ts'
import { BODY_BOUNDS } from './body/body-bounds.ts'
import { connectionBroke } from './connection-broke.ts'
import type { AddressList } from './address-list.ts'
import type { Endpoint } from './endpoint.ts'
import { type AccessRecord, accessLog } from './middleware/access-log.ts'
import { crossOrigin } from './middleware/cross-origin.ts'
import { errorBoundary } from './middleware/error-boundary.ts'
import { exactPath } from './middleware/exact-path.ts'
import { oneHost } from './middleware/one-host.ts'
import { readableAddress } from './middleware/readable-address.ts'
import { noteAddress } from './middleware/note-address.ts'
import { requestId } from './middleware/request-id.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { unmatched } from './middleware/unmatched.ts'
import { boundUnreadBody } from './middleware/unread-body.ts'
import type { SecurityRecord } from './security-event.ts'
import { serveEndpoint } from './serve-endpoint.ts'

export interface AppDeps {
  readonly endpoints: readonly Endpoint[]
  readonly admission: Admission
  readonly nextId: () => string
  /** A monotonic clock for durations. */
  readonly nowMs: () => number
  readonly recordAccess: (record: AccessRecord) => void
  readonly recordSecurity: (record: SecurityRecord) => void
  readonly reportError: (error: unknown, requestId: string) => void
  /** Whether an exception says that the database cannot be reached. */
  readonly isOutage: (error: unknown) => boolean
  /** Proxies we run: only from them is `X-Forwarded-For` believed. */
  readonly isTrustedProxy: AddressList
  /** Hears of a peer that forwards for others and is no such proxy. */
  readonly reportProxy: (peer: string) => void
  /** Origins whose pages may call from a browser; none, and no browser is told anything. */
  readonly corsOrigins: readonly string[]
  /** Whether clients reach us by https. */
  readonly isHttps: boolean
  /** Where clients reach the service, without a trailing slash. Never what a client says in `Host`. */
  readonly baseUrl: () => string
  /** What request bodies may hold in memory together; past it new ones are refused (503). */
  readonly bodyBytesInFlight?: number
}

const DEFAULT_BODY_BYTES_IN_FLIGHT = 256_000_000

/** A path that is no pattern. */
const IS_EXACT = /^[\w/.-]+$/

/** The whole HTTP side: this order, nothing hidden. */
export const httpApp = (deps: AppDeps): Koa => {
  const router = new Router({ sensitive: true, strict: true })
  const serving = {
    admission: deps.admission,
    bodies: bodyBudget(deps.bodyBytesInFlight ?? DEFAULT_BODY_BYTES_IN_FLIGHT, BODY_BOUNDS.files.bytes),
    baseUrl: deps.baseUrl,
    recordSecurity: deps.recordSecurity,
  }
  const exact = new Map<string, ReturnType<typeof serveEndpoint>>()
  for (const endpoint of deps.endpoints) {
    const serve = serveEndpoint(endpoint, serving)
    router.register(endpoint.path, [endpoint.method], serve)
    if (IS_EXACT.test(endpoint.path)) exact.set(`${endpoint.method} ${endpoint.path}`, serve)
  }
  const app = new Koa()
  app.silent = true
  // What handlers throw never comes here: the error boundary has it.
  app.on('error', (error: unknown) => {
    if (!connectionBroke(error)) deps.reportError(error, '')
  })
  const order = [
    requestId(deps.nextId),
    accessLog(deps.recordAccess, deps.nowMs),
    noteAddress(deps.isTrustedProxy, deps.reportProxy),
    boundUnreadBody(),
    securityHeaders(deps.isHttps),
    crossOrigin(deps.corsOrigins),
    readableAddress,
    oneHost,
    errorBoundary(deps.reportError, deps.isOutage),
    exactPath(exact),
    router.routes(),
    unmatched(
      router,
      deps.endpoints.map(({ path }) => path),
    ),
  ]
  for (const middleware of order) app.use(middleware as Koa.Middleware)
  return app
}
