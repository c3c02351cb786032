import { isNonEmptyText, isObject } from '../../../domain/json.ts'
import { urlCitationsOf } from '../../../domain/chat/url-citation.ts'

const TYPE = 'web_search_result_location'

/** A source that a model found on the web, in the form of Messages. */
export interface Citation {
  readonly type: typeof TYPE
  readonly url: string
  readonly title: string | null
  /** The words of the source, empty where the provider does not give them. */
  readonly cited_text: string
  /** Names the place for Anthropic's own models. Other providers give none: it is empty. */
  readonly encrypted_index: string
}

/** The citations among the annotations of a chat answer. Messages has no form for any other annotation of chat. */
export const citationsOf = (annotations: unknown): readonly Citation[] =>
  urlCitationsOf(annotations).map(({ url, title, quote }) => ({
    type: TYPE,
    url,
    title: title === '' ? null : title,
    cited_text: quote,
    encrypted_index: '',
  }))

/** Whether a citation was written here: Anthropic would refuse it, since it names no place in a search of its own. */
export const isTranslated = (citation: unknown): boolean =>
  isObject(citation) && citation['type'] === TYPE && !isNonEmptyText(citation['encrypted_index'])
