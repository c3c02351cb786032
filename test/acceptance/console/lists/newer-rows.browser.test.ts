import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { expectGoodPage, signUpAt } from '../../../support/console/account-pages.ts'
import { openConsole } from '../../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../../support/console/console-stage.ts'
import type { ConsoleVisit } from '../../../support/console/console-visit.ts'
import { loaded, press } from '../../../support/console/page-actions.ts'
import { eventually } from '../../../support/eventually.ts'
import { describeInBrowser } from '../../../support/processes/browser.ts'

const callOf = (at: number) => ({
  id: `0190a6f0-0000-7000-8000-00000000000${at}`,
  model: `sandbox/model-${at}`,
  key: null,
  usage: null,
  started_at: 1_795_000_000 + at,
  ended_at: 1_795_000_000 + at,
  outcome: 'succeeded',
  status: 'charged',
  charge: '1.00',
  hold: '1.00',
  write_off: '0.00',
  currency: 'RUB',
  attempts: [],
  first_word_ms: null,
  tariff_version: null,
})

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  let visit: ConsoleVisit
  let page: Page
  /** The calls of the account, the oldest first. */
  let calls: readonly ReturnType<typeof callOf>[]

  before(async () => {
    stage = await openConsole(startBrowser)
    visit = await stage.visit({ language: 'en', width: 1280 })
    page = visit.page
    await signUpAt(visit)
    // Pages of one row; the cursor is how many of the latest rows are behind it.
    await page.route('**/v1/me/requests?*', (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
      const rows = calls.toReversed()
      const next = from + 1 < rows.length ? String(from + 1) : null
      return route.fulfill({ json: { data: rows.slice(from, from + 1), next_cursor: next } })
    })
  })
  after(() => stage.close())

  const seeModels = (...models: readonly string[]): Promise<void> =>
    eventually(async () => {
      const cells = await page.locator('td[data-title="Model"]').allInnerTexts()
      return cells.join() === models.join()
    })

  it('stand above the others once the button for them is pressed, which keeps the focus', async () => {
    calls = [callOf(1), callOf(2)]
    await page.goto('/requests')
    await seeModels('sandbox/model-2')
    await press(page, 'Older')
    await seeModels('sandbox/model-2', 'sandbox/model-1')
    calls = [...calls, callOf(3)]
    await press(page, 'Newer')
    await seeModels('sandbox/model-3', 'sandbox/model-2')
    expect(await page.evaluate<string>('document.activeElement.innerText')).to.equal('Newer')
    await press(page, 'Older')
    await seeModels('sandbox/model-3', 'sandbox/model-2', 'sandbox/model-1')
    await expectGoodPage(visit)
  })

  it('come into an empty list likewise, also in Russian', async () => {
    calls = []
    await page.evaluate(`localStorage.setItem('gateway.language', 'ru')`)
    await page.goto('/requests')
    await loaded(page)
    await page.getByText('Подходящих вызовов нет.').waitFor()
    calls = [callOf(1)]
    await press(page, 'Позже')
    await page.getByRole('cell', { name: 'sandbox/model-1' }).waitFor()
    expect(visit.complaints).to.deep.equal([])
  })
}

describeInBrowser('The rows that have come since a list of the console was opened, in a browser', suite)
