import { left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'

/** The caller asks for something that this vendor's wire cannot carry; found before anything is sent. */
export const unsupported = (param: string, message: string): Either<UpstreamFailure, never> =>
  rejected('unsupported_parameter', param, message)

/** The caller's own mistake, found before anything is sent. `code` is the word of the gateway's interface. */
export const rejected = (code: string, param: string, message: string): Either<UpstreamFailure, never> =>
  left({ tag: 'rejected', unsent: true, param, code, message, upstreamRequestId: null })
