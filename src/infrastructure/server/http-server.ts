import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getHeapStatistics } from 'node:v8'
import { httpApp } from '../../adapters/http/app.ts'
import { serveConsole } from '../../adapters/http/console/serve-console.ts'
import type { StoreTroubleOf } from '../../adapters/http/middleware/answer-protocol-failures.ts'
import { firstWord } from '../../adapters/http/middleware/trim-slash.ts'
import { DatabaseAway } from '../../adapters/persistence/engine/database-away.ts'
import { isBusy } from '../../adapters/persistence/engine/database-busy.ts'
import { ObjectStoreFailed } from '../../adapters/media-store/object-store-failed.ts'
import { isOutage } from '../../adapters/persistence/engine/is-outage.ts'
import { admission } from '../container/admission.ts'
import { consoleSurface, endpoints, surfaces } from '../container/interfaces.ts'
import { catalog, observation } from '../container/resources.ts'
import { ids as idsToken } from '../container/runtime.ts'
import { openConsole } from './open-console.ts'
import { apiUrl } from '../config/local-url.ts'
import { createHttpServer } from './create-http-server.ts'
import { failureFacts } from '../failures/failure-facts.ts'
import { traceFields } from '../observability/trace-fields.ts'
import { traceRequests } from '../observability/tracing/trace-requests.ts'
import type { Service, ServiceDeps } from '../container/open-service.ts'

export interface HttpServer {
  readonly server: Server
  /** Where clients reach it. */
  readonly url: string
  /** The address at which the process itself listens, with the port that it really got. */
  readonly listening: string
}

/**
 * A body costs its bytes about four times while it becomes objects (chunks, one buffer, text, values), and a full
 * budget may then fill half of the heap.
 */
const BODIES_SHARE_OF_HEAP = 1 / 8

/** An answer with files costs its bytes as often (bytes, text, values, files, text), in part outside the heap. */
const ANSWERS_SHARE_OF_HEAP = 1 / 16

const storeTroubleOf: StoreTroubleOf = (error) => {
  if (isBusy(error) || (error instanceof ObjectStoreFailed && error.isAway)) return 'overloaded'
  return isOutage(error) ? 'ledger_unavailable' : null
}

/** Serves the API on the configured address. Rejects when the port is taken. */
export const openHttpServer = async (
  service: Service,
  { config, log, tracing = null }: Pick<ServiceDeps, 'config' | 'log' | 'tracing'>,
): Promise<HttpServer> => {
  const ids = service.get(idsToken)
  let url = config.publicBaseUrl ?? ''
  let served = service.get(endpoints)
  let { models } = service.get(catalog)
  service.onReplace(() => {
    served = service.get(endpoints)
    models = service.get(catalog).models
  })
  const measure = service.get(observation).requests(served, (id) => models.has(id))
  const admits = service.get(admission)
  const console = config.console ? await openConsole(log) : null
  // The catalogue changes what endpoints do, and no address.
  const apiWords = new Set(served.map(({ path }) => firstWord(path)))
  const heapBytes = getHeapStatistics().heap_size_limit
  const answer = httpApp({
    endpoints: () => served,
    surfaces,
    admission: admits,
    nextId: () => ids.next(),
    nowMs: () => performance.now(),
    recordAccess: (record, trace) => {
      log.info(trace === null ? record : { ...record, ...traceFields(trace) }, 'request')
      measure(record)
    },
    recordSecurity: ({ trace, ...record }) =>
      log[record.outcome === 'ok' ? 'info' : 'warn']({ ...record, ...traceFields(trace) }, 'security'),
    reportError: (err, requestId, trace) => {
      // The outage was logged when it began; what it refuses stands in the access log.
      if (err instanceof DatabaseAway) return
      if (isBusy(err)) {
        const { message: reason } = failureFacts(err)
        log.warn({ reason, requestId, ...traceFields(trace) }, 'a request was refused: the database was busy')
        return
      }
      log.error({ err, requestId, ...traceFields(trace) }, 'a request failed unexpectedly')
    },
    beginSpan: tracing === null ? null : traceRequests(tracing),
    storeTroubleOf,
    baseUrl: () => url,
    isStopping: () => !server.listening,
    isTrustedProxy: config.trustedProxies,
    reportProxy: (peer) =>
      log.warn({ peer }, 'X-Forwarded-For of this peer is ignored, since TRUST_PROXY does not name it'),
    corsOrigins: config.corsOrigins,
    console: console && serveConsole({ console, apiWords, admission: admits, surface: consoleSurface }),
    bodyBytesInFlight: heapBytes * BODIES_SHARE_OF_HEAP,
    answerBytesInFlight: heapBytes * ANSWERS_SHARE_OF_HEAP,
    isHttps: config.publicBaseUrl?.startsWith('https:') === true,
  })
  const server = createHttpServer(answer, () => ids.next())
  server.listen(config.port, config.host)
  await once(server, 'listening')
  const { address, port } = server.address() as AddressInfo
  url = apiUrl({ ...config, port })
  return { server, url, listening: `${address.includes(':') ? `[${address}]` : address}:${port}` }
}
