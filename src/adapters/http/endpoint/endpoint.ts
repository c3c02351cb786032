import type { Either } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import type { ExactFields } from '../../../domain/exact-numbers.ts'
import type { NativeField } from '../../../domain/chat/native.ts'
import type { RequestHashes } from '../../../domain/limits/idempotency.ts'
import type { RateVerdict } from '../../../domain/limits/rate-limit.ts'
import type { HttpResponse } from '../sending/http-response.ts'
import type { CallLogFields } from '../request/call-log-fields.ts'
import type { BodyLimits } from '../body/body-limits.ts'
import type { ExchangeMemory } from '../request/exchange-memory.ts'
import type { MultipartForm } from '../body/form-to-object.ts'
import type { AnsweredEverywhere, ApiFailure, ProtocolFailure } from '../failures/protocol-failure.ts'
import type { SecurityEvent } from '../request/security-event.ts'
import type { AuthMethod, EndpointLimits, Surface } from '../surface/surface.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call; what came over the wire is decoded. */
export interface Call<P = unknown, Q = unknown, H = unknown, B = unknown> {
  readonly params: P
  readonly query: Q
  readonly headers: H
  readonly body: B
  readonly method: Method
  readonly path: string
  /** Where this service is reached, without a trailing slash: paths that are given out go behind it. */
  readonly baseUrl: string
  readonly requestId: string
  readonly clientAddress: string
  /**
   * What the client calls the conversation that the call belongs to, by a header of a known client; null without one.
   */
  readonly session: string | null
  /** Calls back when the client disconnects before the response is complete; at once if it already has. */
  readonly onClientDisconnect: (callback: () => void) => void
  /** Adds to what the access log tells of this call. */
  readonly addLogFields: (facts: CallLogFields) => void
  /** Says by which id the call is named from now on: every answer to it carries that id, failures too. */
  readonly setOperationId: (operationId: string) => void
  /** Shows in the answer's headers what is left of the tokens a minute of the caller's key. */
  readonly showTokens: (verdict: RateVerdict) => void
  /**
   * Counts bytes that the call loads for its client as its body's are counted, until the answer is sent. False where
   * the process, or this caller, has too many in flight.
   */
  readonly holdBytes: (bytes: number) => boolean
  /**
   * The memory for what a provider answers and for files that are fetched for this call. Left where the process, or
   * this caller, has too much of both in flight: asked before money is held, so that the call costs nothing.
   */
  readonly openAnswer: ExchangeMemory['openAnswer']
  /** The same memory for a call whose answers are small nearly always, which is not refused. */
  readonly answerMemory: ExchangeMemory['answer']
  /** What an Idempotency-Key stands for; computed when asked. */
  readonly requestHashes: () => RequestHashes
  /** The fields of a JSON body as the client wrote them; none unless the endpoint `keepsBodyText`. */
  readonly bodyFields: () => ReadonlyMap<string, NativeField>
}

/** What a success looks like, for documents and contract tests. */
interface Success {
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
  /** How large the body may be: one of `BODY_LIMITS`, or the smallest where this is absent. */
  readonly bodyLimits?: BodyLimits
  /** Where the body may come as a form too; it is then read by the same codec. */
  readonly multipart?: MultipartForm
  /** Set where a JSON body may go on to a provider as it came. */
  readonly keepsBodyText?: true
  /** Fields of a JSON body that the endpoint only hands on: numbers in them stay as the client wrote them. */
  readonly exactFields?: ExactFields
}

interface Documentation<Tag extends string> {
  /** camelCase, unique: names the operation in the OpenAPI document and in logs. */
  readonly id: string
  readonly method: Method
  /** Koa Router's pattern, for example `/v1/me/api-keys/:key_id`. */
  readonly path: string
  readonly summary: string
  readonly success: Success
  /**
   * Every failure that the endpoint itself can answer; those of authentication, rate limits and validation are added,
   * and those that are answered everywhere. The OpenAPI document lists them, and `handle` cannot return any other.
   */
  readonly failures: readonly Tag[]
}

type AuthOf<S extends Surface> = keyof S['auth'] & string

type PrincipalOf<S extends Surface, A extends AuthOf<S>> = S['auth'][A] extends AuthMethod<infer P> ? P : never

type FailureOf<S extends Surface> = Parameters<S['errorResponse']>[0]

type BodyTag = Extract<ProtocolFailure['tag'], 'malformed_json' | 'payload_too_large' | 'unsupported_media_type'>

/** What an endpoint may answer without listing it; where it takes a body, also what may be wrong with one. */
type ImpliedTag<S extends Surface, A extends AuthOf<S>, B> =
  | S['auth'][A]['failures'][number]
  | (unknown extends B ? never : BodyTag)
  | AnsweredEverywhere
  | Extract<ProtocolFailure['tag'], 'rate_limit_exceeded'>

/** The failures of the surface that the endpoint has listed. An inference from here would list whatever is returned. */
type Listed<S extends Surface, A extends AuthOf<S>, Tag extends string, B> = FailureOf<S> & {
  readonly tag: NoInfer<Tag> | ImpliedTag<S, A, B>
}

/** What is known of a call before its body is read and before any codec has seen it. */
interface CallHead {
  readonly params: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, unknown>>
  readonly clientAddress: string
}

interface EndpointSpec<S extends Surface, A extends AuthOf<S>, Tag extends string, P, Q, H, B>
  extends Codecs<P, Q, H, B>, Documentation<Tag> {
  /** Whose clients the endpoint serves: it decides how they authenticate and how failures look. */
  readonly surface: S
  /** One of the surface's ways to authenticate. */
  readonly auth: A
  /** The group of the surface's endpoints under which the documentation shows it. */
  readonly group: keyof S['documents']['tags']
  /** For probes: an endpoint without a key or a session that may be called as often as wanted. */
  readonly unlimited?: true
  /** For free questions of the holder of a key: counted in a bucket of their own (contract 3). */
  readonly isLookUp?: true
  /** Set where a GET moves something on, and may cost money: HEAD, which must change nothing, is not offered then. */
  readonly hasEffect?: true
  /** Set where the outcome is an event of security, which has its own line in the log. */
  readonly securityEvent?: SecurityEvent
  /** Sign-in endpoints are limited by client address, and by the account they are about where they can tell. */
  readonly signInLimit?: { readonly account: (body: B, principal: PrincipalOf<S, A>) => string | null }
  /** Refuses a call by its head, before a byte of its body is read; authentication and limits come first. */
  readonly admit?: (head: CallHead) => Either<Listed<S, A, Tag, B>, null>
  readonly handle: (
    call: Call<P, Q, H, B>,
    principal: PrincipalOf<S, A>,
  ) => Promise<Either<Listed<S, A, Tag, B>, HttpResponse>>
}

/** The same method and address on another surface, for requests that carry a header of that surface. */
interface Variant {
  /** In lower case. */
  readonly header: string
  readonly endpoint: Endpoint
}

/**
 * An endpoint is data: the router, validation, rate limits, the error bodies, the OpenAPI document and the contract
 * tests are all made from it.
 */
export interface Endpoint extends Documentation<string>, Codecs<unknown, unknown, unknown, unknown>, EndpointLimits {
  readonly surface: Surface
  /** The name of the surface's way to authenticate. */
  readonly auth: string
  readonly authMethod: AuthMethod
  readonly group: string
  readonly variant?: Variant
  readonly hasEffect?: true
  readonly securityEvent?: SecurityEvent
  readonly admit?: (head: CallHead) => Either<ApiFailure, null>
  readonly signInLimit?: { readonly account: (body: unknown, principal: unknown) => string | null }
  readonly handle: (call: Call, principal: unknown) => Promise<Either<ApiFailure, HttpResponse>>
}

/** Makes an endpoint of its description; the only place that erases the types of its parts. */
export const endpoint = <
  const S extends Surface,
  A extends AuthOf<S>,
  const Tag extends Exclude<FailureOf<S>['tag'], AnsweredEverywhere> = never,
  P = unknown,
  Q = unknown,
  H = unknown,
  B = unknown,
>(
  spec: EndpointSpec<S, A, Tag, P, Q, H, B>,
): Endpoint => ({
  ...(spec as unknown as Omit<Endpoint, 'authMethod' | 'isSignIn'>),
  authMethod: spec.surface.auth[spec.auth] as AuthMethod,
  isSignIn: spec.signInLimit !== undefined,
})

/** The endpoint, and beside it `variant` for requests with the header. */
export const withVariant = (main: Endpoint, header: string, variant: Endpoint): Endpoint => ({
  ...main,
  variant: { header, endpoint: variant },
})
