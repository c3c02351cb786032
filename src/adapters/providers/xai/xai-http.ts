import { fromErrorResponse, requestIdOf } from '../openai-errors.ts'
import { bearer, providerHttp } from '../upstream/provider-http.ts'
import type { ProviderConnection, ProviderHttp } from '../upstream/provider-http.ts'
import { toMediaFailure } from './media-failure.ts'

/** xAI's images and videos over HTTP. A finished video lies at a public address and is read without the key. */
export const xaiHttp = (connection: ProviderConnection): ProviderHttp =>
  providerHttp(connection, {
    headers: bearer(connection.apiKey),
    requestIdOf,
    failureOf: (status, headers, body) => {
      // A download that brings no file although its status says success is the provider's fault.
      const meant = status < 300 ? 502 : status
      return toMediaFailure(fromErrorResponse(meant, headers, body))
    },
  })
