import type { Language } from '../pages/page.ts'

interface Words {
  /** What all pages together are. */
  readonly title: string
  readonly contents: string
  readonly overview: string
  readonly guides: string
  readonly clients: string
  readonly skip: string
  readonly search: string
  readonly nothingFound: string
  readonly copy: string
  readonly copied: string
  readonly languages: string
  readonly otherLanguage: string
  readonly markdown: string
}

/** What stands around a page, in its language. */
export const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    title: 'API documentation',
    contents: 'Contents',
    overview: 'Overview',
    guides: 'Guides',
    clients: 'Clients',
    skip: 'Go to the text',
    search: 'Search',
    nothingFound: 'Nothing was found.',
    copy: 'Copy',
    copied: 'Copied',
    languages: 'Language of the samples',
    otherLanguage: 'По-русски',
    markdown: 'Markdown',
  },
  ru: {
    title: 'документация API',
    contents: 'Содержание',
    overview: 'Обзор',
    guides: 'Руководства',
    clients: 'Клиенты',
    skip: 'К тексту',
    search: 'Поиск',
    nothingFound: 'Ничего не найдено.',
    copy: 'Копировать',
    copied: 'Скопировано',
    languages: 'Язык примеров',
    otherLanguage: 'In English',
    markdown: 'Markdown',
  },
}
