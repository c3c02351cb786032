import { dotted } from '../../../../domain/parameters/places.ts'
import type { CallersPath } from '../../paid-calls/in-callers-terms.ts'

type PathOf = (path: string) => string

interface Places {
  /** Where the field of the chat request stands in the whole request. */
  readonly chat: PathOf
  /** Where the items that a provider of this wire gets stand in the whole input, and the tools in the whole list. */
  readonly native: { readonly input: () => readonly number[]; readonly tools: () => readonly number[] }
  /** Where the field of the whole request stands in the caller's own. */
  readonly own: PathOf
}

/** Of both requests that are sent only the one in this wire has an `input`. */
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
