import { isNonEmptyText, isRecord } from '../../../../domain/json.ts'

/** A citation of an address in the form of Responses. */
interface UrlCitation {
  readonly type: 'url_citation'
  readonly url: string
  readonly title: string
  readonly start_index: number
  readonly end_index: number
}

const placeOf = (value: unknown): number => (typeof value === 'number' && Number.isSafeInteger(value) ? value : 0)

/**
 * The citations among the annotations of a chat answer, whose fields stand in an object of their own there. Responses
 * has no form for any other annotation of chat.
 */
export const citationsOf = (annotations: unknown): readonly UrlCitation[] => {
  if (!Array.isArray(annotations)) return []
  return annotations.flatMap((annotation: unknown) => {
    if (!isRecord(annotation) || annotation['type'] !== 'url_citation') return []
    const { url_citation: within } = annotation
    const cited = isRecord(within) ? within : annotation
    const { url, title, start_index: start, end_index: end } = cited
    if (!isNonEmptyText(url)) return []
    const named = isNonEmptyText(title) ? title : ''
    return [{ type: 'url_citation', url, title: named, start_index: placeOf(start), end_index: placeOf(end) }]
  })
}
