import type Router from '@koa/router'
import type { Middleware } from 'koa'
import { envelopeOfPath, errorAnswer } from '../envelope.ts'
import type { ApiFailure } from '../failures.ts'

/** Answers what no endpoint took: 405 where another method is offered at the address, else 404. */
export const unmatched =
  (router: Router): Middleware =>
  async (ctx, next) => {
    const matched = router.match(ctx.path, ctx.method)
    if (matched.route) {
      await next()
      return
    }
    const allowed = [...new Set(matched.path.flatMap((layer) => layer.methods))]
    const failure: ApiFailure = allowed.length > 0 ? { tag: 'method_not_allowed', allowed } : { tag: 'not_found' }
    const answer = errorAnswer(failure, envelopeOfPath(ctx.path))
    ctx.status = answer.status
    ctx.set(answer.headers)
    ctx.body = answer.body
  }
