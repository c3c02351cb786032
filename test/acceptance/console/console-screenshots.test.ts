import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from 'chai'
import { ROUTES } from '../../../console/routes.ts'

const NAME = /^(?<page>.+)-(?<language>en|ru)-(?<width>\d+)(?:-dark)?\.png$/

/** The screenshots of `docs/console`, which CONSOLE_SCREENSHOTS=1 makes. */
const SCREENSHOTS = readdirSync(resolve(import.meta.dirname, '../../../docs/console')).map((file) => ({
  file,
  ...(NAME.exec(file)?.groups as Partial<Readonly<Record<'page' | 'language' | 'width', string>>> | undefined),
}))

describe('The screenshots of the console', () => {
  for (const { page } of ROUTES) {
    it(`show ${page} in both languages, and on a phone, a tablet and a wide screen`, () => {
      const own = SCREENSHOTS.filter((screenshot) => screenshot.page === page)
      expect(own.map(({ language }) => language)).to.include.members(['en', 'ru'])
      expect(own.map(({ width }) => width)).to.include.members(['360', '768', '1280'])
    })
  }

  it('show no page that is not there', () => {
    const pages: readonly string[] = ROUTES.map(({ page }) => page)
    expect(SCREENSHOTS.filter(({ page = '' }) => !pages.includes(page)).map(({ file }) => file)).to.deep.equal([])
  })
})
