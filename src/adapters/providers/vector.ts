import type { Vectors } from '../../domain/embeddings/vectors.ts'
import { arrayOf } from './wire.ts'

export type Vector = Vectors[number]

/** A list of numbers in single precision; null if the value is no such list. A number too large becomes infinite. */
export const vectorOf = (value: unknown): Vector | null => {
  const list = arrayOf(value)
  if (list === null) return null
  const vector = new Float32Array(list.length)
  for (const [at, element] of list.entries()) {
    if (typeof element !== 'number') return null
    vector[at] = element
  }
  return vector
}

/** The same direction at length one; a vector without a direction stays as it is. */
export const ofUnitLength = (vector: Vector): Vector => {
  let squares = 0
  for (const value of vector) squares += value * value
  return squares === 0 ? vector : vector.map((value) => value / Math.sqrt(squares))
}
