import type { ServerResponse } from 'node:http'
import type { ExtendableContext, Next } from 'koa'
import type { ExchangeMemory } from './exchange-memory.ts'
import type { Surface } from '../surface/surface.ts'
import type { AccessRecord, TraceIds } from './access-record.ts'
import type { CallLogFields } from './call-log-fields.ts'

/** What the middleware of one request share. */
interface RequestState {
  /** This, the headers and the client's address are set by the first middleware, so always there. */
  requestId: string
  /**
   * The headers of the answer, names in lower case. `send-response.ts` writes them out. No other header reaches the
   * client but `connection: close`, which `drain-http-server.ts` adds to every answer of a server that stops.
   */
  headers: Record<string, string>
  clientAddress: string
  /** The endpoint that took the request. */
  operation?: string
  /** The pattern of its path. */
  path?: string
  facts?: CallLogFields
  /** The tag of the failure that was answered. */
  failure?: string
  surface?: Surface
  userId?: string
  securityEvent?: 'key_misuse'
  /** Absent where neither the caller nor this service traces. */
  trace?: TraceIds
  /** Ends the span of the request, where one is recorded. */
  endSpan?: (record: AccessRecord) => void
  /** Set once its caller is known and may call. */
  memory?: ExchangeMemory
  /** Of a JSON body, where the endpoint keeps it. */
  bodyText?: string
}

/** What may be asked of a response and awaited of it. It has no way to write: answers go through `send-response.ts`. */
type ObservedResponse = Pick<
  ServerResponse,
  'once' | 'closed' | 'destroyed' | 'destroy' | 'headersSent' | 'statusCode' | 'writableFinished' | 'writeContinue'
>

/**
 * One request and the state of its answer: Koa's context without its setters. A header that is written through Koa
 * would be missing in answers that go to Node directly, so the type of a middleware does not offer that way.
 */
export interface Exchange extends Readonly<
  Pick<ExtendableContext, 'method' | 'path' | 'querystring' | 'headers' | 'req' | 'socket' | 'get' | 'is'>
> {
  readonly res: Readonly<ObservedResponse>
  readonly state: RequestState
  /** What the router found in the path, where the path is a pattern. */
  readonly params?: Readonly<Record<string, unknown>>
}

export type Middleware = (exchange: Exchange, next: Next) => unknown
