/** Both languages of the overview, of guides and of clients; the reference is English alone. */
export type Language = 'en' | 'ru'

/** Where a reader begins in each language. */
export const OVERVIEW_PATHS: Readonly<Record<Language, string>> = { en: '/docs', ru: '/docs/ru' }

type Section = 'guides' | 'clients' | 'api'

/** A page of the documentation, written as Markdown. */
export interface Page {
  /** Its address: `/docs/guides/errors`. */
  readonly path: string
  readonly language: Language
  readonly section: Section | null
  /** The group of the API that an endpoint belongs to. */
  readonly group: string | null
  readonly title: string
  /** One sentence of what the page says. */
  readonly summary: string
  /** What the menu shows in place of the title. */
  readonly label: string
  readonly markdown: string
  /** The same page in the other language; null if there is none. */
  readonly translation: string | null
  /** Names by which the search finds the page: fields, codes of errors, the address of the endpoint. */
  readonly terms: readonly string[]
}
