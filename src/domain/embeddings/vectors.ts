import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { MAX_DIMENSIONS } from './request.ts'
import type { EmbeddingRequest } from './request.ts'

/** The vectors of a request, one an input and in their order, as providers compute them: in single precision. */
export type Vectors = readonly Float32Array<ArrayBuffer>[]

interface WrongVectors {
  /** What is wrong with them, for the log. */
  readonly message: string
}

const wrong = (message: string): Either<WrongVectors, never> => left({ message })

/** Checks that an answer has what was asked for: a vector for each input, of one length, and of numbers alone. */
export const checkVectors = (
  vectors: Vectors,
  { inputs, dimensions }: Pick<EmbeddingRequest, 'inputs' | 'dimensions'>,
): Either<WrongVectors, Vectors> => {
  if (vectors.length !== inputs.length) return wrong(`${vectors.length} vectors answer ${inputs.length} inputs`)
  const length = dimensions ?? vectors[0]?.length ?? 0
  if (length === 0) return wrong('a vector is empty')
  if (length > MAX_DIMENSIONS) return wrong(`a vector has ${length} dimensions, more than any model makes`)
  for (const vector of vectors) {
    if (vector.length !== length) return wrong(`a vector has ${vector.length} dimensions and not ${length}`)
    if (!vector.every(Number.isFinite)) return wrong('a vector has a value that is no finite number')
  }
  return right(vectors)
}
