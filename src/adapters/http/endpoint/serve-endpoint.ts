import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Admission } from '../../../application/admission/admission.ts'
import type { HttpResponse } from '../sending/http-response.ts'
import type { BodyBudget } from '../body/body-budget.ts'
import { bodyReader } from '../body/body-reader.ts'
import type { ReadBody } from '../body/body-reader.ts'
import type { CallLogFields } from '../request/call-log-fields.ts'
import type { Exchange } from '../request/exchange.ts'
import { rateLimitFailure } from '../surface/auth-methods.ts'
import type { Endpoint } from './endpoint.ts'
import type { ApiFailure, ProtocolFailure } from '../failures/protocol-failure.ts'
import { MAX_MODEL_ID_CHARACTERS } from '../codecs/codecs.ts'
import type { SecurityRecord } from '../request/security-event.ts'
import { OPERATION_ID_HEADER } from './paid-headers.ts'
import { sendResponse, sendFailure } from '../sending/send-response.ts'
import { queryText } from '../request/query-text.ts'
import { requestHashOf } from '../request/idempotency-key.ts'

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
  readonly bodies: BodyBudget
  /** Where clients reach the service, without a trailing slash. */
  readonly baseUrl: () => string
}

const NO_QUERY = right({})

/** Everything that can be refused without the body is refused before the body is read. */
const handleRequest = async (
  exchange: Exchange,
  endpoint: Endpoint,
  { admission, bodies, baseUrl }: ServeEndpointDeps,
  readBody: ReadBody,
): Promise<Either<ApiFailure, HttpResponse>> => {
  const { state } = exchange
  const principal = await endpoint.authMethod.authenticate(exchange, endpoint, admission)
  if (isLeft(principal)) return principal
  const { clientAddress } = state
  const head = { params: exchange.params ?? {}, headers: exchange.headers, clientAddress }
  const admitted = endpoint.admit?.(head)
  if (admitted !== undefined && isLeft(admitted)) return admitted
  const { querystring } = exchange
  const query = querystring === '' ? NO_QUERY : queryText(querystring)
  if (isLeft(query)) return query
  const body = await readBody(exchange, { budget: bodies, caller: state.userId ?? clientAddress })
  if (isLeft(body)) return body
  logModel(exchange, body.right)
  const raw = {
    ...head,
    query: query.right,
    body: body.right,
    method: endpoint.method,
    path: exchange.path,
    baseUrl: baseUrl(),
    requestId: state.requestId,
    onClientDisconnect: (callback: () => void) => onClientDisconnect(exchange, callback),
    addLogFields: (facts: CallLogFields) => addLogFields(exchange, facts),
    setOperationId: (operationId: string) => setOperationId(exchange, operationId),
    requestHash: () => requestHashOf(endpoint.method, exchange.path, body.right),
  }
  return endpoint.run(raw, principal.right, async (email) =>
    rateLimitFailure(await admission.admitEmail(email, clientAddress)),
  )
}

/** Turns an endpoint into what serves it. */
export const serveEndpoint = (
  endpoint: Endpoint,
  endpointDeps: ServeEndpointDeps,
): ((exchange: Exchange) => Promise<void>) => {
  const readBody = bodyReader(endpoint)
  const { id, path, surface, securityEvent } = endpoint
  return async (exchange) => {
    const { state } = exchange
    Object.assign(state, { operation: id, path, surface })
    const answer = await handleRequest(exchange, endpoint, endpointDeps, readBody)
    if (securityEvent !== undefined) {
      const { requestId, clientAddress, userId = null } = state
      const outcome = isLeft(answer) ? answer.left.tag : 'ok'
      endpointDeps.recordSecurity({ event: securityEvent, outcome, requestId, clientAddress, userId })
    }
    // The type of the endpoint guarantees that its failures are its surface's own.
    if (isLeft(answer)) sendFailure(exchange, answer.left as ProtocolFailure, surface)
    else await sendResponse(exchange, answer.right)
  }
}
