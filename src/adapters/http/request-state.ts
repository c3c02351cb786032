import type { ParameterizedContext } from 'koa'
import type { CallFacts } from './call-facts.ts'
import type { Envelope } from './envelope.ts'

/** What the middlewares of one request tell each other. Nothing else stands on Koa's untyped `state`. */
export interface RequestState {
  /** Set by the first middleware, so always there. */
  requestId: string
  /** What the answer will carry, names in lower case; begun by the first middleware, written out by `send.ts`. */
  headers: Record<string, string>
  /** Set by the middleware that knows our proxies. */
  clientAddress: string
  /** The endpoint that took the request. */
  operation?: string
  /** The pattern of its path. */
  path?: string
  facts?: CallFacts
  envelope?: Envelope
  userId?: string
}

export const stateOf = (ctx: Pick<ParameterizedContext, 'state'>): RequestState => ctx.state
