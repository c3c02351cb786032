import { isLeft, isRight, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type {
  EmbeddingCall,
  EmbeddingProvider,
  EmbeddingResult,
} from '../../../../application/ports/providers/embedding-provider.ts'
import type { EmbeddingInput } from '../../../../domain/embeddings/request.ts'
import { toCallFailure } from '../../../../domain/routing/call-failure.ts'
import { toServerError } from '../../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import type { ProviderConnection } from '../../upstream/provider-http.ts'
import { googleHttp } from '../google-http.ts'
import { fromResponse } from './from-response.ts'
import { toRequest } from './to-request.ts'
import { VECTOR_LIMITS } from '../../wire.ts'

/** The most inputs that Google takes in one request. */
const MAX_BATCH = 100

const batchesOf = (inputs: readonly EmbeddingInput[]): readonly (readonly EmbeddingInput[])[] =>
  Array.from({ length: Math.ceil(inputs.length / MAX_BATCH) }, (_, batch) =>
    inputs.slice(batch * MAX_BATCH, (batch + 1) * MAX_BATCH),
  )

type Answer = Either<UpstreamFailure, EmbeddingResult>

/** A failure of one batch is no proof that nothing was done, once another batch was answered. */
const failureOf = (failure: UpstreamFailure, answers: readonly Answer[]): UpstreamFailure => {
  const call = toCallFailure(failure)
  const claimsNoWork = 'mayHaveWorked' in call && !call.mayHaveWorked
  return claimsNoWork && answers.some(isRight) ? toServerError(failure) : failure
}

/** The answers to all batches as one. */
const joined = (answers: readonly Answer[], { request }: EmbeddingCall): Answer => {
  const results: EmbeddingResult[] = []
  for (const answer of answers) {
    if (isLeft(answer)) return left(failureOf(answer.left, answers))
    results.push(answer.right)
  }
  const counts = results.flatMap(({ promptTokens }) => promptTokens ?? [])
  return right({
    vectors: results.flatMap(({ vectors }) => vectors),
    promptTokens: counts.length === results.length ? counts.reduce((sum, count) => sum + count, 0) : null,
    ignored: request.user === null ? [] : ['user'],
    upstreamRequestId: results[0]?.upstreamRequestId ?? null,
  })
}

/** Google's models that embed. A request of many inputs goes out as several at once. */
export const googleEmbeddings = (connection: ProviderConnection): EmbeddingProvider => {
  const http = googleHttp(connection)
  const ask = async (inputs: readonly EmbeddingInput[], call: EmbeddingCall): Promise<Answer> => {
    const request = toRequest(inputs, call)
    if (isLeft(request)) return request
    const response = await http.postJson(request.right, call, VECTOR_LIMITS)
    return isLeft(response) ? response : fromResponse(response.right, inputs.length, call.request)
  }
  return {
    embed: async (call) => {
      const answers = await Promise.all(batchesOf(call.request.inputs).map((inputs) => ask(inputs, call)))
      return joined(answers, call)
    },
  }
}
