import { expect } from 'chai'

interface Typing {
  typedFigure(typed: string, typedIn: 'en' | 'ru'): string
}

/** The language of the page asks the browser for what is here instead. */
const BROWSER = { localStorage: { getItem: () => 'en' }, document: { documentElement: {} } }

describe('A figure that a person types in the console', () => {
  let typing: Typing

  before(async () => {
    const before = Object.getOwnPropertyDescriptors(globalThis)
    for (const [name, value] of Object.entries(BROWSER)) {
      Object.defineProperty(globalThis, name, { value, configurable: true })
    }
    typing = (await import(new URL('../../../console/words/typed-figure.ts', import.meta.url).href)) as Typing
    for (const name of Object.keys(BROWSER)) {
      Reflect.deleteProperty(globalThis, name)
      const own = (before as PropertyDescriptorMap)[name]
      if (own !== undefined) Object.defineProperty(globalThis, name, own)
    }
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
