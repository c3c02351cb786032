import type { IncomingHttpHeaders } from 'node:http'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Admission } from '../../../application/admission/admission.ts'
import type { NowOrLater } from '../../../application/now-or-later.ts'
import type { JsonSchema } from '../codecs/with-schema.ts'
import type { ApiFailure, ProtocolFailure } from '../failures/protocol-failure.ts'

/** A failure as clients of one surface see it. */
export interface ErrorResponse {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
}

/** What authentication reads of a request, and what it notes about it. */
export interface Arrival {
  readonly headers: IncomingHttpHeaders
  readonly state: {
    readonly clientAddress: string
    /** What the answer will carry, names in lower case. */
    readonly headers: Record<string, string>
    userId?: string
    /** What goes into the log of security events, whatever the endpoint. */
    securityEvent?: 'key_misuse'
  }
}

/** Which rate limits an endpoint wants beside those of its surface. */
export interface EndpointLimits {
  /** People sign in here: the client's address has a stricter limit. */
  readonly isSignIn: boolean
  /** For probes: without a limit. */
  readonly unlimited?: true
  /** For free questions of the holder of a key: counted in a bucket of their own. */
  readonly isLookUp?: true
}

/** One way in which callers of a surface prove who they are. `P` is what an endpoint then knows of the caller. */
export interface AuthMethod<P = unknown, Tag extends string = string> {
  /**
   * Reads the credential, finds the caller, and takes one call from the caller's rate limit. Runs before the body is
   * read.
   */
  readonly authenticate: (
    arrival: Arrival,
    limits: EndpointLimits,
    admission: Admission,
  ) => NowOrLater<Either<ApiFailure, P>>
  /** What it refuses with, beside `rate_limit_exceeded`. */
  readonly failures: readonly Tag[]
  /** OpenAPI's security requirements: one of them must be met. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  /** Headers that every successful answer carries, as OpenAPI describes them. */
  readonly responseHeaders: Readonly<Record<string, JsonSchema>>
}

/** How a surface writes server-sent events. A frame is the text of one event or several, their empty lines included. */
export interface StreamCodec {
  /** Fills silence; it carries no part of the answer. */
  readonly ping: string
  /** Whether the frame ends a whole answer. A stream without such a frame was cut. */
  readonly isEnd: (frame: string) => boolean
  /** Whether the frame is the last of an answer that failed after its first byte. */
  readonly isError: (frame: string) => boolean
  /** The last frame of a recorded stream whose client disconnected, after these: a replay of it must not look whole. */
  readonly disconnected: (transcript: string) => string
}

/** What that frame says. */
export const STREAM_LEFT = 'The client left this stream before its end; this is what had been produced.'

/** An error answer, by example. */
export interface FailureExample {
  readonly tag: string
  readonly body: Readonly<Record<string, unknown>>
}

/** What the OpenAPI document says of a surface. */
interface SurfaceDocuments<Tag extends string> {
  /** Groups of endpoints with their descriptions, in the order of the document. Each endpoint names its group. */
  readonly tags: Readonly<Record<Tag, string>>
  readonly securitySchemes: Readonly<Record<string, JsonSchema>>
  /** The schema of an error body that may be any of these. */
  readonly errorSchema: (examples: readonly FailureExample[]) => JsonSchema
  /** Named schemas that `errorSchema` refers to. */
  readonly schemas: Readonly<Record<string, JsonSchema>>
}

/**
 * One interface to the same application, in the terms of its clients: how they authenticate, how failures and streams
 * look, how it is documented. Every endpoint names its surface, and nothing else tells surfaces apart. `F` is the
 * union of failures that its endpoints may answer; it holds at least every `ProtocolFailure`.
 */
export interface Surface<
  F extends ApiFailure = never,
  Auth extends Readonly<Record<string, AuthMethod>> = Readonly<Record<string, AuthMethod>>,
  Tag extends string = string,
> {
  readonly name: string
  /**
   * Unknown paths at and below these are answered by this surface. Of several surfaces the longest prefix decides; a
   * surface without any answers at its own endpoints alone.
   */
  readonly pathPrefixes: readonly string[]
  readonly auth: Auth
  /** Total: one answer for every failure of the union. `requestId` is for envelopes that have a place for it. */
  readonly errorResponse: (failure: F | ProtocolFailure, requestId: string) => ErrorResponse
  /** Null if no endpoint streams. */
  readonly stream: StreamCodec | null
  readonly documents: SurfaceDocuments<Tag>
}

const isBelow = (path: string, prefix: string): boolean =>
  prefix === '/' || path === prefix || path.startsWith(`${prefix}/`)

/** Which surface answers a path that no endpoint serves. One of the surfaces must have the prefix `/`. */
export const surfaceOfPath = (surfaces: readonly Surface[]): ((path: string) => Surface) => {
  const byPrefix = surfaces
    .flatMap((surface) => surface.pathPrefixes.map((prefix) => ({ prefix, surface })))
    .toSorted((one, other) => other.prefix.length - one.prefix.length)
  const fallback = byPrefix.at(-1)
  if (fallback?.prefix !== '/') throw new Error('no surface answers the paths that belong to none')
  return (path) => (byPrefix.find(({ prefix }) => isBelow(path, prefix)) ?? fallback).surface
}
