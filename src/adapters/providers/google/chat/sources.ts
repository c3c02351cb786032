import { annotationOf, MOST_SOURCE_CHARS } from '../../../../domain/chat/url-citation.ts'
import { utf8Length } from '../../../../domain/utf8-length.ts'
import { countOf, nonEmptyOf, objectOf, objectsIn } from '../../wire.ts'
import type { Wire } from '../../wire.ts'

/** A published text that the answer repeats. Google counts places in the answer in bytes of UTF-8. */
interface Repeated {
  readonly url: string
  readonly title: string
  readonly startByte: number
  readonly endByte: number
}

const repeatedIn = (candidate: Wire | null): readonly Repeated[] => {
  const metadata = objectOf(candidate?.['citationMetadata'])
  return objectsIn(metadata?.['citationSources'] ?? metadata?.['citations']).flatMap((source) => {
    const url = nonEmptyOf(source['uri'])
    if (url === null) return []
    const [startByte, endByte] = [countOf(source['startIndex']) ?? 0, countOf(source['endIndex']) ?? 0]
    return [{ url, title: nonEmptyOf(source['title']) ?? '', startByte, endByte }]
  })
}

/** How many characters of a text stand before each of these places, in one walk through it. */
const charactersBefore = (text: string, bytes: Iterable<number>): ReadonlyMap<number, number> => {
  const places = [...new Set(bytes)].sort((one, other) => one - other)
  const before = new Map<number, number>()
  let [byte, characters, next] = [0, 0, 0]
  for (const character of text) {
    if (next === places.length) break
    for (; next < places.length && (places[next] ?? 0) <= byte; next += 1) before.set(places[next] ?? 0, characters)
    byte += utf8Length(character)
    characters += 1
  }
  for (; next < places.length; next += 1) before.set(places[next] ?? 0, characters)
  return before
}

/** Of the words of a stream this much is kept, in which places are looked up. A place behind it is its end. */
const MOST_STREAMED_CHARS = 65_536

/** What one answer, whole or streamed, says that it repeats; a stream may say it in several of its events. */
export const startSources = () => {
  const stated = new Map<string, Repeated>()
  let [text, kept] = ['', 0]
  return {
    /** The next words of the answer. */
    read: (words: string): void => {
      if (text.length < MOST_STREAMED_CHARS) text += words
    },
    add: (candidate: Wire | null): void => {
      for (const source of repeatedIn(candidate)) {
        const { url, title, startByte, endByte } = source
        if (kept > MOST_SOURCE_CHARS) return
        kept += url.length + title.length
        stated.set(`${startByte} ${endByte} ${url}`, source)
      }
    },
    /** As annotations of the text; null where there are none. */
    annotations: (): readonly unknown[] | null => {
      if (stated.size === 0 || text === '') return null
      const sources = [...stated.values()]
      const places = charactersBefore(
        text,
        sources.flatMap(({ startByte, endByte }) => [startByte, endByte]),
      )
      return sources.map(({ url, title, startByte, endByte }) =>
        annotationOf({ url, title, start: places.get(startByte) ?? 0, end: places.get(endByte) ?? 0, quote: '' }),
      )
    },
  }
}
