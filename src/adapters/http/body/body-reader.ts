import { type Either, right } from 'fp-ts/lib/Either.js'
import type { Context } from 'koa'
import type { ProtocolFailure } from '../failures.ts'
import type { BodyAdmission } from './read-admitted.ts'
import { BODY_BOUNDS, type BodyBounds } from './body-bounds.ts'
import type { MultipartForm } from './form-body.ts'
import { jsonBodyReader } from './read-json-body.ts'
import { readMultipartBody } from './read-multipart.ts'

export type ReadBody = (ctx: Context, admission: BodyAdmission) => Promise<Either<ProtocolFailure, unknown>>

interface BodyKinds {
  /** Undefined where the endpoint takes no body. */
  readonly body?: unknown
  readonly bounds?: BodyBounds
  readonly multipart?: MultipartForm
}

/** How an endpoint's body is read: not at all, as JSON, or as JSON or a form. */
export const bodyReader = ({ body, bounds = BODY_BOUNDS.small, multipart }: BodyKinds): ReadBody => {
  if (body === undefined) return async () => right(undefined)
  const readJson = jsonBodyReader(bounds)
  if (multipart === undefined) return readJson
  return (ctx, admission) =>
    ctx.is('multipart/form-data') === 'multipart/form-data'
      ? readMultipartBody(ctx, multipart, admission)
      : readJson(ctx, admission)
}
