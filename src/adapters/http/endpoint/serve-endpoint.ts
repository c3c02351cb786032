import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import type { Admission } from '../../../application/admission/admission.ts'
import type { HttpResponse } from '../sending/http-response.ts'
import { bodyReader } from '../body/body-reader.ts'
import type { ReadBody } from '../body/body-reader.ts'
import { topLevelFields } from '../body/top-level-fields.ts'
import { clientSessionOf } from '../request/client-session.ts'
import type { CallLogFields } from '../request/call-log-fields.ts'
import type { Exchange } from '../request/exchange.ts'
import { tokenLimitHeaders } from '../surface/api-key.ts'
import { rateLimitFailure } from '../surface/auth-methods.ts'
import type { Call, Endpoint } from './endpoint.ts'
import type { ApiFailure, ProtocolFailure, ValidationError } from '../failures/protocol-failure.ts'
import { MAX_PROBLEMS, problemsOf } from '../failures/validation.ts'
import type { Place, Problem } from '../failures/validation.ts'
import { MAX_MODEL_ID_CHARACTERS } from '../codecs/codecs.ts'
import type { SecurityRecord } from '../request/security-event.ts'
import { OPERATION_ID_HEADER } from './paid-headers.ts'
import { sendResponse, sendFailure } from '../sending/send-response.ts'
import { queryText } from '../request/query-text.ts'
import { exchangeMemory } from '../request/exchange-memory.ts'
import type { ExchangeMemory, MemoryBudgets } from '../request/exchange-memory.ts'
import { requestHashesOf } from './request-hash.ts'

/** Calls back when the client disconnects before its answer is complete; at once if it already has. */
const onClientDisconnect = ({ res }: Exchange, callback: () => void): void => {
  const notifyIfUnfinished = (): void => {
    if (!res.writableFinished) callback()
  }
  if (res.closed) notifyIfUnfinished()
  else res.once('close', notifyIfUnfinished)
}

const addLogFields = ({ state }: Exchange, facts: CallLogFields): void => {
  state.facts = { ...state.facts, ...facts }
}

/** Nearly every paid call names its model in the same field. */
const logModel = (exchange: Exchange, body: unknown): void => {
  if (typeof body !== 'object' || body === null || !('model' in body)) return
  if (typeof body.model === 'string') addLogFields(exchange, { model: body.model.slice(0, MAX_MODEL_ID_CHARACTERS) })
}

const setOperationId = ({ state }: Exchange, operationId: string): void => {
  state.headers[OPERATION_ID_HEADER] = operationId
}

interface ServeEndpointDeps {
  readonly recordSecurity: (record: SecurityRecord) => void
  readonly admission: Admission
  readonly budgets: MemoryBudgets
  /** Where clients reach the service, without a trailing slash. */
  readonly baseUrl: () => string
  /** Whether the process takes no more connections. */
  readonly isStopping: () => boolean
}

const NO_QUERY = right({})

type Parts = Pick<Call, 'params' | 'query' | 'headers' | 'body'>

const decode = (codec: t.Decoder<unknown, unknown> | undefined, value: unknown, place: Place, problems: Problem[]) => {
  // Without a codec the part is not read.
  if (codec === undefined) return undefined
  const decoded = codec.decode(value)
  if (!isLeft(decoded)) return decoded.right
  for (const problem of problemsOf(decoded.left, place).slice(0, MAX_PROBLEMS - problems.length)) problems.push(problem)
  return undefined
}

/** The parts of a call as the endpoint's codecs read them, or everything that is wrong with them. */
const decodeParts = (endpoint: Endpoint, { params, query, headers, body }: Parts): Either<ValidationError, Parts> => {
  const problems: Problem[] = []
  const parts = {
    params: decode(endpoint.params, params, 'path', problems),
    query: decode(endpoint.query, query, 'query', problems),
    headers: decode(endpoint.headers, headers, 'header', problems),
    body: decode(endpoint.body, body, 'body', problems),
  }
  return problems.length === 0 ? right(parts) : left({ tag: 'validation_error', problems })
}

interface CallContext {
  readonly sentBody: unknown
  readonly baseUrl: string
  readonly memory: ExchangeMemory
}

const callOf = (
  exchange: Exchange,
  { method, path: pathPattern }: Endpoint,
  parts: Parts,
  { sentBody, baseUrl, memory }: CallContext,
): Call => ({
  ...parts,
  method,
  path: exchange.path,
  baseUrl,
  requestId: exchange.state.requestId,
  clientAddress: exchange.state.clientAddress,
  session: clientSessionOf(exchange.headers),
  onClientDisconnect: (callback) => onClientDisconnect(exchange, callback),
  addLogFields: (facts) => addLogFields(exchange, facts),
  setOperationId: (operationId) => setOperationId(exchange, operationId),
  showTokens: (verdict) => void Object.assign(exchange.state.headers, tokenLimitHeaders(verdict)),
  holdBytes: memory.body.add,
  openAnswer: memory.openAnswer,
  answerMemory: memory.answer,
  requestHashes: () => requestHashesOf({ method, pathPattern, path: exchange.path, sentBody }, parts),
  bodyFields: () => topLevelFields(exchange.state.bodyText ?? '{}', sentBody),
})

/** A part of a file can be asked for by GET alone (RFC 9110, 14.2): HEAD tells of the whole. */
const headersOf = ({ method, headers }: Exchange): Exchange['headers'] =>
  method === 'HEAD' && headers.range !== undefined ? { ...headers, range: undefined } : headers

/**
 * Everything that can be refused without the body is refused before the body is read. What still comes on a kept
 * connection of a process that stops is refused at once: its answer might be cut, and is another process's to give.
 */
const handleRequest = async (
  exchange: Exchange,
  endpoint: Endpoint,
  { admission, budgets, baseUrl, isStopping }: ServeEndpointDeps,
  readBody: ReadBody,
): Promise<Either<ApiFailure, HttpResponse>> => {
  if (isStopping()) return left({ tag: 'shutting_down' })
  const { state } = exchange
  const finding = endpoint.authMethod.authenticate(exchange, endpoint, admission)
  const principal = finding instanceof Promise ? await finding : finding
  if (isLeft(principal)) return principal
  const { clientAddress } = state
  const head = { params: exchange.params ?? {}, headers: headersOf(exchange), clientAddress }
  const admitted = endpoint.admit?.(head)
  if (admitted !== undefined && isLeft(admitted)) return admitted
  const { querystring } = exchange
  const query = querystring === '' ? NO_QUERY : queryText(querystring)
  if (isLeft(query)) return query
  const memory = exchangeMemory(budgets, state.userId ?? clientAddress)
  state.memory = memory
  const body = await readBody(exchange, memory.body)
  if (isLeft(body)) return body
  logModel(exchange, body.right)
  const { params, headers } = head
  const parts = decodeParts(endpoint, { params, query: query.right, headers, body: body.right })
  if (isLeft(parts)) return parts
  const account = endpoint.signInLimit?.account(parts.right.body, principal.right) ?? null
  const verdict = account === null ? null : rateLimitFailure(await admission.admitSignInTo(account, clientAddress))
  if (verdict !== null && isLeft(verdict)) return verdict
  const context = { sentBody: body.right, baseUrl: baseUrl(), memory }
  return await endpoint.handle(callOf(exchange, endpoint, parts.right, context), principal.right)
}

type Serve = (exchange: Exchange) => Promise<void>

/** Turns an endpoint into what serves it, and its variant for requests that carry the variant's header. */
export const serveEndpoint = (endpoint: Endpoint, endpointDeps: ServeEndpointDeps): Serve => {
  const serve = serveOne(endpoint, endpointDeps)
  const { variant } = endpoint
  if (variant === undefined) return serve
  const serveVariant = serveOne(variant.endpoint, endpointDeps)
  return (exchange) => (exchange.headers[variant.header] === undefined ? serve : serveVariant)(exchange)
}

const serveOne = (endpoint: Endpoint, endpointDeps: ServeEndpointDeps): Serve => {
  const readBody = bodyReader(endpoint)
  const { id, path, surface } = endpoint
  return async (exchange) => {
    const { state } = exchange
    state.operation = id
    state.path = path
    state.surface = surface
    try {
      const answer = await handleRequest(exchange, endpoint, endpointDeps, readBody)
      const event = endpoint.securityEvent ?? state.securityEvent
      if (event !== undefined) {
        const { requestId, clientAddress, userId = null, trace = null } = state
        const outcome = isLeft(answer) ? answer.left.tag : 'ok'
        endpointDeps.recordSecurity({ event, outcome, requestId, clientAddress, userId, trace })
      }
      // The type of the endpoint guarantees that its failures are its surface's own.
      if (isLeft(answer)) return sendFailure(exchange, answer.left as ProtocolFailure, surface)
      const sending = sendResponse(exchange, answer.right)
      if (sending instanceof Promise) await sending
    } finally {
      state.memory?.releaseAfter(exchange.res)
    }
  }
}
