import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import { findProgram } from './find-program.ts'

/** The first is the same engine without the windows of a browser: it starts and opens pages in a third less time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** CHROMIUM_PATH, else a Chromium on the PATH; null if there is none. */
const findChromium = (): string | null => {
  const given = process.env['CHROMIUM_PATH']
  return given !== undefined && given !== '' ? given : findProgram(NAMES)
}

/** Null if there is a Chromium, else the words for its absence. */
export const missingChromium = (): string | null =>
  findChromium() === null ? 'Chromium (CHROMIUM_PATH is not set, no chromium is on the PATH)' : null

/**
 * A name of this machine that the browser takes for another one's: a page from there by HTTP gets less of the browser
 * than one of 127.0.0.1.
 */
export const OTHER_MACHINE = 'another-machine.test'

/** Chromium looks for updates and for hosts of its own unless it is stopped; root has no sandbox of the system. */
const OPTIONS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--host-resolver-rules=MAP ${OTHER_MACHINE} 127.0.0.1`,
]

/** How to start a real browser; null if none is installed, unless REQUIRE_SERVICES=1 makes that an error. */
export const browserStarter = (): (() => Promise<Browser>) | null => {
  const executablePath = findChromium()
  if (executablePath !== null) return () => chromium.launch({ executablePath, args: OPTIONS })
  if (process.env['REQUIRE_SERVICES'] === '1') throw new Error(`the tests need ${missingChromium()}`)
  return null
}

/** Describes what a real browser sees; a machine without one leaves the suite out and says so. */
export const describeInBrowser = (title: string, suite: (startBrowser: () => Promise<Browser>) => void): void => {
  const startBrowser = browserStarter()
  if (startBrowser === null) {
    process.stdout.write(`  left out, no Chromium here (CHROMIUM_PATH, or chromium on the PATH): ${title}\n`)
    return
  }
  describe(title, () => suite(startBrowser))
}

/** A script for the start of a page, after which the browser is as one whose user lets no site keep data. */
export const KEEPS_NO_DATA = `Object.defineProperty(window, 'localStorage', {
  get() { throw new DOMException('Access is denied for this document.', 'SecurityError') },
})`
