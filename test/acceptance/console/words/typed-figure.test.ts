import { expect } from 'chai'
import { giveBrowserNames, importWords } from '../../../support/console/browser-names.ts'

interface Typing {
  typedFigure(typed: string, typedIn: 'en' | 'ru'): string
}

describe('A figure that a person types in the console', () => {
  let typing: Typing

  before(async () => {
    const takeAway = giveBrowserNames()
    typing = await importWords<Typing>('typed-figure.ts')
    takeAway()
  })

  for (const [typed, english, russian] of [
    ['', '', ''],
    ['500', '500', '500'],
    ['0,500', '0.500', '0.500'],
    ['-0,500', '-0.500', '-0.500'],
    ['0.5', '0.5', '0.5'],
    ['00,500', '00.500', '00.500'],
    ['12,345', '12345', '12.345'],
    ['1,000.50', '1000.50', '1.000.50'],
    ['1,000,000', '1000000', '1.000,000'],
    ['−12,50', '-12.50', '-12.50'],
    ['1 250,75', '1250.75', '1250.75'],
  ] as const) {
    it(`reads "${typed}" as "${english}" in English and "${russian}" in Russian`, () => {
      expect(typing.typedFigure(typed, 'en')).to.equal(english)
      expect(typing.typedFigure(typed, 'ru')).to.equal(russian)
    })
  }
})
