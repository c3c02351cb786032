import { left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'

/** The model cannot do what the request asks for: it is of another kind, or lacks a capability. */
export interface UnsupportedCapability {
  readonly tag: 'unsupported_capability'
  /** Path of the field in the caller's body that asks for it. */
  readonly param: string
  readonly message: string
}

export const unsupportedCapability = (param: string, message: string): Either<UnsupportedCapability, never> =>
  left({ tag: 'unsupported_capability', param, message })
