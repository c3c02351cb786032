import { urlCitationsOf } from '../../../../domain/chat/url-citation.ts'

/** A citation of an address in the form of Responses. */
interface UrlCitation {
  readonly type: 'url_citation'
  readonly url: string
  readonly title: string
  readonly start_index: number
  readonly end_index: number
}

/** The citations among the annotations of a chat answer. Responses has no form for any other annotation of chat. */
export const citationsOf = (annotations: unknown): readonly UrlCitation[] =>
  urlCitationsOf(annotations).map(({ url, title, start, end }) => ({
    type: 'url_citation',
    url,
    title,
    start_index: start,
    end_index: end,
  }))
