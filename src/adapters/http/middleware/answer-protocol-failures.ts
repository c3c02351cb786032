import type { ProtocolFailure } from '../failures/protocol-failure.ts'
import type { TraceIds } from '../request/access-record.ts'
import type { Exchange, Middleware } from '../request/exchange.ts'
import { sendFailure } from '../sending/send-response.ts'
import type { Surface } from '../surface/surface.ts'

/**
 * The path of a request, or null if its address has none: no URL parser accepts `http://[`, and `a://b` names only a
 * host. Koa throws for the first and returns null for the second.
 */
export const pathOf = (exchange: Pick<Exchange, 'path'>): string | null => {
  try {
    const path: string | null = exchange.path
    return path === '' ? null : path
  } catch {
    return null
  }
}

const HOST = 'host'

/**
 * A request has one `Host` header (RFC 9112, section 3.2): of two, a proxy may use one and this service the other.
 * HTTP/1.0 needs none.
 */
const hasValidHost = ({ rawHeaders, httpVersion }: Exchange['req']): boolean => {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === HOST.length && name.toLowerCase() === HOST) count += 1
  }
  return count === 1 || (count === 0 && httpVersion === '1.0')
}

/** What an exception says of a store: that the database is away, or that one of them is busy. Null: nothing. */
export type StoreTroubleOf = (error: unknown) => 'ledger_unavailable' | 'overloaded' | null

/** Reports what was thrown while a request was served. */
export type ReportError = (error: unknown, requestId: string, trace: TraceIds | null) => void

interface AnswerProtocolFailuresDeps {
  readonly reportError: ReportError
  readonly storeTroubleOf: StoreTroubleOf
  readonly surfaceOf: (path: string) => Surface
}

/**
 * Refuses what is HTTP and yet no request (an address without a path, a wrong number of `Host` headers), and is the
 * last resort for what is thrown: the client gets a 500 without details (a 503 where the database or the store of files
 * is away or busy), and the log gets the cause. A failure that the code expects is a value and never comes here.
 */
export const answerProtocolFailures =
  ({ reportError, storeTroubleOf, surfaceOf }: AnswerProtocolFailuresDeps): Middleware =>
  async (exchange, next) => {
    const path = pathOf(exchange)
    if (path === null) return sendFailure(exchange, { tag: 'not_found' }, surfaceOf('/'))
    if (!hasValidHost(exchange.req)) {
      const message = 'A request has exactly one Host header.'
      return sendFailure(exchange, { tag: 'malformed_request', message }, surfaceOf(path))
    }
    try {
      await next()
    } catch (error) {
      const { state, res } = exchange
      reportError(error, state.requestId, state.trace ?? null)
      const failure: ProtocolFailure = { tag: storeTroubleOf(error) ?? 'internal_error' }
      if (res.headersSent) res.destroy()
      else sendFailure(exchange, failure, state.surface ?? surfaceOf(path))
    }
  }
