import type Router from '@koa/router'
import type { Middleware } from 'koa'
import { envelopeOfPath } from '../envelope.ts'
import type { ApiFailure } from '../failures.ts'
import { sendFailure } from '../send.ts'

/** The end of the line: answers what no endpoint took, 405 where another method is offered at the address, else 404. */
export const unmatched =
  (router: Router): Middleware =>
  (ctx) => {
    const allowed = [...new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods))]
    const failure: ApiFailure = allowed.length > 0 ? { tag: 'method_not_allowed', allowed } : { tag: 'not_found' }
    sendFailure(ctx, failure, envelopeOfPath(ctx.path))
  }
