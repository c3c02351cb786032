import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { signUpAt } from '../../support/console/account-pages.ts'
import { openConsole } from '../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../support/console/console-stage.ts'
import type { ConsoleLanguage } from '../../support/console/console-visit.ts'
import { loaded } from '../../support/console/page-actions.ts'
import { describeInBrowser } from '../../support/processes/browser.ts'

/** A call as long in words as usual calls are. */
const callOf = (at: number, model: string, outcome: string) => ({
  id: `0190a6f0-0000-7000-8000-00000000000${at}`,
  model,
  key: { id: '0190a6f0-0000-7000-8000-000000000000', name: 'Night batch' },
  usage: { prompt_tokens: 12_345, cached_tokens: 10_240, completion_tokens: 1_234, reasoning_tokens: 512 },
  started_at: 1_795_000_000 + at,
  ended_at: 1_795_000_012 + at,
  outcome,
  status: 'charged',
  charge: '12.345678',
  hold: '20.00',
  write_off: '0.00',
  currency: 'RUB',
  attempts: [],
  tariff_version: null,
})

const CALLS = [callOf(1, 'anthropic/claude-sonnet-4.5', 'succeeded'), callOf(2, 'sandbox/reasoning', 'upstream_failed')]

/** The rows of the table that take more than one line of text, and by how many pixels. */
const TALL_ROWS = `[...document.querySelectorAll('.table tbody tr')].flatMap((row) => {
  const lines = [...row.querySelectorAll('td')].filter((cell) => cell.firstElementChild.getClientRects().length > 0)
    .filter((cell) => cell.firstElementChild.getBoundingClientRect().height > 30)
  return lines.map((cell) => cell.dataset.title + ': ' + cell.innerText)
})`

/** The titles of parts that stand in the page and cannot be seen. */
const UNSEEN_HEADINGS = `[...document.querySelectorAll('h2')].flatMap((each) =>
  each.checkVisibility({ visibilityProperty: true }) ? [] : [each.innerText])`

/** Adds up how far what is seen has moved by itself, as browsers measure it for a page. */
const WATCH_SHIFTS = `
  window.shifted = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      window.shifted.push({ value, of: sources.map(({ node }) => node?.textContent?.slice(0, 40)) })
  }).observe({ type: 'layout-shift', buffered: true })`

interface Shift {
  readonly value: number
  readonly of: readonly string[]
}

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage

  before(async () => {
    stage = await openConsole(startBrowser)
  })
  after(() => stage.close())

  for (const language of ['en', 'ru'] satisfies ConsoleLanguage[]) {
    it(`has each call of the list in one line at 1280 px (${language})`, async () => {
      const visit = await stage.visit({ language: 'en', width: 1280 })
      const { page } = visit
      await signUpAt(visit)
      await page.evaluate(`localStorage.setItem('gateway.language', '${language}')`)
      await page.route('**/v1/me/requests?*', (route) => route.fulfill({ json: { data: CALLS, next_cursor: null } }))
      await page.goto('/requests')
      await page.locator('.table tbody tr').nth(1).waitFor()
      expect(await page.evaluate<readonly string[]>(TALL_ROWS)).to.deep.equal([])
      await visit.close()
    })
  }

  const answerOneByOne = async (page: Page): Promise<void> => {
    let answered = 0
    await page.route('**/v1/**', async (route) => {
      answered += 1
      await new Promise((resolve) => setTimeout(resolve, 150 * answered))
      await route.continue()
    })
  }

  it('shows every part of the settings while the answer for one of them hangs', async () => {
    const visit = await stage.visit({ language: 'en', width: 360 })
    const { page } = visit
    await signUpAt(visit)
    for (const late of ['auth/methods', 'me/notifications', 'me/sessions']) {
      await page.route(`**/v1/${late}`, () => undefined)
      await page.goto('/settings')
      // As soon as it stands in the page: the test does not wait until it can be seen.
      await page.locator('h2', { hasText: 'Delete the account' }).waitFor({ state: 'attached' })
      expect(await page.evaluate<readonly string[]>(UNSEEN_HEADINGS), late).to.deep.equal([])
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
    await visit.close()
  })

  for (const [address, width] of [
    ['/', 1280],
    ['/settings', 1280],
    ['/settings', 360],
    ['/wallet', 1280],
    ['/keys', 1280],
    ['/requests', 1280],
  ] as const) {
    it(`moves nothing that is seen at ${address} (${width} px) where the answers come late, one after the other`, async () => {
      const visit = await stage.visit({ language: 'en', width })
      const { page } = visit
      await signUpAt(visit)
      // A window in which the whole page is seen.
      await page.setViewportSize({ width: 1280, height: 1_600 })
      await page.addInitScript(WATCH_SHIFTS)
      await answerOneByOne(page)
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await loaded(page)
      const shifts = await page.evaluate<readonly Shift[]>('window.shifted')
      const sum = shifts.reduce((all, { value }) => all + value, 0)
      expect(sum, JSON.stringify(shifts)).to.be.below(0.01)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await visit.close()
    })
  }
}

describeInBrowser('The layout of the console, in a browser', suite)
