import { fromErrorResponse, requestIdOf } from '../openai-errors.ts'
import { bearer, providerHttp } from '../upstream/provider-http.ts'
import type { ProviderConnection, ProviderHttp } from '../upstream/provider-http.ts'
import { toMediaFailure } from './media-failure.ts'

/** OpenAI's own images and speech over HTTP. */
export const openAiHttp = (connection: ProviderConnection): ProviderHttp =>
  providerHttp(connection, {
    headers: bearer(connection.apiKey),
    requestIdOf,
    failureOf: (status, headers, body) => toMediaFailure(fromErrorResponse(status, headers, body)),
  })
