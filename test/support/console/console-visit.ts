import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { ROUTES } from '../../../console/routes.ts'
import { GUARD_MS } from '../eventually.ts'
import { accessibilityProblems } from '../processes/accessibility.ts'
import type { AccessibilityRules } from '../processes/accessibility.ts'

export type ConsoleLanguage = 'en' | 'ru'

export interface Device {
  readonly language: ConsoleLanguage
  /** Of the window, in CSS pixels. */
  readonly width: number
}

export interface ConsoleVisit {
  readonly page: Page
  /** What the browser complained of: errors of scripts, refused policies, answers that were no success. */
  readonly complaints: string[]
  /** Addresses outside the service that the browser asked for. */
  readonly foreign: string[]
  /** What axe finds against its rules on the page as it is. */
  accessibilityProblems(rules?: AccessibilityRules): Promise<readonly string[]>
  /** By how many pixels the content is wider than the window. */
  overflow(): Promise<number>
  /**
   * With CONSOLE_SCREENSHOTS=1 it makes a screenshot of the page in `docs/console`, in light colours or in dark ones.
   */
  keepScreenshot(colours: 'light' | 'dark'): Promise<void>
  close(): Promise<void>
}

const SCREENSHOTS = resolve(import.meta.dirname, '../../../docs/console')

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace(/\*\w+/g, '.+')}/?$`)

/** The name that the routes give to the page of an address. */
const screenshotName = (address: string): string => {
  const { pathname } = new URL(address)
  return ROUTES.find(({ path }) => patternOf(path).test(pathname))?.page ?? 'not-found'
}

const LOCALES: Readonly<Record<ConsoleLanguage, string>> = { en: 'en-GB', ru: 'ru-RU' }

/** A browser of its own at the console: one person on one device. */
export const visitConsole = async (
  browser: Browser,
  url: string,
  { language, width }: Device,
): Promise<ConsoleVisit> => {
  const context = await browser.newContext({
    baseURL: url,
    locale: LOCALES[language],
    timezoneId: 'Europe/Moscow',
    viewport: { width, height: 844 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(GUARD_MS)
  const complaints: string[] = []
  const foreign: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    const address = request.url()
    if (!address.startsWith(url) && !/^(?:data|blob):/.test(address)) foreign.push(address)
  })
  return {
    page,
    complaints,
    foreign,
    accessibilityProblems: (rules) => accessibilityProblems(page, rules),
    overflow: () => page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth'),
    keepScreenshot: async (colours) => {
      if (process.env['CONSOLE_SCREENSHOTS'] !== '1') return
      await page.emulateMedia({ colorScheme: colours })
      const name = [screenshotName(page.url()), language, width, ...(colours === 'dark' ? ['dark'] : [])].join('-')
      // Pages have few colours: with a palette an image has a third of the bytes, and looks the same.
      await sharp(await page.screenshot())
        .png({ palette: true, effort: 10 })
        .toFile(join(SCREENSHOTS, `${name}.png`))
    },
    close: () => context.close(),
  }
}
