import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { NowOrLater } from '../../../application/now-or-later.ts'
import type { HeldMemory } from '../../../application/ports/process/held-memory.ts'
import type { JsonLimits } from '../../../domain/json-shape.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { isBeyondLimits, jsonOf } from '../wire.ts'
import type { Wire } from '../wire.ts'
import { downloadBody, openFile } from './file-download.ts'
import { DEFAULT_RESPONSE_LIMITS, MAX_ERROR_BYTES, MAX_UNCOUNTED_BYTES } from './response-limits.ts'
import type { ResponseLimits } from './response-limits.ts'
import { responseTooLarge, withRequestId } from './transport-failure.ts'
import type { TransportFailure } from './transport-failure.ts'
import type { UpstreamHeaders, UpstreamHttp, UpstreamResponse } from './upstream-http.ts'
import { DEFAULT_UPSTREAM_TIMEOUTS } from './upstream-timeouts.ts'
import type { UpstreamTimeouts } from './upstream-timeouts.ts'

/** What every adapter needs to reach its provider: one of these a provider, one shared `http`. */
export interface ProviderConnection {
  /** With the version in its path: `https://api.openai.com/v1`. */
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly http: UpstreamHttp
  readonly timeouts?: Partial<UpstreamTimeouts>
  readonly limits?: Partial<ResponseLimits>
}

/** How one provider is addressed over HTTP, and how it reports failures. */
interface ProviderProtocol {
  /** The key, in the provider's own header; sent with every call. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * Sent with a download from the provider's own origin; a download from any other origin carries no header of ours.
   */
  readonly fileHeaders?: Readonly<Record<string, string>>
  /** The provider's own id of the call, which its support asks for. */
  requestIdOf(headers: UpstreamHeaders): string | null
  /**
   * What a response means that is not the one asked for: any status but 200 to 299, or a download that is no file.
   * `body` is undefined where the body is no JSON or never came whole: then the status alone decides.
   */
  failureOf(status: number, headers: UpstreamHeaders, body: unknown): UpstreamFailure
}

/** One call of a provider: what to send below the base URL. */
export interface ProviderRequest {
  readonly path: string
  /** An object is sent as JSON. */
  readonly body: Wire | { readonly contentType: string; readonly bytes: Uint8Array }
  readonly headers?: Readonly<Record<string, string>>
}

interface WholeResponse {
  readonly status: number
  readonly headers: UpstreamHeaders
  readonly upstreamRequestId: string | null
}

export interface ProviderJson extends WholeResponse {
  /** Undefined where the body is no JSON. */
  readonly body: unknown
  /** The body as it came. */
  readonly text: string
}

export interface ProviderBytes extends WholeResponse {
  readonly bytes: Uint8Array
}

type Result<A> = Promise<Either<UpstreamFailure, A>>
type Signal = AbortSignal | undefined

/** What bounds a call besides its limits: who may end it, and where its answer goes. */
export interface CallBounds {
  readonly signal?: Signal
  /** Absent: the answer is not counted, and must be small. */
  readonly memory?: HeldMemory | undefined
}

/**
 * The HTTP calls of one provider. Every response that a Right holds has a status of 200 to 299. Every failure is a
 * Left: no method throws for what an upstream does.
 */
export interface ProviderHttp {
  /** Of an answer that is read event by event. */
  readonly maxEventChars: number
  readonly maxStreamBytes: number
  readonly requestIdOf: ProviderProtocol['requestIdOf']
  /** The body of the answer is undefined where it is no JSON; one that breaks the limits is `too_large`. */
  postJson(request: ProviderRequest, bounds: CallBounds, limits?: JsonLimits): Result<ProviderJson>
  postBytes(request: ProviderRequest, bounds: CallBounds): Result<ProviderBytes>
  /** Resolves with the head of the response. */
  postStream(request: ProviderRequest, signal: Signal): Result<UpstreamResponse>
  /** Reads a response whose head has arrived to its end. */
  readJson(response: UpstreamResponse, memory?: HeldMemory, limits?: JsonLimits): Result<ProviderJson>
  /** Asks for the state of a job. */
  getJson(path: string, bounds: CallBounds): Result<ProviderJson>
  /**
   * Downloads a file from the address that the provider names, and follows up to three redirects. Every address must be
   * the provider's own or a public one. A Left is always the last element of the bytes.
   */
  getFile(address: string, signal: Signal): Result<AsyncIterable<Either<UpstreamFailure, Uint8Array>>>
}

/** A provider answers a question about a job from memory, and a client waits for the answer. */
const POLL_TIMEOUT_MS = 20_000

const isSuccess = (status: number): boolean => status >= 200 && status < 300

const isForm = (body: ProviderRequest['body']): body is { readonly contentType: string; readonly bytes: Uint8Array } =>
  body['bytes'] instanceof Uint8Array

/** The header in which OpenAI's wire carries the key. */
export const bearer = (apiKey: string | null): Readonly<Record<string, string>> =>
  apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }

/** How long each kind of call may take, as `upstreamHttp` wants it. */
const limitsOf = (timeouts: UpstreamTimeouts) => {
  const { idleTimeoutMs, nonStreamingIdleTimeoutMs, deadlineMs } = timeouts
  const silence = (silenceMs: number) => ({ headTimeoutMs: silenceMs, bodyTimeoutMs: silenceMs })
  return {
    stream: { ...silence(idleTimeoutMs), deadlineMs },
    whole: { ...silence(nonStreamingIdleTimeoutMs), deadlineMs },
    poll: {
      ...silence(Math.min(POLL_TIMEOUT_MS, idleTimeoutMs)),
      deadlineMs: Math.min(POLL_TIMEOUT_MS, deadlineMs),
    },
  }
}

/** Reads the responses of one provider. */
const responseReader = ({ requestIdOf, failureOf }: ProviderProtocol, maxBytes: number) => {
  const failureIn = async ({ status, headers, bytes }: UpstreamResponse): Promise<UpstreamFailure> => {
    const body = await bytes(MAX_ERROR_BYTES)
    return failureOf(status, headers, isLeft(body) ? undefined : jsonOf(body.right.toString('utf8')))
  }
  const accept = (
    response: Either<TransportFailure, UpstreamResponse>,
  ): NowOrLater<Either<UpstreamFailure, UpstreamResponse>> => {
    if (isLeft(response)) return left(withRequestId(response.left, null))
    return isSuccess(response.right.status) ? response : failureIn(response.right).then(left)
  }
  /** A call that leaves the memory out by mistake fails at its first large answer. */
  const mostOf = (memory: HeldMemory | undefined): number =>
    memory === undefined ? Math.min(maxBytes, MAX_UNCOUNTED_BYTES) : maxBytes
  return {
    failureIn,
    accept,
    json: async (
      sent: NowOrLater<Either<TransportFailure, UpstreamResponse>>,
      memory: HeldMemory | undefined,
      limits?: JsonLimits,
    ): Result<ProviderJson> => {
      const accepting = accept(await sent)
      const response = accepting instanceof Promise ? await accepting : accepting
      if (isLeft(response)) return response
      const { status, headers, bytes } = response.right
      const body = await bytes(mostOf(memory), memory)
      const upstreamRequestId = requestIdOf(headers)
      if (isLeft(body)) return left(withRequestId(body.left, upstreamRequestId))
      const text = body.right.toString('utf8')
      const value = jsonOf(text, limits)
      return value === undefined && isBeyondLimits(text, limits)
        ? left(withRequestId(responseTooLarge, upstreamRequestId))
        : right({ status, headers, upstreamRequestId, body: value, text })
    },
    bytes: async (
      { status, headers, bytes }: UpstreamResponse,
      memory: HeldMemory | undefined,
    ): Result<ProviderBytes> => {
      const upstreamRequestId = requestIdOf(headers)
      const body = await bytes(mostOf(memory), memory)
      if (isLeft(body)) return left(withRequestId(body.left, upstreamRequestId))
      return right({ status, headers, upstreamRequestId, bytes: body.right })
    },
  }
}

/** The HTTP of one provider: its address, its key, its limits and its failures around every call. */
export const providerHttp = (connection: ProviderConnection, protocol: ProviderProtocol): ProviderHttp => {
  const { http } = connection
  const { requestIdOf, headers: key, fileHeaders } = protocol
  const { maxResponseBytes, maxEventChars, maxStreamBytes } = { ...DEFAULT_RESPONSE_LIMITS, ...connection.limits }
  const limits = limitsOf({ ...DEFAULT_UPSTREAM_TIMEOUTS, ...connection.timeouts })
  const base = new URL(connection.baseUrl.replace(/(?<!\/)\/+$/, ''))
  // Read once: the getters of an address put their text together each time.
  const { origin } = base
  const basePath = base.pathname === '/' ? '' : base.pathname
  const read = responseReader(protocol, maxResponseBytes)

  /** Its answer is still to be accepted: most are at once, one that is a failure is read first. */
  const post = ({ path, body, headers }: ProviderRequest, accept: string, signal: Signal) => {
    const { headTimeoutMs, bodyTimeoutMs, deadlineMs } = accept === EVENT_STREAM ? limits.stream : limits.whole
    return http.post({
      origin,
      path: `${basePath}${path}`,
      headers: {
        ...key,
        ...headers,
        accept,
        ...UNCODED,
        'content-type': isForm(body) ? body.contentType : 'application/json',
      },
      body: isForm(body) ? body.bytes : JSON.stringify(body),
      signal,
      headTimeoutMs,
      bodyTimeoutMs,
      deadlineMs,
    })
  }

  return {
    maxEventChars,
    maxStreamBytes,
    requestIdOf,
    readJson: (response, memory, jsonLimits) => read.json(right(response), memory, jsonLimits),
    postStream: (request, signal) => post(request, EVENT_STREAM, signal).then(read.accept),
    postJson: (request, { signal, memory }, jsonLimits) =>
      read.json(post(request, 'application/json', signal), memory, jsonLimits),
    postBytes: async (request, { signal, memory }) => {
      const response = await read.accept(await post(request, '*/*', signal))
      return isLeft(response) ? response : read.bytes(response.right, memory)
    },
    getJson: (path, { signal, memory }) => {
      const headers = { ...key, accept: 'application/json', ...UNCODED }
      return read.json(http.get({ origin, path: `${basePath}${path}`, headers, signal, ...limits.poll }), memory)
    },
    getFile: async (address, signal) => {
      const get = ({ origin: asked, pathname, search }: URL) => {
        const headers = { ...(asked === origin ? fileHeaders : {}), accept: '*/*', ...UNCODED }
        return http.get({ origin: asked, path: `${pathname}${search}`, headers, signal, ...limits.stream })
      }
      const response = await openFile({ base, get, failureIn: read.failureIn }, address)
      return isLeft(response) ? response : right(downloadBody(response.right, requestIdOf(response.right.headers)))
    },
  }
}

const EVENT_STREAM = 'text/event-stream'

/** Bodies are read as they come. Where no coding is named, a server may choose one. */
const UNCODED = { 'accept-encoding': 'identity' } as const
