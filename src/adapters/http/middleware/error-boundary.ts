import type { ProtocolFailure } from '../failures/protocol-failure.ts'
import type { Middleware } from '../request/exchange.ts'
import { sendFailure } from '../sending/send-response.ts'
import type { Surface } from '../surface/surface.ts'

/**
 * The last resort: the client gets a 500 without details for whatever was thrown (a 503 where `isOutage` recognises a
 * dead dependency), and the log gets the cause. A failure that the code expects is a value and never comes here.
 */
export const errorBoundary =
  (
    report: (error: unknown, requestId: string) => void,
    isOutage: (error: unknown) => boolean,
    surfaceOf: (path: string) => Surface,
  ): Middleware =>
  async (exchange, next) => {
    try {
      await next()
    } catch (error) {
      const { state, res } = exchange
      report(error, state.requestId)
      const failure: ProtocolFailure = { tag: isOutage(error) ? 'ledger_unavailable' : 'internal_error' }
      if (res.headersSent) res.destroy()
      else sendFailure(exchange, failure, state.surface ?? surfaceOf(exchange.path))
    }
  }
