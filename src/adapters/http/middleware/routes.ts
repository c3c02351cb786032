import Router from '@koa/router'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { ProtocolFailure } from '../failures/protocol-failure.ts'
import type { Exchange, Middleware } from '../request/exchange.ts'
import { sendFailure } from '../sending/send-response.ts'
import type { Surface } from '../surface/surface.ts'
import { suggestBaseUrl, suggestPath, suggestReplacement } from './suggest-path.ts'

type Serve = (exchange: Exchange) => Promise<void>

/** A path without parameters. */
const IS_STATIC = /^[\w/.-]+$/

/** The last word of the path is a parameter. */
const ENDS_OPEN = /[:*]\w+$/

interface Routes {
  /** Serves the endpoint of a path, and calls `next` where no endpoint has this method and path. */
  readonly route: Middleware
  /** Answers 405 where the path is offered with another method, else 404 with a near path where there is one. */
  readonly notFound: Middleware
}

/**
 * Whether a client wants to go on by WebSocket. A proxy keeps `Upgrade` to itself, which is for the next server alone,
 * and passes the key on.
 */
const wantsWebSocket = (headers: Exchange['headers']): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' || headers['sec-websocket-key'] !== undefined

/**
 * The router of these endpoints. A static path is found in a table, because the router tries its patterns one by one,
 * and there are many.
 */
export const routesOf = (
  endpoints: readonly Endpoint[],
  serveEndpoint: (endpoint: Endpoint) => Serve,
  surfaceOf: (path: string) => Surface,
): Routes => {
  const router = new Router({ sensitive: true, strict: true })
  const byStaticPath = new Map<string, Serve>()
  const surfaceOfPattern = new Map<unknown, Surface>()
  for (const endpoint of endpoints) {
    const { method, path, surface, hasEffect } = endpoint
    const serve = serveEndpoint(endpoint)
    const layer = router.register(path, [method], serve)
    // The router offers HEAD with every GET.
    if (hasEffect === true && !(layer instanceof Router)) layer.methods = [method]
    surfaceOfPattern.set(path, surface)
    if (IS_STATIC.test(path)) byStaticPath.set(`${method} ${path}`, serve)
  }
  const routeByPattern = router.routes() as unknown as Middleware
  const patterns = endpoints.map(({ path }) => path)
  /** `/v1/responses/responses`, of a client with a wrong base URL, passes for the address of one response. */
  const suggestionFor = (path: string, pattern: unknown): string | null =>
    typeof pattern === 'string' && ENDS_OPEN.test(pattern) ? suggestBaseUrl(path, patterns) : null
  return {
    route: (exchange, next) => {
      const serve = byStaticPath.get(`${exchange.method} ${exchange.path}`)
      return serve === undefined ? routeByPattern(exchange, next) : serve(exchange)
    },
    notFound: (exchange) => {
      const { method, path, headers } = exchange
      const isUpgrade = wantsWebSocket(headers)
      const layers = router.match(path, method).path
      const allowed = [...new Set(layers.flatMap((layer) => layer.methods))]
      // `/v1/responses/compact` passes for the address of one response.
      const isOffered = allowed.length > 0 && suggestReplacement(path) === null
      const failure: ProtocolFailure = isOffered
        ? { tag: 'method_not_allowed', allowed, isUpgrade, suggestion: suggestionFor(path, layers[0]?.path) }
        : { tag: 'not_found', message: suggestPath(path, patterns) ?? undefined }
      sendFailure(exchange, failure, surfaceOfPattern.get(layers[0]?.path) ?? surfaceOf(path))
    },
  }
}

/** The routes of the endpoints of now; they are made anew when there is another list of endpoints. */
export const currentRoutes = (
  endpointsNow: () => readonly Endpoint[],
  make: (endpoints: readonly Endpoint[]) => Routes,
): Routes => {
  let served = endpointsNow()
  let routes = make(served)
  return {
    route: (exchange, next) => {
      const now = endpointsNow()
      if (now !== served) {
        routes = make(now)
        served = now
      }
      return routes.route(exchange, next)
    },
    notFound: (exchange, next) => routes.notFound(exchange, next),
  }
}
