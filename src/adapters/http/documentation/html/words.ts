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
  /** The page in place of one that is not there. */
  readonly missing: { readonly heading: string; readonly lead: string }
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
    missing: {
      heading: 'There is no such page',
      lead: 'Nothing has this address in the documentation. Look at its [first page](/docs), or search for a word.',
    },
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
    missing: {
      heading: 'Такой страницы нет',
      lead: 'По этому адресу в документации ничего нет. Откройте её [первую страницу](/docs/ru) или поищите по слову.',
    },
  },
}
