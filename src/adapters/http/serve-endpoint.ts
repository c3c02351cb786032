import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Context } from 'koa'
import type { GatewayPrincipal, SessionPrincipal } from '../../domain/identity/principal.ts'
import type { Answer } from './answer.ts'
import { bearerOf } from './bearer.ts'
import { clientAddressOf, whenClientLeaves } from './client-address.ts'
import type { Doorkeepers } from './doorkeepers.ts'
import type { RateVerdict } from '../../domain/limits/rate-limit.ts'
import type { Endpoint } from './endpoint.ts'
import type { ApiFailure } from './failures.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'
import { readJsonBody } from './read-body.ts'
import { stateOf } from './request-state.ts'
import { readMultipartBody } from './read-multipart.ts'
import { sendAnswer, sendFailure } from './send.ts'
import { queryText } from './query.ts'
import { requestHashOf } from './request-hash.ts'

type Principal = GatewayPrincipal | SessionPrincipal | null

const refusalOf = (admission: RateVerdict): Either<ApiFailure, null> =>
  admission.allowed ? right(null) : left({ tag: 'rate_limit_exceeded', retryAfterSeconds: admission.retryAfterSeconds })

const admitSignIn = async (ctx: Context, endpoint: Endpoint, doors: Doorkeepers): Promise<Either<ApiFailure, null>> =>
  endpoint.isSignIn ? refusalOf(await doors.admitAddress(clientAddressOf(ctx))) : right(null)

const admitGatewayCall = async (ctx: Context, doors: Doorkeepers): Promise<Either<ApiFailure, GatewayPrincipal>> => {
  const principal = await doors.authenticateKey(bearerOf(ctx.headers.authorization))
  if (isLeft(principal)) return principal
  const state = stateOf(ctx)
  state.userId = principal.right.userId
  const admission = await doors.admitCall(principal.right)
  Object.assign(state.headers, rateLimitHeaders(admission))
  const refusal = refusalOf(admission)
  return isLeft(refusal) ? refusal : principal
}

/** Who is calling and whether they may: authentication, then the limit that goes with it. */
const admit = async (ctx: Context, endpoint: Endpoint, doors: Doorkeepers): Promise<Either<ApiFailure, Principal>> => {
  switch (endpoint.auth) {
    case 'api_key':
      return admitGatewayCall(ctx, doors)
    case 'session': {
      const principal = await doors.authenticateSession(bearerOf(ctx.headers.authorization))
      if (isLeft(principal)) return principal
      stateOf(ctx).userId = principal.right.userId
      const admission = await admitSignIn(ctx, endpoint, doors)
      return isLeft(admission) ? admission : principal
    }
    case 'none':
      return admitSignIn(ctx, endpoint, doors)
  }
}

const readBody = (ctx: Context, { body, multipart }: Endpoint): Promise<Either<ApiFailure, unknown>> => {
  if (body === undefined) return Promise.resolve(right(undefined))
  const isForm = multipart !== undefined && ctx.is('multipart/form-data') === 'multipart/form-data'
  return isForm ? readMultipartBody(ctx, multipart) : readJsonBody(ctx)
}

const answerTo = async (
  ctx: Context,
  endpoint: Endpoint,
  doors: Doorkeepers,
  publicBaseUrl: string | null,
): Promise<Either<ApiFailure, Answer>> => {
  const principal = await admit(ctx, endpoint, doors)
  if (isLeft(principal)) return principal
  const query = queryText(ctx.querystring)
  if (isLeft(query)) return query
  const body = await readBody(ctx, endpoint)
  if (isLeft(body)) return body
  const raw = {
    params: (ctx['params'] ?? {}) as Readonly<Record<string, unknown>>,
    query: query.right,
    headers: ctx.headers,
    body: body.right,
    method: endpoint.method,
    path: ctx.path,
    baseUrl: publicBaseUrl ?? `${ctx.protocol}://${ctx.host}`,
    requestId: stateOf(ctx).requestId,
    clientAddress: clientAddressOf(ctx),
    whenClientLeaves: (leave: () => void) => whenClientLeaves(ctx, leave),
    requestHash: () => requestHashOf(endpoint.method, ctx.path, body.right),
  }
  return endpoint.run(raw, principal.right, async (email) => refusalOf(await doors.admitEmail(email)))
}

/** Turns an endpoint into what serves it. */
export const serveEndpoint = (
  endpoint: Endpoint,
  doors: Doorkeepers,
  publicBaseUrl: string | null = null,
): ((ctx: Context) => Promise<void>) => {
  const envelope = endpoint.auth === 'api_key' ? 'gateway' : 'account'
  return async (ctx) => {
    Object.assign(stateOf(ctx), { operation: endpoint.id, envelope })
    const answer = await answerTo(ctx, endpoint, doors, publicBaseUrl)
    if (isLeft(answer)) sendFailure(ctx, answer.left, envelope)
    else await sendAnswer(ctx, answer.right)
  }
}
