import { expect } from 'chai'
import { giveBrowserNames, importWords } from '../../../support/console/browser-names.ts'

interface Figures {
  durationText(seconds: number): string
  sumText(amount: string, currency: 'RUB' | 'TOKEN'): string
}

interface Language {
  readonly language: { value: 'en' | 'ru' }
}

describe('A figure that the console shows', () => {
  let figures: Figures
  let language: Language['language']

  let takeAway: () => void

  before(async () => {
    takeAway = giveBrowserNames()
    figures = await importWords<Figures>('figures.ts')
    language = (await importWords<Language>('language.ts')).language
  })
  after(() => {
    language.value = 'en'
    takeAway()
  })

  for (const [seconds, english, russian] of [
    [0, '0 sec', '0 с'],
    [0.84, '0.84 sec', '0,84 с'],
    [9.999, '10 sec', '10 с'],
    [12.4, '12 sec', '12 с'],
    [59.6, '1 min', '1 мин'],
    [119.6, '2 min', '2 мин'],
    [185, '3 min 5 sec', '3 мин 5 с'],
    [3_600, '1 hr', '1 ч'],
    [3_659.7, '1 hr 1 min', '1 ч 1 мин'],
    [86_399.6, '1 day', '1 дн.'],
    [450_000, '5 days 5 hr', '5 дн. 5 ч'],
  ] as const) {
    it(`is the time "${english}" for ${seconds} seconds, in Russian "${russian}"`, () => {
      language.value = 'en'
      expect(figures.durationText(seconds)).to.equal(english)
      language.value = 'ru'
      // A figure and its unit stay in one line.
      expect(figures.durationText(seconds).replaceAll('\u00a0', ' ')).to.equal(russian)
    })
  }

  for (const [amount, roubles, tokens] of [
    ['0.000000', '₽0.00', '0 tokens'],
    ['0.000001', '₽0.000001', '0.000001 tokens'],
    ['-0.001234', '-₽0.0012', '-0.0012 tokens'],
    ['0.50', '₽0.50', '0.5 tokens'],
    ['1.000000', '₽1.00', '1 token'],
    ['1000000000.123456', '₽1,000,000,000.12', '1,000,000,000.12 tokens'],
  ] as const) {
    it(`is "${roubles}" for ${amount} roubles, and "${tokens}" for as many tokens`, () => {
      language.value = 'en'
      expect(figures.sumText(amount, 'RUB')).to.equal(roubles)
      expect(figures.sumText(amount, 'TOKEN')).to.equal(tokens)
    })
  }

  it('makes a format once, however many figures a list has', () => {
    const Own = Intl.NumberFormat
    let made = 0
    class Counted extends Own {
      constructor(...given: ConstructorParameters<typeof Own>) {
        super(...given)
        made += 1
      }
    }
    Intl.NumberFormat = Counted as typeof Own
    language.value = 'en'
    const texts = Array.from({ length: 1_000 }, (_, kopecks) => figures.sumText(`7${kopecks}.5`, 'RUB'))
    Intl.NumberFormat = Own
    expect(new Set(texts).size).to.equal(1_000)
    expect(made).to.be.at.most(1)
  })
})
