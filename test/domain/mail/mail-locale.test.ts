import { expect } from 'chai'
import { preferredLocale } from '../../../src/domain/mail/mail-locale.ts'

describe('the language of a mail', () => {
  const cases: readonly (readonly [string | null, 'en' | 'ru'])[] = [
    [null, 'en'],
    ['', 'en'],
    ['ru', 'ru'],
    ['RU-ru,ru;q=0.9,en-US;q=0.8', 'ru'],
    ['en-US,en;q=0.9,ru;q=0.8', 'en'],
    ['en;q=0.2, ru;q=0.7', 'ru'],
    ['ru;q=0', 'en'],
    ['de, fr;q=0.9', 'en'],
    ['de, ru;q=0.1', 'ru'],
    ['ru;q=nonsense', 'en'],
    ['rus', 'en'],
    [';;,=,q=1', 'en'],
  ]
  for (const [header, locale] of cases) {
    it(`is ${locale} for ${header ?? 'no header'}`, () => expect(preferredLocale(header)).to.equal(locale))
  }
})
