import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { expectGoodPage, signUpAt } from '../../support/console/account-pages.ts'
import { openConsole } from '../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../support/console/console-stage.ts'
import { describeInBrowser } from '../../support/processes/browser.ts'

/** The browser's clock stands here: the day of the reader may end while the test runs. */
const NOW = new Date()

/** The day of the reader's zone, as the API writes it. */
const dayAgo = (days: number): string => {
  const date = new Date(NOW)
  date.setDate(date.getDate() - days)
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow' }).format(date)
}

const rowOf = (daysAgo: number, cost: string) => ({
  day: dayAgo(daysAgo),
  calls: 4,
  refusals: 1,
  failures: 2,
  input_tokens: 10,
  output_tokens: 20,
  cost,
})

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  before(async () => {
    stage = await openConsole(startBrowser)
  })
  after(() => stage.close())

  it('shows what was spent today, in 7 days and in 30, beside the time before, and the failures of each day', async () => {
    const visit = await stage.visit({ language: 'en', width: 360 })
    const { page } = visit
    await page.clock.setFixedTime(NOW)
    await signUpAt(visit)
    const data = [rowOf(0, '0.1'), rowOf(1, '0.2'), rowOf(6, '3'), rowOf(7, '40'), rowOf(13, '5'), rowOf(40, '600')]
    await page.route('**/v1/me/usage?*group=day*', async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { readonly total: object }
      await route.fulfill({ response, json: { ...answer, data, total: { ...answer.total, calls: 24 } } })
    })
    await page.reload()
    const block = (title: string) => page.locator('.figure-block').filter({ hasText: title })
    for (const [title, spent, before, calls] of [
      ['Spent today', '₽0.10', 'yesterday ₽0.20', 'calls: 4, failed or refused, not charged: 3'],
      ['Spent in 7 days', '₽3.30', 'before that ₽45.00', 'calls: 12, failed or refused, not charged: 9'],
      ['Spent in 30 days', '₽48.30', 'before that ₽600.00', 'calls: 20, failed or refused, not charged: 15'],
    ] as const) {
      for (const text of [spent, before, calls]) await block(title).getByText(text, { exact: true }).waitFor()
    }
    // The largest of the 30 days is 40 roubles, and then 3 failures.
    expect(await page.locator('.ticks li').allInnerTexts()).to.deep.equal(['₽0', '₽20', '₽40'])
    await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Failures' })
    await page.getByRole('slider', { name: 'Failures and refusals by day' }).waitFor()
    expect(await page.locator('.ticks li').allInnerTexts()).to.deep.equal(['0', '1', '2', '3'])
    expect(await page.getByRole('slider').getAttribute('aria-valuetext')).to.match(/: 3$/)
    await expectGoodPage(visit)
    await visit.close()
  })
}

describeInBrowser('The overview of the console, in a browser', suite)
