import { isLeft } from 'fp-ts/lib/Either.js'
import { responseRequest } from '../../../src/adapters/http/openai/response-input/response-request-codec.ts'
import type { ResponseRequest } from '../../../src/adapters/http/openai/response-input/response-request-codec.ts'
import { toChatRequest } from '../../../src/adapters/http/openai/response-input/to-chat-request.ts'

type Body = Readonly<Record<string, unknown>>

/** A request for a response as the endpoint reads it. */
export const requestOf = (body: Body): ResponseRequest => {
  const read = responseRequest.decode({ model: 'vendor/model', input: 'hi', ...body })
  if (isLeft(read)) throw new Error('the request is not valid')
  return read.right
}

/** What a request comes to: the chat request, and what of it is left out. */
export const translated = (body: Body) => {
  const read = toChatRequest(requestOf(body))
  if (isLeft(read)) throw new Error(`${read.left.param}: ${read.left.message}`)
  return { ...read.right, fields: read.right.request as object as Readonly<Record<string, unknown>> }
}

/** The field that a request is refused for; null if it is not. */
export const refusedField = (body: Body): string | null => {
  const read = toChatRequest(requestOf(body))
  return isLeft(read) ? read.left.param : null
}
