import { annotationOf, MOST_SOURCE_CHARS, urlCitationsOf } from '../../../../domain/chat/url-citation.ts'
import type { UrlCitation } from '../../../../domain/chat/url-citation.ts'
import { isNonEmptyText } from '../../../../domain/json.ts'
import { arrayOf, nonEmptyOf, objectsIn } from '../../wire.ts'
import type { Wire } from '../../wire.ts'

/**
 * Fields of the envelope in which Perplexity, and xAI by the first of them, name what an answer was found in. The text
 * refers to them by their order, as `[1]`.
 */
const FIELDS = ['citations', 'search_results'] as const

/** Whether the envelope has one of these fields. Most providers send none, and then there is nothing to read. */
export const namesSources = (envelope: Wire): boolean => FIELDS.some((name) => envelope[name] !== undefined)

/** What the envelope says of its sources, as its provider wrote it. */
export const sourceFields = (envelope: Wire): Wire =>
  Object.fromEntries(
    FIELDS.flatMap((name) => ((arrayOf(envelope[name]) ?? []).length === 0 ? [] : [[name, envelope[name]]])),
  )

const found = (url: string, result: Wire | undefined): UrlCitation => ({
  url,
  title: nonEmptyOf(result?.['title']) ?? '',
  start: 0,
  end: 0,
  quote: nonEmptyOf(result?.['snippet']) ?? '',
})

/** The addresses that the envelope names, in their order. */
const sourcesIn = ({ citations, search_results: results }: Wire): readonly UrlCitation[] => {
  const known = new Map<string, Wire>()
  for (const result of objectsIn(results)) {
    const url = nonEmptyOf(result['url'])
    if (url !== null && !known.has(url)) known.set(url, result)
  }
  const cited = (arrayOf(citations) ?? []).filter(isNonEmptyText)
  return [...new Set([...cited, ...known.keys()])].map((url) => found(url, known.get(url)))
}

/** The sources of one answer, whole or streamed, each once: a stream may name all of them in each of its chunks. */
export const startSources = () => {
  const named = new Set<string>()
  let kept = 0
  /** False where it was named before, or where there is no room for it. */
  const keep = ({ url }: UrlCitation): boolean => {
    if (named.has(url) || kept > MOST_SOURCE_CHARS) return false
    kept += url.length
    named.add(url)
    return true
  }
  return {
    /** These annotations came with the text itself. */
    note: (annotations: unknown): void => {
      for (const citation of urlCitationsOf(annotations)) keep(citation)
    },
    /** What the envelope names besides, as annotations. */
    newIn: (envelope: Wire): readonly unknown[] => {
      const sources = namesSources(envelope) ? sourcesIn(envelope) : []
      return sources.filter(keep).map(annotationOf)
    },
  }
}

/** A message, or a delta, with these annotations behind its own. */
export const withAnnotations = <Part extends { readonly annotations?: unknown }>(
  part: Part,
  added: readonly unknown[],
): Part => (added.length === 0 ? part : { ...part, annotations: [...(arrayOf(part.annotations) ?? []), ...added] })
