import { setImmediate } from 'node:timers/promises'
import { left, right } from 'fp-ts/lib/Either.js'
import type { EmbeddingProvider } from '../../../application/ports/providers/embedding-provider.ts'
import type { EmbeddingInput } from '../../../domain/embeddings/request.ts'
import { ofUnitLength } from '../vector.ts'
import type { Vector } from '../vector.ts'
import { wordCount } from './words.ts'

const DIMENSIONS = 256

/** Of one input. A longer one is refused, as other providers refuse it. */
const MAX_INPUT_TOKENS = 8_192

const GRAM = 3

const BLANK = 0x20

/** Places that are counted before other work has its turn; about ten milliseconds. */
const PLACES_PER_TURN = 100_000

/** The numbers that an input consists of: its characters or its tokens; a blank beyond its ends. */
const codeAt = (input: EmbeddingInput, at: number): number => {
  if (at < 0 || at >= input.length) return BLANK
  return typeof input === 'string' ? input.charCodeAt(at) : (input[at] ?? BLANK)
}

/** FNV-1a of a few neighbours: fast, and it spreads short texts well. */
const hashAt = (input: EmbeddingInput, start: number): number => {
  let hash = 0x811c9dc5
  for (let at = start; at < start + GRAM; at += 1) hash = Math.imul(hash ^ codeAt(input, at), 0x01000193)
  return hash >>> 0
}

/**
 * A unit vector that depends on the input alone: each three neighbours add to one place. So inputs that share most of
 * their neighbours point in about the same direction.
 */
const vectorFor = async (input: EmbeddingInput, dimensions: number): Promise<Vector> => {
  const vector = new Float32Array(dimensions)
  const read = typeof input === 'string' ? input.toLowerCase() : input
  for (let start = -1; start < Math.max(0, read.length - 1); start += 1) {
    const place = hashAt(read, start) % dimensions
    vector[place] = (vector[place] ?? 0) + 1
    if (start > 0 && start % PLACES_PER_TURN === 0) await setImmediate()
  }
  return ofUnitLength(vector)
}

const vectorsFor = async (inputs: readonly EmbeddingInput[], dimensions: number): Promise<readonly Vector[]> => {
  const vectors: Vector[] = []
  let places = 0
  for (const input of inputs) {
    vectors.push(await vectorFor(input, dimensions))
    places += input.length
    if (places < PLACES_PER_TURN) continue
    places = 0
    await setImmediate()
  }
  return vectors
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
    const counts = inputs.map((input) => Math.max(1, tokensOf(input)))
    const overlong = counts.findIndex((count) => count > MAX_INPUT_TOKENS)
    if (overlong !== -1) {
      return left({
        tag: 'rejected',
        code: 'context_length_exceeded',
        param: inputs.length === 1 ? 'input' : `input.${overlong}`,
        message: `The sandbox embeds at most ${MAX_INPUT_TOKENS} words a text, and this one has ${counts[overlong]}.`,
        upstreamRequestId,
      })
    }
    return right({
      vectors: await vectorsFor(inputs, dimensions ?? DIMENSIONS),
      promptTokens: counts.reduce((sum, count) => sum + count, 0),
      ignored: [],
      upstreamRequestId,
    })
  },
})
