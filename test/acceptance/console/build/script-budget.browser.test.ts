import { readdir, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { signUpAt } from '../../../support/console/account-pages.ts'
import { openConsole } from '../../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../../support/console/console-stage.ts'
import { slowDown } from '../../../support/console/slow-phone.ts'
import { describeInBrowser } from '../../../support/processes/browser.ts'

const BUILT = fileURLToPath(new URL('../../../../console/dist', import.meta.url))

const KIB = 1024

/** All scripts of the console, compressed. */
const TOTAL_BYTES = 100 * KIB

/** The scripts that a page loads where it is the first one, compressed. */
const FIRST_PAGES = {
  'the sign-in page': { address: '/sign-in', isSignedIn: false, bytes: 26 * KIB },
  // With the sign-in page, which a user without a session sees there.
  'the overview': { address: '/', isSignedIn: true, bytes: 30 * KIB },
  'the playground': { address: '/playground', isSignedIn: true, bytes: 32 * KIB },
} as const

interface LoadedScript {
  readonly startTime: number
  readonly responseEnd: number
  readonly encodedBodySize: number
}

const SCRIPTS = `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).map(
  ({ startTime, responseEnd, encodedBodySize }) => ({ startTime, responseEnd, encodedBodySize }))`

/** How often the browser waited for scripts: each round is asked for after one of the round before has come. */
const roundsOf = (scripts: readonly LoadedScript[]): number => {
  const later = scripts.filter(({ startTime }) => scripts.some(({ responseEnd }) => responseEnd <= startTime))
  return scripts.length === 0 ? 0 : 1 + roundsOf(later)
}

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage

  before(async () => {
    stage = await openConsole(startBrowser)
  })
  after(() => stage.close())

  it('is less than 100 KiB of compressed script in all', async () => {
    const names = (await readdir(BUILT)).filter((name) => name.endsWith('.js.br'))
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(BUILT, name))).size))
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.be.within(1, TOTAL_BYTES)
  })

  for (const [name, { address, isSignedIn, bytes }] of Object.entries(FIRST_PAGES)) {
    it(`loads in one round and ${bytes / KIB} KiB at most where ${name} is the first page of a slow phone`, async () => {
      const visit = await stage.visit({ language: 'en', width: 360 })
      const { page } = visit
      if (isSignedIn) await signUpAt(visit)
      await slowDown(page)
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const scripts = await page.evaluate<readonly LoadedScript[]>(SCRIPTS)
      expect(roundsOf(scripts), JSON.stringify(scripts)).to.equal(1)
      const loaded = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
      expect(loaded).to.be.within(1, bytes)
      await visit.close()
    })
  }
}

describeInBrowser('The scripts of the console', suite)
