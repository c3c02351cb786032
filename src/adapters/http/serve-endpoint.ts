import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Context } from 'koa'
import type { Admission } from '../../application/admission/admission.ts'
import type { GatewayPrincipal, SessionPrincipal } from '../../domain/identity/principal.ts'
import type { Answer } from './answer.ts'
import { bearerOf } from './bearer.ts'
import type { BodyBudget } from './body/body-budget.ts'
import { bodyReader, type ReadBody } from './body/body-reader.ts'
import type { CallFacts } from './call-facts.ts'
import { clientAddressOf, whenClientLeaves } from './client-address.ts'
import type { RateVerdict } from '../../domain/limits/rate-limit.ts'
import type { Endpoint } from './endpoint.ts'
import type { ApiFailure } from './failures.ts'
import { MOST_MODEL_ID_CHARACTERS } from './codecs.ts'
import type { SecurityRecord } from './security-event.ts'
import { OPERATION_ID } from './gateway/paid-headers.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'
import { stateOf } from './request-state.ts'
import { sendAnswer, sendFailure } from './send.ts'
import { queryText } from './query.ts'
import { requestHashOf } from './request-hash.ts'

type Principal = GatewayPrincipal | SessionPrincipal | null

const refusalOf = (verdict: RateVerdict): Either<ApiFailure, null> =>
  verdict.allowed ? right(null) : left({ tag: 'rate_limit_exceeded', retryAfterSeconds: verdict.retryAfterSeconds })

const admitAddress = async (
  ctx: Context,
  { isSignIn, unlimited }: Endpoint,
  admission: Admission,
): Promise<Either<ApiFailure, null>> => {
  if (isSignIn) return refusalOf(await admission.admitSignIn(clientAddressOf(ctx)))
  return unlimited === true ? right(null) : refusalOf(await admission.admitAddress(clientAddressOf(ctx)))
}

const admitUser = async (
  ctx: Context,
  { isSignIn }: Endpoint,
  admission: Admission,
  userId: string,
): Promise<Either<ApiFailure, null>> => {
  const admitted = refusalOf(await admission.admitUser(userId))
  if (isLeft(admitted) || !isSignIn) return admitted
  return refusalOf(await admission.admitSignIn(clientAddressOf(ctx)))
}

const admitGatewayCall = async (ctx: Context, admission: Admission): Promise<Either<ApiFailure, GatewayPrincipal>> => {
  const principal = await admission.authenticateKey(bearerOf(ctx.headers.authorization), clientAddressOf(ctx))
  if (isLeft(principal)) return principal
  const state = stateOf(ctx)
  state.userId = principal.right.userId
  const verdict = await admission.admitCall(principal.right)
  Object.assign(state.headers, rateLimitHeaders(verdict))
  const refusal = refusalOf(verdict)
  return isLeft(refusal) ? refusal : principal
}

/** Who is calling and whether they may: authentication, then the limit that goes with it. */
const admit = async (
  ctx: Context,
  endpoint: Endpoint,
  admission: Admission,
): Promise<Either<ApiFailure, Principal>> => {
  switch (endpoint.auth) {
    case 'api_key':
      return admitGatewayCall(ctx, admission)
    case 'session_if_sent':
    case 'session': {
      if (endpoint.auth === 'session_if_sent' && ctx.headers.authorization === undefined) {
        return admitAddress(ctx, endpoint, admission)
      }
      const principal = await admission.authenticateSession(bearerOf(ctx.headers.authorization))
      if (isLeft(principal)) return principal
      stateOf(ctx).userId = principal.right.userId
      const admitted = await admitUser(ctx, endpoint, admission, principal.right.userId)
      return isLeft(admitted) ? admitted : principal
    }
    case 'none':
      return admitAddress(ctx, endpoint, admission)
  }
}

const noteFacts = (ctx: Context, facts: CallFacts): void => {
  const state = stateOf(ctx)
  state.facts = { ...state.facts, ...facts }
}

/** Nearly every paid call names its model in the same field. */
const noteModel = (ctx: Context, body: unknown): void => {
  if (typeof body !== 'object' || body === null || !('model' in body)) return
  if (typeof body.model === 'string') noteFacts(ctx, { model: body.model.slice(0, MOST_MODEL_ID_CHARACTERS) })
}

const nameOperation = (ctx: Context, operationId: string): void => {
  stateOf(ctx).headers[OPERATION_ID] = operationId
}

export interface Serving {
  readonly recordSecurity: (record: SecurityRecord) => void
  readonly admission: Admission
  readonly bodies: BodyBudget
  /** Where clients reach the service, without a trailing slash. */
  readonly baseUrl: () => string
}

/** Everything that can be refused without the body is refused before the body is read. */
const answerTo = async (
  ctx: Context,
  endpoint: Endpoint,
  { admission, bodies, baseUrl }: Serving,
  readBody: ReadBody,
): Promise<Either<ApiFailure, Answer>> => {
  const principal = await admit(ctx, endpoint, admission)
  if (isLeft(principal)) return principal
  const head = {
    params: (ctx['params'] ?? {}) as Readonly<Record<string, unknown>>,
    headers: ctx.headers,
    clientAddress: clientAddressOf(ctx),
  }
  const admitted = endpoint.admit?.(head) ?? right(null)
  if (isLeft(admitted)) return admitted
  const query = queryText(ctx.querystring)
  if (isLeft(query)) return query
  const caller = principal.right?.userId ?? head.clientAddress
  const body = await readBody(ctx, { budget: bodies, caller })
  if (isLeft(body)) return body
  noteModel(ctx, body.right)
  const raw = {
    ...head,
    query: query.right,
    body: body.right,
    method: endpoint.method,
    path: ctx.path,
    baseUrl: baseUrl(),
    requestId: stateOf(ctx).requestId,
    whenClientLeaves: (leave: () => void) => whenClientLeaves(ctx, leave),
    note: (facts: CallFacts) => noteFacts(ctx, facts),
    nameOperation: (operationId: string) => nameOperation(ctx, operationId),
    requestHash: () => requestHashOf(endpoint.method, ctx.path, body.right),
  }
  const admitEmail = (email: string) => admission.admitEmail(email, raw.clientAddress)
  return endpoint.run(raw, principal.right, async (email) => refusalOf(await admitEmail(email)))
}

/** Turns an endpoint into what serves it. */
export const serveEndpoint = (endpoint: Endpoint, serving: Serving): ((ctx: Context) => Promise<void>) => {
  const readBody = bodyReader(endpoint)
  const envelope = endpoint.auth === 'api_key' ? 'gateway' : 'account'
  return async (ctx) => {
    Object.assign(stateOf(ctx), { operation: endpoint.id, path: endpoint.path, envelope })
    const answer = await answerTo(ctx, endpoint, serving, readBody)
    if (endpoint.securityEvent !== undefined) {
      const { requestId, clientAddress, userId = null } = stateOf(ctx)
      const outcome = isLeft(answer) ? answer.left.tag : 'ok'
      serving.recordSecurity({ event: endpoint.securityEvent, outcome, requestId, clientAddress, userId })
    }
    if (isLeft(answer)) sendFailure(ctx, answer.left, envelope)
    else await sendAnswer(ctx, answer.right)
  }
}
