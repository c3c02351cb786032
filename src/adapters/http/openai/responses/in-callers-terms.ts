type PathOf = (path: string) => string

/** The same; `isNative`: the field is one of a request in this wire. */
type CallersPath = (path: string, isNative?: boolean) => string

interface Places {
  /** Where the field of the chat request stands in the whole request. */
  readonly chat: PathOf
  /** Where the items that a provider of this wire gets stand in the whole input, and the tools in the whole list. */
  readonly native: { readonly input: () => readonly number[]; readonly tools: () => readonly number[] }
  /** Where the field of the whole request stands in the caller's own. */
  readonly own: PathOf
}

/** Some providers write the places in a list as `input[7].content[0]`. */
const dotted = (path: string): string => path.replace(/\[(\d+)\]/g, '.$1')

/**
 * Where a field that the gateway or a provider names stands in the caller's request; as it is written where that is the
 * same. Of both requests that are sent only the one in this wire has an `input`.
 */
export const callersPath =
  ({ chat, native, own }: Places): CallersPath =>
  (path, isNative = false) => {
    const written = dotted(path)
    const [head, index, ...rest] = written.split('.')
    const places = head === 'input' ? native.input : isNative && head === 'tools' ? native.tools : null
    const place = index === undefined ? undefined : places?.()[Number(index)]
    const placed = place === undefined ? null : [head, place, ...rest].join('.')
    const found = own(placed ?? (isNative ? written : chat(written)))
    return found === written ? path : found
  }

/** A place in a list. Its name is written nowhere else in a sentence, while a plain name may be a word of it. */
const PLACE = /[.[]\d/

/** A failure of a chat call, with the field it names where the caller wrote it; a place in its sentence as well. */
export const inCallersTerms = <F extends object>(failure: F, pathOf: CallersPath): F => {
  if (!('param' in failure) || typeof failure.param !== 'string' || failure.param === '') return failure
  const { param } = failure
  const own = pathOf(param, 'wire' in failure && failure.wire !== undefined)
  if (own === param) return failure
  if (!('message' in failure) || typeof failure.message !== 'string' || !PLACE.test(param)) {
    return { ...failure, param: own }
  }
  return { ...failure, param: own, message: failure.message.replaceAll(param, own) }
}
