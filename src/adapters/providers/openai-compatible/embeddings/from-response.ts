import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { EmbeddingResult } from '../../../../application/ports/providers/embedding-provider.ts'
import type { EmbeddingRequest } from '../../../../domain/embeddings/request.ts'
import { badAnswer } from '../../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { failureIn } from '../../openai-errors.ts'
import type { ProviderJson } from '../../upstream/provider-http.ts'
import { vectorOf } from '../../vector.ts'
import type { Vector } from '../../vector.ts'
import { countOf, objectOf, objectsIn } from '../../wire.ts'

const FLOAT_BYTES = 4

/** Null if the text has other characters than those of base64: the decoder passes over them and gives fewer bytes. */
const bytesIn = (base64: string): Buffer | null => {
  const bytes = Buffer.from(base64, 'base64')
  return bytes.length === Buffer.byteLength(base64, 'base64') ? bytes : null
}

/** Null if the text is no base64 of whole numbers. MIME (RFC 2045) breaks base64 into lines, and the SDKs read it. */
const decoded = (base64: string): Vector | null => {
  const bytes = bytesIn(base64) ?? bytesIn(base64.replaceAll(/[\r\n]/g, ''))
  if (bytes === null || bytes.length % FLOAT_BYTES !== 0) return null
  const vector = new Float32Array(bytes.length / FLOAT_BYTES)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 0; at < vector.length; at += 1) vector[at] = view.getFloat32(at * FLOAT_BYTES, true)
  return vector
}

const vectorIn = (value: unknown): Vector | null => (typeof value === 'string' ? decoded(value) : vectorOf(value))

/** The vectors at the places that the answer names; null unless each input has exactly one. */
const inOrder = (data: unknown, inputs: number): readonly unknown[] | null => {
  const entries = objectsIn(data)
  if (entries.length !== inputs) return null
  const byIndex = new Map(entries.map((entry, position) => [countOf(entry['index']) ?? position, entry['embedding']]))
  const places = Array.from({ length: inputs }, (_, index) => index)
  return places.every((index) => byIndex.has(index)) ? places.map((index) => byIndex.get(index)) : null
}

/** Reads a response: an entry for each input, with numbers or with their bytes in base64. */
export const fromResponse = (
  { body, headers, upstreamRequestId }: ProviderJson,
  { inputs }: Pick<EmbeddingRequest, 'inputs'>,
): Either<UpstreamFailure, EmbeddingResult> => {
  const failure = failureIn(body, headers)
  if (failure !== null) return left(failure)
  const answer = objectOf(body)
  const found = inOrder(answer?.['data'], inputs.length)
  if (found === null)
    return left(badAnswer('The upstream answered without a vector for each input.', upstreamRequestId))
  const vectors: Vector[] = []
  for (const value of found) {
    const vector = vectorIn(value)
    if (vector === null) return left(badAnswer('The upstream sent a vector that is none.', upstreamRequestId))
    vectors.push(vector)
  }
  const usage = objectOf(answer?.['usage'])
  const promptTokens = countOf(usage?.['prompt_tokens']) ?? countOf(usage?.['total_tokens'])
  return right({ vectors, promptTokens, ignored: [], upstreamRequestId })
}
