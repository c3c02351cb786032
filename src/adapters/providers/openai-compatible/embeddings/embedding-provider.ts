import { isLeft } from 'fp-ts/lib/Either.js'
import type { EmbeddingProvider, EmbeddingCall } from '../../../../application/ports/providers/embedding-provider.ts'
import { fromErrorResponse, requestIdOf } from '../../openai-errors.ts'
import { bearer, providerHttp } from '../../upstream/provider-http.ts'
import type { ProviderConnection, ProviderRequest } from '../../upstream/provider-http.ts'
import { fromResponse } from './from-response.ts'
import { VECTOR_LIMITS } from '../../wire.ts'

/**
 * What to post. Base64 is a quarter of the bytes of numbers in words and takes no time to read; a server that does not
 * know it sends numbers, and one that refuses it has `encoding_format: float` among the deployment's parameters.
 */
const toRequest = ({ request, deployment }: EmbeddingCall): ProviderRequest => {
  const { inputs, dimensions, user } = request
  const body = {
    model: deployment.upstreamModel,
    input: inputs,
    encoding_format: 'base64',
    ...(dimensions === null ? {} : { dimensions }),
    ...(user === null ? {} : { user }),
    ...deployment.parameters,
  }
  return { path: '/embeddings', body }
}

/** The embeddings of any server that speaks OpenAI's wire. */
export const openAiCompatibleEmbeddings = (connection: ProviderConnection): EmbeddingProvider => {
  const http = providerHttp(connection, {
    headers: bearer(connection.apiKey),
    requestIdOf,
    failureOf: fromErrorResponse,
  })
  return {
    embed: async (call) => {
      const response = await http.postJson(toRequest(call), call, VECTOR_LIMITS)
      return isLeft(response) ? response : fromResponse(response.right, call.request)
    },
  }
}
