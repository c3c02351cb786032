import { type Either, isLeft, left } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import type { GatewayPrincipal, SessionPrincipal } from '../../domain/identity/principal.ts'
import type { Answer } from './answer.ts'
import type { CallFacts } from './call-facts.ts'
import type { BodyBounds } from './body/body-bounds.ts'
import type { MultipartForm } from './body/form-body.ts'
import type { AccountFailure, ApiFailure, GatewayFailure } from './failures.ts'
import type { SecurityEvent } from './security-event.ts'
import { MOST_PROBLEMS, type Place, type Problem, problemsOf } from './validation.ts'

/**
 * An endpoint is data: the router, validation, rate limits, the error envelope, the OpenAPI document and
 * the contract tests are all made from it. `api_key` endpoints form the public gateway and answer errors
 * in OpenAI's envelope; all others answer in the account interface's. With `session_if_sent` a call without an
 * Authorization header comes from nobody in particular, and one with a bad token is refused.
 */
export type Auth = 'none' | 'api_key' | 'session' | 'session_if_sent'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** What came over the wire, before any codec has seen it. */
export interface RawCall {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly method: Method
  readonly path: string
  /** Where this service is reached, without a trailing slash: paths that are given out go behind it. */
  readonly baseUrl: string
  readonly requestId: string
  readonly clientAddress: string
  /** Calls back when the client hangs up before the answer is complete; at once if it has. */
  readonly whenClientLeaves: (leave: () => void) => void
  /** Adds to what the access log tells of this call. */
  readonly note: (facts: CallFacts) => void
  /** Says by which id the call is named from now on: every answer to it carries that id, failures too. */
  readonly nameOperation: (operationId: string) => void
  /** What an Idempotency-Key stands for; computed when asked. */
  readonly requestHash: () => Uint8Array
}

export interface Call<P, Q, H, B> extends Omit<RawCall, 'params' | 'query' | 'headers' | 'body'> {
  readonly params: P
  readonly query: Q
  readonly headers: H
  readonly body: B
}

/** What a success looks like, for documents and contract tests. */
export interface Success {
  readonly status: 200 | 201 | 202 | 204
  readonly description: string
  /** The codec of a JSON body, or the media type of any other. */
  readonly body?: t.Mixed | string
  /** Media types the body may have instead, and when. */
  readonly alternatives?: Readonly<Record<string, string>>
  /** Other statuses it may have, and when. Of these only a 206 has the body. */
  readonly otherStatuses?: Readonly<Record<string, string>>
  /** Headers this answer carries, beside those of every answer, and what each means. */
  readonly headers?: Readonly<Record<string, string>>
}

interface Codecs<P, Q, H, B> {
  readonly params?: t.Type<P, unknown, unknown>
  readonly query?: t.Type<Q, unknown, unknown>
  readonly headers?: t.Type<H, unknown, unknown>
  readonly body?: t.Type<B, unknown, unknown>
  /** How large the body may be: one of `BODY_BOUNDS`, or the smallest where nothing is said. */
  readonly bounds?: BodyBounds
  /** Where the body may come as a form too; it is then read by the same codec. */
  readonly multipart?: MultipartForm
}

interface Documentation<Tag extends string> {
  /** camelCase, unique: names the operation in the OpenAPI document and in logs. */
  readonly id: string
  readonly method: Method
  /** Koa Router's pattern, for example `/v1/me/api-keys/:key_id`. */
  readonly path: string
  readonly summary: string
  readonly success: Success
  /** Every failure the endpoint itself can answer; authentication, limits and validation are added by `auth`. */
  readonly failures: readonly Tag[]
}

type Principal<A extends Auth> = A extends 'api_key'
  ? GatewayPrincipal
  : A extends 'session'
    ? SessionPrincipal
    : A extends 'session_if_sent'
      ? SessionPrincipal | null
      : null

type FailureOf<A extends Auth> = A extends 'api_key' ? GatewayFailure : AccountFailure

/** What is known of a call before its body is read and before any codec has seen it. */
export type CallHead = Pick<RawCall, 'params' | 'headers' | 'clientAddress'>

export interface EndpointSpec<A extends Auth, P, Q, H, B>
  extends Codecs<P, Q, H, B>, Documentation<FailureOf<A>['tag']> {
  readonly auth: A
  /** For probes: an endpoint without a key or a session that may be called as often as wanted. */
  readonly unlimited?: true
  /** Set where the outcome is an event of security, which is told on its own line of the log. */
  readonly securityEvent?: SecurityEvent
  /** Sign-in endpoints are limited by client address, and by whose account it is about where they can tell. */
  readonly signInLimit?: { readonly email: (body: B, principal: Principal<A>) => string | null }
  /** Refuses a call by its head, before a byte of its body is read; authentication and limits come first. */
  readonly admit?: (head: CallHead) => Either<FailureOf<A>, null>
  readonly handle: (call: Call<P, Q, H, B>, principal: Principal<A>) => Promise<Either<FailureOf<A>, Answer>>
}

export interface Endpoint extends Documentation<string>, Codecs<unknown, unknown, unknown, unknown> {
  readonly auth: Auth
  readonly isSignIn: boolean
  readonly securityEvent?: SecurityEvent
  readonly unlimited?: true
  readonly admit?: (head: CallHead) => Either<ApiFailure, null>
  /** Decodes the call and handles it. `admit` stands between the two and may still refuse (limits by e-mail). */
  readonly run: (
    raw: RawCall,
    principal: GatewayPrincipal | SessionPrincipal | null,
    admit: (email: string) => Promise<Either<ApiFailure, null>>,
  ) => Promise<Either<ApiFailure, Answer>>
}

const decode = <A>(
  codec: t.Type<A, unknown, unknown> | undefined,
  value: unknown,
  place: Place,
  problems: Problem[],
): A => {
  // Without a codec the part is not read: the spec's type parameter is then `unknown`.
  if (codec === undefined) return undefined as A
  const decoded = codec.decode(value)
  if (isLeft(decoded)) {
    problems.push(...problemsOf(decoded.left, place).slice(0, MOST_PROBLEMS - problems.length))
    return undefined as A
  }
  return decoded.right
}

/** Makes an endpoint of its description; the only place that forgets the types of its parts. */
export const endpoint = <A extends Auth, P = unknown, Q = unknown, H = unknown, B = unknown>(
  spec: EndpointSpec<A, P, Q, H, B>,
): Endpoint => ({
  ...(spec as Documentation<string> &
    Codecs<unknown, unknown, unknown, unknown> &
    Pick<EndpointSpec<A, P, Q, H, B>, 'auth' | 'admit' | 'securityEvent'>),
  isSignIn: spec.signInLimit !== undefined,
  run: async (raw, principal, admit) => {
    const problems: Problem[] = []
    const call = {
      ...raw,
      params: decode(spec.params, raw.params, 'path', problems),
      query: decode(spec.query, raw.query, 'query', problems),
      headers: decode(spec.headers, raw.headers, 'header', problems),
      body: decode(spec.body, raw.body, 'body', problems),
    }
    if (problems.length > 0) return left({ tag: 'validation_error', problems })
    const email = spec.signInLimit?.email(call.body, principal as Principal<A>) ?? null
    if (email !== null) {
      const admitted = await admit(email)
      if (isLeft(admitted)) return admitted
    }
    return spec.handle(call, principal as Principal<A>)
  },
})
