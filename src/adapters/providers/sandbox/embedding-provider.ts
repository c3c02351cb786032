import { left, right } from 'fp-ts/lib/Either.js'
import type { EmbeddingProvider } from '../../../application/ports/providers/embedding-provider.ts'
import type { EmbeddingInput } from '../../../domain/embeddings/request.ts'
import { ofUnitLength } from '../vector.ts'
import type { Vector } from '../vector.ts'
import { wordCount } from './words.ts'

const DIMENSIONS = 256

const GRAM = 3

/** FNV-1a of a few neighbours: fast, and it spreads short texts well. */
const hashAt = (codes: readonly number[], start: number): number => {
  let hash = 0x811c9dc5
  for (let at = start; at < Math.min(start + GRAM, codes.length); at += 1) {
    hash = Math.imul(hash ^ (codes[at] ?? 0), 0x01000193)
  }
  return hash >>> 0
}

/** The numbers that an input consists of: its characters without their case, with a blank at both ends, or its tokens. */
const codesOf = (input: EmbeddingInput): readonly number[] =>
  typeof input === 'string' ? Array.from(` ${input.toLowerCase()} `, (char) => char.codePointAt(0) ?? 0) : input

/**
 * A unit vector that depends on the input alone: each three neighbours add to one place. So inputs that share most of
 * their neighbours point in about the same direction.
 */
const vectorFor = (input: EmbeddingInput, dimensions: number): Vector => {
  const vector = new Float32Array(dimensions)
  const codes = codesOf(input)
  const last = Math.max(1, codes.length - GRAM + 1)
  for (let start = 0; start < last; start += 1) {
    const place = hashAt(codes, start) % dimensions
    vector[place] = (vector[place] ?? 0) + 1
  }
  return ofUnitLength(vector)
}

const tokensOf = (input: EmbeddingInput): number => (typeof input === 'string' ? wordCount(input) : input.length)

/** Embeds inside the process. Its tokens are words. */
export const sandboxEmbeddings = (): EmbeddingProvider => ({
  embed: async ({ request, deployment, operationId }) => {
    const upstreamRequestId = `sandbox-${operationId}`
    if (deployment.upstreamModel !== 'embedding') {
      const message = `The sandbox has no embedding model "${deployment.upstreamModel}".`
      return left({ tag: 'misconfigured', message, upstreamRequestId })
    }
    const { inputs, dimensions } = request
    return right({
      vectors: inputs.map((input) => vectorFor(input, dimensions ?? DIMENSIONS)),
      promptTokens: inputs.reduce((sum, input) => sum + Math.max(1, tokensOf(input)), 0),
      ignored: [],
      upstreamRequestId,
    })
  },
})
