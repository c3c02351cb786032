import { type Either, isLeft, left } from 'fp-ts/lib/Either.js'
import type { Context } from 'koa'
import { koaBody } from 'koa-body'
import type { ProtocolFailure } from '../failures.ts'
import { type BodyAdmission, readAdmitted, tooLarge } from './read-admitted.ts'
import type { BodyBounds } from './body-bounds.ts'
import { parseJson } from './parse-json.ts'

const JSON_TYPES = ['json', '+json']

/** What nearly all clients write needs no parsing. */
const isJson = (ctx: Context): boolean =>
  ctx.headers['content-type'] === 'application/json' || Boolean(ctx.is(JSON_TYPES))

const failureOf = (error: unknown, { bytes }: BodyBounds): ProtocolFailure =>
  error instanceof Error && 'status' in error && error.status === 413
    ? tooLarge(bytes)
    : { tag: 'malformed_json', message: 'The body did not arrive whole.' }

const nothing = async (): Promise<void> => {}

/** Reads JSON bodies of one size: koa-body collects the bytes up to the limit, and `parseJson` judges them. */
export const jsonBodyReader = (
  bounds: BodyBounds,
): ((ctx: Context, admission: BodyAdmission) => Promise<Either<ProtocolFailure, unknown>>) => {
  const collect = koaBody({
    textTypes: JSON_TYPES,
    textLimit: bounds.bytes,
    // Without an encoding the body stays as its bytes.
    encoding: '',
    json: false,
    multipart: false,
    urlencoded: false,
  })
  return async (ctx, admission) => {
    if (!isJson(ctx)) return left({ tag: 'unsupported_media_type', message: 'Send the body as application/json.' })
    const collectBytes = async (): Promise<Buffer> => {
      await collect(ctx, nothing)
      const { body } = ctx.request as { body?: unknown }
      return body instanceof Buffer ? body : Buffer.alloc(0)
    }
    const bytes = await readAdmitted(ctx, bounds.bytes, admission, collectBytes, (error) => failureOf(error, bounds))
    return isLeft(bytes) ? bytes : parseJson(bytes.right, bounds)
  }
}
