import type Router from '@koa/router'
import type { Middleware } from 'koa'
import { envelopeOfPath } from '../envelope.ts'
import type { ApiFailure } from '../failures.ts'
import { sendFailure } from '../send.ts'
import { nearPath } from './near-path.ts'

/**
 * The end of the line: answers what no endpoint took, 405 where another method is offered at the address, else 404
 * with what is near among `patterns`.
 */
export const unmatched =
  (router: Router, patterns: readonly string[]): Middleware =>
  (ctx) => {
    const allowed = [...new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods))]
    const failure: ApiFailure =
      allowed.length > 0
        ? { tag: 'method_not_allowed', allowed }
        : { tag: 'not_found', message: nearPath(ctx.path, patterns) ?? undefined }
    sendFailure(ctx, failure, envelopeOfPath(ctx.path))
  }
