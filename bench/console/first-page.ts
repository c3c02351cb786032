import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { buildConsoleIfOld } from '../../console/build/build-console.ts'
import { visitConsole } from '../../test/support/console/console-visit.ts'
import { SLOW_PHONE, slowDown } from '../../test/support/console/slow-phone.ts'
import { browserStarter } from '../../test/support/processes/browser.ts'
import { startGateway } from '../../test/support/processes/gateway-process.ts'
import { withOwnDatabase } from '../own-database.ts'
import { number } from '../report.ts'
import type { Gate } from '../report.ts'
import { ascending, percentile } from '../statistics.ts'

/** How long a page takes that a phone has never seen, from the address to something that can be used. */
export interface FirstPage {
  readonly name: string
  readonly paintP50Ms: number
  readonly usableP50Ms: number
  /** The shortest: nearest to what it takes where nothing else runs on the machine. */
  readonly usableMinMs: number
  /** Compressed, with the page itself. */
  readonly bytes: number
}

const ROUNDS = 15

/** What stands on the page once it can be used. */
const PAGES = {
  'the sign-in page': { address: '/sign-in', usable: 'form input[type=password]' },
  'the sign-up page': { address: '/sign-up', usable: 'form input[type=password]' },
  'the overview, where a user has to sign in first': { address: '/', usable: 'form input[type=password]' },
  'the documentation': { address: '/docs', usable: 'main h1' },
  'a guide of the documentation': { address: '/docs/guides/quick-start', usable: 'main h1' },
} as const

/** Notes in the page when it became usable: when the part was there, and the browser had time to paint it. */
const watcher = (usable: string): string => `
  const look = () => {
    if (window.usableAt !== undefined || document.querySelector(${JSON.stringify(usable)}) === null) return
    window.usableAt = null
    requestAnimationFrame(() => setTimeout(() => { window.usableAt = performance.now() }))
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })`

/** The figures of the page, once it was painted and can be used. */
const FIGURES = `new Promise((resolve) => {
  const look = () => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    if (typeof window.usableAt !== 'number' || paint === undefined) return void setTimeout(look, 50)
    const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    const bytes = loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    resolve({ usable: window.usableAt, paint: paint.startTime, bytes })
  }
  look()
})`

interface Figures {
  readonly usable: number
  readonly paint: number
  readonly bytes: number
}

const openOnce = async (browser: Browser, url: string, address: string, usable: string): Promise<Figures> => {
  const visit = await visitConsole(browser, url, { language: 'en', width: 360 })
  try {
    await slowDown(visit.page)
    await visit.page.addInitScript(watcher(usable))
    await visit.page.goto(address)
    return await visit.page.evaluate<Figures>(FIGURES)
  } finally {
    await visit.close()
  }
}

const measure = async (browser: Browser, url: string): Promise<readonly FirstPage[]> => {
  const measured = new Map<string, Figures[]>(Object.keys(PAGES).map((name) => [name, []]))
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [name, { address, usable }] of Object.entries(PAGES)) {
      const figures = await openOnce(browser, url, address, usable)
      if (round >= 0) measured.get(name)?.push(figures)
    }
  }
  return [...measured].map(([name, figures]) => {
    const usable = ascending(figures.map((each) => each.usable))
    return {
      name,
      paintP50Ms: percentile(ascending(figures.map(({ paint }) => paint)), 0.5),
      usableP50Ms: percentile(usable, 0.5),
      usableMinMs: usable[0] ?? Number.NaN,
      bytes: figures[0]?.bytes ?? Number.NaN,
    }
  })
}

/** How long a slow phone in a slow net takes to show what people see first, nothing of it stored. */
export const benchFirstPage = async (): Promise<readonly FirstPage[]> => {
  await buildConsoleIfOld()
  const startBrowser = browserStarter()
  if (startBrowser === null) throw new Error('first pages are opened by a browser: there is no Chromium here')
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-bench-'))
  try {
    return await withOwnDatabase(async (databaseUrl) => {
      const gateway = await startGateway({
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        PUBLIC_RATE_LIMIT_PER_MINUTE: '100000',
      })
      const browser = await startBrowser()
      try {
        return await measure(browser, gateway.url)
      } finally {
        await browser.close()
        await gateway.end('SIGTERM')
      }
    })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

const USABLE_GATE_MS = 1_000

export const firstPageTable = (pages: readonly FirstPage[]): string =>
  [
    `first pages, processor at 1/${SLOW_PHONE.cpuRate}, ${SLOW_PHONE.network.latency} ms`.padEnd(52) +
      ['first paint ms', 'usable ms', 'shortest ms', 'bytes'].map((name) => name.padStart(16)).join(''),
    ...pages.map(
      ({ name, paintP50Ms, usableP50Ms, usableMinMs, bytes }) =>
        name.padEnd(52) +
        [paintP50Ms, usableP50Ms, usableMinMs, bytes].map((cell) => number(cell).padStart(16)).join(''),
    ),
  ].join('\n')

export const firstPageGates = (pages: readonly FirstPage[]): readonly Gate[] =>
  pages.map(({ name, usableP50Ms }) => ({
    name: `${name}, usable on a slow phone`,
    value: usableP50Ms,
    gate: USABLE_GATE_MS,
    goal: null,
    direction: 'under',
    unit: ' ms',
  }))
