import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { badAnswer } from '../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { providerHttp } from '../upstream/provider-http.ts'
import type { ProviderJson, ProviderConnection, ProviderHttp } from '../upstream/provider-http.ts'
import type { UpstreamHeaders } from '../upstream/upstream-http.ts'
import { idOf, objectOf } from '../wire.ts'
import type { Wire } from '../wire.ts'
import { failureIn, fromErrorResponse, requestIdOf } from './errors.ts'

export interface GoogleResponse {
  readonly body: Wire
  readonly headers: UpstreamHeaders
  /** Google's `responseId`, or the id that a proxy before Google gives in a header. */
  readonly upstreamRequestId: string | null
}

/** Google over HTTP. A file at Google's own address is read with the key. */
export const googleHttp = (connection: ProviderConnection): ProviderHttp => {
  const headers: Readonly<Record<string, string>> =
    connection.apiKey === null ? {} : { 'x-goog-api-key': connection.apiKey }
  return providerHttp(connection, {
    headers,
    fileHeaders: headers,
    requestIdOf,
    failureOf: (status, responseHeaders, body) =>
      status === 200
        ? (failureIn(body, responseHeaders) ?? notAsked(requestIdOf(responseHeaders)))
        : fromErrorResponse(status, responseHeaders, body),
  })
}

const notAsked = (upstreamRequestId: string | null): UpstreamFailure =>
  badAnswer('The upstream sent something else than it was asked for.', upstreamRequestId)

/** The JSON object of a response; `bad_answer` for anything else. */
export const googleResponse = ({
  body: json,
  headers,
  upstreamRequestId,
}: ProviderJson): Either<UpstreamFailure, GoogleResponse> => {
  // Google's front end may answer with a list of one error.
  const body = objectOf(Array.isArray(json) ? json[0] : json)
  if (body === null) return left(notAsked(upstreamRequestId))
  return right({ body, headers, upstreamRequestId: upstreamRequestId ?? idOf(body['responseId']) })
}

/** The same for a response whose `error` is a failure of the call. A job, in contrast, has an `error` as its state. */
export const googleAnswer = (response: ProviderJson): Either<UpstreamFailure, GoogleResponse> => {
  const answer = googleResponse(response)
  if (isLeft(answer)) return answer
  const failure = failureIn(answer.right.body, answer.right.headers)
  return failure === null ? answer : left(failure)
}
