import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { EmbeddingResult } from '../../../../application/ports/providers/embedding-provider.ts'
import type { EmbeddingRequest } from '../../../../domain/embeddings/request.ts'
import { badAnswer } from '../../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import type { ProviderJson } from '../../upstream/provider-http.ts'
import { ofUnitLength, vectorOf } from '../../vector.ts'
import type { Vector } from '../../vector.ts'
import { arrayOf, countOf, objectOf } from '../../wire.ts'
import { googleAnswer } from '../google-http.ts'

/**
 * The vectors of one batch of so many inputs, which come in their order. Google cuts a vector to the asked length and
 * leaves it shorter than one, where clients of OpenAI's wire count on unit vectors.
 */
export const fromResponse = (
  response: ProviderJson,
  inputs: number,
  { dimensions }: Pick<EmbeddingRequest, 'dimensions'>,
): Either<UpstreamFailure, EmbeddingResult> => {
  const read = googleAnswer(response)
  if (isLeft(read)) return read
  const { body, upstreamRequestId } = read.right
  const embeddings = arrayOf(body['embeddings']) ?? []
  if (embeddings.length !== inputs) {
    return left(badAnswer('The upstream answered without a vector for each input.', upstreamRequestId))
  }
  const vectors: Vector[] = []
  for (const embedding of embeddings) {
    const vector = vectorOf(objectOf(embedding)?.['values'])
    if (vector === null) return left(badAnswer('The upstream sent a vector that is none.', upstreamRequestId))
    vectors.push(dimensions === null ? vector : ofUnitLength(vector))
  }
  const promptTokens = countOf(objectOf(body['usageMetadata'])?.['promptTokenCount'])
  return right({ vectors, promptTokens, ignored: [], upstreamRequestId })
}
