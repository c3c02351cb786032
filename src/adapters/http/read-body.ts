import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { Context } from 'koa'
import { koaBody } from 'koa-body'
import type { ProtocolFailure } from './failures.ts'
import { isTooDeep, MAX_NESTING } from './nesting.ts'
import { badTextIn } from './well-formed.ts'

/** 20 MB of files in base64 and some (contract 1). MB = 10⁶ bytes. */
export const MAX_JSON_BYTES = 29_000_000

const parseJson = koaBody({
  jsonTypes: ['json', '+json'],
  jsonLimit: MAX_JSON_BYTES,
  jsonStrict: false,
  includeUnparsed: true,
  multipart: false,
  urlencoded: false,
  text: false,
})

const nothing = async (): Promise<void> => {}

const failureOf = (error: unknown): ProtocolFailure => {
  switch (error instanceof Error && 'status' in error ? error.status : null) {
    case 413:
      return { tag: 'payload_too_large', message: `The body is larger than ${MAX_JSON_BYTES / 1_000_000} MB.` }
    case 415:
      return { tag: 'unsupported_media_type', message: 'The content encoding is not one this API reads.' }
    default:
      return { tag: 'malformed_json', message: 'The body is not valid JSON.' }
  }
}

/** What nearly all clients write needs no parsing. */
const isJson = (ctx: Context): boolean =>
  ctx.headers['content-type'] === 'application/json' || Boolean(ctx.is('json', '+json'))

/** Reads a JSON body whole. Whatever is wrong with it is the client's to hear; nothing is thrown. */
export const readJsonBody = async (ctx: Context): Promise<Either<ProtocolFailure, unknown>> => {
  if (!isJson(ctx)) {
    return left({ tag: 'unsupported_media_type', message: 'Send the body as application/json.' })
  }
  try {
    await parseJson(ctx, nothing)
  } catch (error) {
    return left(failureOf(error))
  }
  const { body, rawBody } = ctx.request as { body?: unknown; rawBody?: string }
  if (rawBody === undefined || rawBody === '') return left({ tag: 'malformed_json', message: 'The body is empty.' })
  if (isTooDeep(rawBody)) {
    return left({ tag: 'malformed_json', message: `The body nests deeper than ${MAX_NESTING} levels.` })
  }
  const problem = badTextIn(rawBody, body)
  return problem === null ? right(body) : left({ tag: 'validation_error', problems: [problem] })
}
