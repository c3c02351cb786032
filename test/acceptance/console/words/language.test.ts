import { expect } from 'chai'
import { preferredLocale } from '../../../../src/domain/mail/mail-locale.ts'
import { giveBrowserNames, importWords } from '../../../support/console/browser-names.ts'

interface Language {
  readonly language: { readonly value: 'en' | 'ru' }
}

describe('The language of the console for a person who has chosen none', () => {
  for (const [languages, expected] of [
    [[], 'en'],
    [['de-DE', 'fr'], 'en'],
    [['ru'], 'ru'],
    [['en-US', 'en', 'ru'], 'en'],
    [['de', 'RU-ru', 'en'], 'ru'],
    [['rue', 'en', 'ru'], 'en'],
  ] as const) {
    it(`is ${expected} where the browser prefers ${JSON.stringify(languages)}, as it is in mails`, async () => {
      const takeAway = giveBrowserNames({ localStorage: { getItem: () => null }, navigator: { languages } })
      // Each import is a page of its own.
      const { language } = await importWords<Language>(`language.ts?${languages.join()}`)
      takeAway()
      expect(language.value).to.equal(expected)
      const header = languages.map((each, at) => `${each};q=0.${9 - at}`).join()
      expect(preferredLocale(header === '' ? null : header)).to.equal(expected)
    })
  }
})
