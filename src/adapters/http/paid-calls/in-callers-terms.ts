import { withPlaces } from '../../../domain/parameters/places.ts'

/**
 * Where a field that the gateway or a provider names stands in the caller's request; as it is written where that is the
 * same. `isNative`: the field is one of a request in the surface's own wire.
 */
export type CallersPath = (path: string, isNative?: boolean) => string

/**
 * A failure of a chat call, with the field it names where the caller wrote it, and the places in its sentence. A plain
 * name stays in the sentence, because it may be a word of it.
 */
export const inCallersTerms = <F extends object>(failure: F, pathOf: CallersPath): F => {
  const isNative = 'wire' in failure && failure.wire !== undefined
  const { param, message } = failure as { readonly param?: unknown; readonly message?: unknown }
  return {
    ...failure,
    ...(typeof param === 'string' && param !== '' ? { param: pathOf(param, isNative) } : {}),
    ...(typeof message === 'string' ? { message: withPlaces(message, (place) => pathOf(place, isNative)) } : {}),
  }
}
