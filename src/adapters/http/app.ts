import type { IncomingMessage, ServerResponse } from 'node:http'
import Koa from 'koa'
import compose from 'koa-compose'
import type { Admission } from '../../application/admission/admission.ts'
import { MAX_ANSWER_BYTES, memoryBudget } from '../../application/load/memory-budget.ts'
import { BODY_LIMITS } from './body/body-limits.ts'
import { isConnectionError } from './connection/is-connection-error.ts'
import type { AddressList } from './request/client-address.ts'
import type { Middleware } from './request/exchange.ts'
import type { Endpoint } from './endpoint/endpoint.ts'
import { safeRecord, safeReport } from './middleware/safe-report.ts'
import { accessLog } from './middleware/access-log.ts'
import type { RecordAccess } from './middleware/access-log.ts'
import { answerProtocolFailures } from './middleware/answer-protocol-failures.ts'
import type { StoreTroubleOf, ReportError } from './middleware/answer-protocol-failures.ts'
import { cors } from './middleware/cors.ts'
import { openExchange } from './middleware/open-exchange.ts'
import { currentRoutes, routesOf } from './middleware/routes.ts'
import { trimSlash } from './middleware/trim-slash.ts'
import { traceRequest } from './middleware/trace-request.ts'
import type { BeginSpan } from './middleware/trace-request.ts'
import type { SecurityRecord } from './request/security-event.ts'
import { serveEndpoint } from './endpoint/serve-endpoint.ts'
import { surfaceOfPath } from './surface/surface.ts'
import type { Surface } from './surface/surface.ts'

export interface AppDeps {
  /** The current endpoints. A reload replaces the list in one step; requests that have begun keep the old one. */
  readonly endpoints: () => readonly Endpoint[]
  /** They answer what no endpoint takes, each below its own path prefixes. */
  readonly surfaces: readonly Surface[]
  readonly admission: Admission
  readonly nextId: () => string
  /** A monotonic clock for durations. */
  readonly nowMs: () => number
  readonly recordAccess: RecordAccess
  readonly recordSecurity: (record: SecurityRecord) => void
  readonly reportError: ReportError
  /** Begins the span of a request; null if none are recorded. */
  readonly beginSpan: BeginSpan | null
  readonly storeTroubleOf: StoreTroubleOf
  /** Proxies we run: only from them is `X-Forwarded-For` believed. */
  readonly isTrustedProxy: AddressList
  /** Called for a peer that forwards for others and is no such proxy. */
  readonly reportProxy: (peer: string) => void
  /** Origins whose pages may call from a browser; with none, no response has a CORS header. */
  readonly corsOrigins: readonly string[]
  /** Whether clients reach us by https. */
  readonly isHttps: boolean
  /** Where clients reach the service, without a trailing slash. Never what a client says in `Host`. */
  readonly baseUrl: () => string
  /** Whether the process takes no more connections. Requests on those that it has are refused (503) from then on. */
  readonly isStopping: () => boolean
  /** Answers the addresses of the console, and leaves all others to the API. Null if the console is left out. */
  readonly console: Middleware | null
  /** What request bodies may hold in memory together; past it new ones are refused (503). */
  readonly bodyBytesInFlight?: number
  /** What answers of providers may hold together; past it new calls are refused (503) and those under way wait. */
  readonly answerBytesInFlight?: number
}

const DEFAULT_BYTES_IN_FLIGHT = 256_000_000

/** The first word of the addresses of the documentation's pages. */
const DOCUMENTATION: ReadonlySet<string> = new Set(['docs'])

const nothing = async (): Promise<void> => {}

/** Answers a request. Resolves when its answer has been handed over; never rejects. */
type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** The whole HTTP side: this order, nothing hidden. */
export const httpApp = (deps: AppDeps): Answer => {
  const reportError = safeReport(deps.reportError)
  const safely = safeRecord(reportError)
  const endpointDeps = {
    admission: deps.admission,
    budgets: {
      bodies: memoryBudget(deps.bodyBytesInFlight ?? DEFAULT_BYTES_IN_FLIGHT, BODY_LIMITS.files.bytes),
      answers: memoryBudget(deps.answerBytesInFlight ?? DEFAULT_BYTES_IN_FLIGHT, MAX_ANSWER_BYTES),
    },
    baseUrl: deps.baseUrl,
    isStopping: deps.isStopping,
    recordSecurity: safely(deps.recordSecurity),
  }
  const surfaceOf = surfaceOfPath(deps.surfaces)
  const { route, notFound } = currentRoutes(deps.endpoints, (endpoints) =>
    routesOf(endpoints, (endpoint) => serveEndpoint(endpoint, endpointDeps), surfaceOf),
  )
  const app = new Koa()
  app.silent = true
  // What handlers throw never comes here: `answerProtocolFailures` has it.
  app.on('error', (error: unknown) => {
    if (!isConnectionError(error)) reportError(error, '', null)
  })
  const order: readonly Middleware[] = [
    openExchange(deps),
    traceRequest(deps.beginSpan, safely),
    accessLog(safely(deps.recordAccess), deps.nowMs),
    ...(deps.corsOrigins.length === 0 ? [] : [cors(deps.corsOrigins)]),
    answerProtocolFailures({ reportError, storeTroubleOf: deps.storeTroubleOf, surfaceOf }),
    trimSlash(DOCUMENTATION),
    ...(deps.console === null ? [] : [deps.console]),
    route,
    notFound,
  ]
  const run = compose(order as unknown as compose.Middleware<Koa.Context>[])
  // Koa's own callback is not used: it would write the answer a second time and add listeners to each one.
  return (request, response) => {
    // What the log says of a client that leaves before its answer.
    response.statusCode = 404
    const context = app.createContext(request, response)
    return run(context, nothing).catch((error: unknown) => context.onerror(error as Error))
  }
}
