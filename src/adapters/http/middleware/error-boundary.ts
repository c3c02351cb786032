import type { Middleware } from 'koa'
import { envelopeOfPath, type Envelope } from '../envelope.ts'
import type { ProtocolFailure } from '../failures.ts'
import { stateOf } from '../request-state.ts'
import { sendFailure } from '../send.ts'

/**
 * The last resort: whatever was thrown becomes a mute 500 (a 503 where `isOutage` knows a dead dependency)
 * in the right envelope, and the log gets the cause. A failure anyone foresaw is a value and never comes here.
 */
export const errorBoundary =
  (report: (error: unknown, requestId: string) => void, isOutage: (error: unknown) => boolean): Middleware =>
  async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      report(error, stateOf(ctx).requestId)
      const envelope: Envelope = stateOf(ctx).envelope ?? envelopeOfPath(ctx.path)
      const failure: ProtocolFailure = { tag: isOutage(error) ? 'ledger_unavailable' : 'internal_error' }
      if (ctx.res.headersSent) ctx.res.destroy()
      else sendFailure(ctx, failure, envelope)
    }
  }
