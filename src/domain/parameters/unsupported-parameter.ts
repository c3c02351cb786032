import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'

/** The request asks for something that this model, or this gateway's price list, does not have. */
export interface UnsupportedParameter {
  readonly tag: 'unsupported_parameter'
  /** Path of the field in the caller's body, e.g. `response_format` or `tools.0.type`. */
  readonly param: string
  readonly message: string
}

export const unsupportedParameter = (param: string, message: string): Either<UnsupportedParameter, never> =>
  left({ tag: 'unsupported_parameter', param, message })

export const SUPPORTED: Either<never, void> = right(undefined)
