import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { Context } from 'koa'
import { bodyText, type UnreadBody } from './body-text.ts'
import type { ProtocolFailure } from './failures.ts'
import { isTooDeep, MAX_NESTING } from './nesting.ts'
import { isPoisoned } from './poisoned.ts'
import { badTextIn } from './well-formed.ts'

/** 20 MB of files in base64 and some (contract 1). MB = 10⁶ bytes. */
export const MAX_JSON_BYTES = 29_000_000

const malformed = (message: string): Either<ProtocolFailure, never> => left({ tag: 'malformed_json', message })

const NOT_JSON = malformed('The body is not valid JSON.')

const refusalOf = (unread: UnreadBody): Either<ProtocolFailure, never> => {
  switch (unread) {
    case 'too_large':
      return left({
        tag: 'payload_too_large',
        message: `The body is larger than ${MAX_JSON_BYTES / 1_000_000} MB.`,
      })
    case 'unknown_encoding':
      return left({ tag: 'unsupported_media_type', message: 'The content encoding is not one this API reads.' })
    case 'broken':
      return NOT_JSON
  }
}

/** Undefined, which no JSON stands for, where the text is not JSON. */
const parsed = (raw: string): unknown => {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

const isJson = (ctx: Context): boolean =>
  ctx.headers['content-type'] === 'application/json' || Boolean(ctx.is('json', '+json'))

/** Reads a JSON body whole. Whatever is wrong with it is the client's to hear; nothing is thrown. */
export const readJsonBody = async (ctx: Context): Promise<Either<ProtocolFailure, unknown>> => {
  if (!isJson(ctx)) {
    return left({ tag: 'unsupported_media_type', message: 'Send the body as application/json.' })
  }
  const text = await bodyText(ctx.req, MAX_JSON_BYTES)
  if (text._tag === 'Left') return refusalOf(text.left)
  const raw = text.right
  if (raw === '') return malformed('The body is empty.')
  const body = parsed(raw)
  if (body === undefined) return NOT_JSON
  if (isTooDeep(raw)) return malformed(`The body nests deeper than ${MAX_NESTING} levels.`)
  if (isPoisoned(raw, body)) return NOT_JSON
  const problem = badTextIn(raw, body)
  return problem === null ? right(body) : left({ tag: 'validation_error', problems: [problem] })
}
