import { left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { RejectionCode, UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'

/**
 * The caller asks for something that this provider's wire cannot carry; the adapter finds it before it sends anything.
 */
export const unsupported = (param: string, message: string): Either<UpstreamFailure, never> =>
  rejected('unsupported_parameter', param, message)

/** The caller's own mistake; the adapter finds it before it sends anything. */
export const rejected = (code: RejectionCode, param: string, message: string): Either<UpstreamFailure, never> =>
  left({ tag: 'rejected', unsent: true, param, code, message, upstreamRequestId: null })
