import type { Language } from '../words/language.ts'

/** Where the documentation of the API begins in each language. */
export const DOCUMENTATION: Readonly<Record<Language, string>> = { en: '/docs', ru: '/docs/ru' }
