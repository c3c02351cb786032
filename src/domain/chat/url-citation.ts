import { isNonEmptyText, isRecord } from '../json.ts'

/** A source on the web of an answer's text. */
export interface UrlCitation {
  readonly url: string
  /** Empty where the provider names none. */
  readonly title: string
  /** Where in the text it belongs, as the provider says; zero where it does not. */
  readonly start: number
  readonly end: number
  /** The words of the source, empty where the provider does not give them. */
  readonly quote: string
}

/**
 * The most characters of sources that are kept to name each of them once. An honest answer has some dozens of sources;
 * of a longer list the rest is not named.
 */
export const MOST_SOURCE_CHARS = 262_144

const TYPE = 'url_citation'

const placeOf = (value: unknown): number => (typeof value === 'number' && Number.isSafeInteger(value) ? value : 0)

const textIn = (value: unknown): string => (isNonEmptyText(value) ? value : '')

/** The citation as an annotation of a chat answer. The field of the quote is OpenRouter's. */
export const annotationOf = ({ url, title, start, end, quote }: UrlCitation): Readonly<Record<string, unknown>> => ({
  type: TYPE,
  [TYPE]: { url, title, start_index: start, end_index: end, ...(quote === '' ? {} : { content: quote }) },
})

/**
 * The citations of addresses among the annotations of a chat answer, whose fields stand in an object of their own at
 * most providers. Annotations of other types are not among them.
 */
export const urlCitationsOf = (annotations: unknown): readonly UrlCitation[] => {
  if (!Array.isArray(annotations)) return []
  return annotations.flatMap((annotation: unknown) => {
    if (!isRecord(annotation) || annotation['type'] !== TYPE) return []
    const { [TYPE]: within } = annotation
    const { url, title, start_index: start, end_index: end, content } = isRecord(within) ? within : annotation
    if (!isNonEmptyText(url)) return []
    return [{ url, title: textIn(title), start: placeOf(start), end: placeOf(end), quote: textIn(content) }]
  })
}
