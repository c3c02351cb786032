import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { DAY_MS } from '../../../src/domain/time-units.ts'
import { expectGoodPage, signUpAt, topUpAt } from '../../support/console/account-pages.ts'
import { openConsole } from '../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../support/console/console-stage.ts'
import { eventually } from '../../support/eventually.ts'
import { describeInBrowser } from '../../support/processes/browser.ts'

/** The browser's clock stands here: the day of the reader may end while the test runs. */
const NOW = new Date()

/** The day of the reader's zone, each of which has 24 hours, as the API writes it. */
const dayAgo = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow' }).format(NOW.getTime() - days * DAY_MS)

const rowOf = (daysAgo: number, cost: string) => ({
  day: dayAgo(daysAgo),
  calls: 4,
  refusals: 1,
  failures: 2,
  input_tokens: 10,
  output_tokens: 20,
  cost,
})

/** What the service answers of the usage in a group, with these rows in place of its own. */
const answerUsage = async (
  page: Page,
  group: 'day' | 'model',
  data: readonly object[],
  calls: number,
): Promise<void> => {
  await page.route(`**/v1/me/usage?*group=${group}*`, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { readonly total: object }
    await route.fulfill({ response, json: { ...answer, data, total: { ...answer.total, calls } } })
  })
}

/** What the service answers of the days of one model: its share of each day. */
const answerModelDays = async (
  page: Page,
  days: readonly { readonly cost: string }[],
  shares: Readonly<Record<string, number>>,
): Promise<void> => {
  await page.route('**/v1/me/usage?*group=day*model=*', async (route) => {
    const share = shares[new URL(route.request().url()).searchParams.get('model') ?? ''] ?? 0
    const response = await route.fetch()
    const data = days.map((day) => ({ ...day, cost: roublesOf(hundredthsOf(day) * share) }))
    await route.fulfill({ response, json: { ...((await response.json()) as object), data } })
  })
}

const roublesOf = (hundredths: number): string => (hundredths / 100).toFixed(2)

const hundredthsOf = ({ cost }: { readonly cost: string }): number => Math.round(Number(cost) * 100)

/** A day of an account in use, which costs less at weekends. */
const usedDay = (daysAgo: number) => {
  const calls = daysAgo % 7 > 4 ? 12 + (daysAgo % 5) : 60 + ((daysAgo * 5) % 23)
  return { ...rowOf(daysAgo, roublesOf(calls * 31)), calls, refusals: 0, failures: daysAgo % 9 === 4 ? 1 : 0 }
}

const sumOf = <A>(all: readonly A[], figureOf: (each: A) => number): number =>
  all.reduce((sum, each) => sum + figureOf(each), 0)

/** The colour of each. */
const SHADES = `(selector) => [...document.querySelectorAll(selector)].map((each) =>
  each.localName === 'rect' ? getComputedStyle(each).fill : getComputedStyle(each).backgroundColor)`

/**
 * Expects each bar to have a part for each of the four models that cost most and one for the others, in the shades that
 * stand beside their names; and the parts to be read out, by the keys too, and to stand in the table.
 */
const expectBarsOfModels = async (page: Page): Promise<void> => {
  const shadesOf = (selector: string) => page.evaluate<readonly string[]>(`(${SHADES})('${selector}')`)
  await eventually(async () => (await shadesOf('.bars g:last-of-type rect:not(.ground)')).length === 5)
  const shades = await shadesOf('.bars g:last-of-type rect:not(.ground)')
  expect(new Set(shades).size).to.equal(5)
  expect(await shadesOf('.swatch')).to.deep.equal(shades)
  const parts =
    /^[^:]+: ₽[\d.]+ \(anthropic\/claude-sonnet-5\.5 ₽[\d.]+, openai\/gpt-6-luna ₽[\d.]+, google\/gemini-4-argon ₽[\d.]+, openai\/gpt-6-sol ₽[\d.]+, other models ₽[\d.]+\)$/
  const slider = page.getByRole('slider')
  const readOut = () => page.locator('figcaption').innerText()
  const today = await readOut()
  expect(today).to.match(parts)
  await slider.press('ArrowLeft')
  await eventually(async () => (await readOut()) !== today)
  const yesterday = await readOut()
  expect(yesterday).to.match(parts)
  expect(await slider.getAttribute('aria-valuetext')).to.equal(yesterday)
  await page.getByText('As a table').click()
  const heads = page.getByRole('table', { name: 'Roubles by day' }).getByRole('columnheader')
  expect(await heads.allInnerTexts()).to.deep.equal([
    'Day',
    'anthropic/claude-sonnet-5.5',
    'openai/gpt-6-luna',
    'google/gemini-4-argon',
    'openai/gpt-6-sol',
    'other models',
    'Roubles by day',
  ])
  for (const width of [360, 641, 881, 1279, 1280, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    const wider = 'document.documentElement.scrollWidth - window.innerWidth'
    expect(await page.evaluate<number>(wider), `pixels beyond a window of ${width} px`).to.be.at.most(0)
  }
  await page.getByText('As a table').click()
  // The pointer chooses the bar that has come under it.
  await eventually(async () => {
    await slider.press('ArrowRight')
    return (await readOut()) === today
  })
  await slider.blur()
}

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
    await answerUsage(page, 'day', data, 24)
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

  it('shows an account in use on a wide screen: its days by model, and its models with the most expensive first', async () => {
    const visit = await stage.visit({ language: 'en', width: 1440 })
    const { page } = visit
    await signUpAt(visit, 'anna@example.com')
    await topUpAt(visit)
    await page.clock.setFixedTime(NOW)
    const days = Array.from({ length: 60 }, (_, daysAgo) => usedDay(daysAgo))
    const [cost, calls] = [sumOf(days.slice(0, 30), hundredthsOf), sumOf(days.slice(0, 30), (each) => each.calls)]
    const shares = [
      ['openai/gpt-6-sol', 0.08],
      ['google/gemini-4-argon', 0.12],
      ['anthropic/claude-sonnet-5.5', 0.5],
      ['sandbox/echo', 0.05],
      ['openai/gpt-6-luna', 0.25],
    ] as const
    const models = shares.map(([model, share]) => ({
      model,
      calls: Math.round(calls * share),
      input_tokens: Math.round(calls * share * 2_150),
      output_tokens: Math.round(calls * share * 410),
      cost: roublesOf(cost * share),
    }))
    await answerUsage(page, 'day', days, calls)
    await answerUsage(page, 'model', models, calls)
    await answerModelDays(page, days, Object.fromEntries(shares))
    await page.goto('/')
    await page
      .locator('.figure-block')
      .filter({ hasText: 'Spent in 30 days' })
      .getByText(`₽${roublesOf(cost)}`)
      .waitFor()
    const rows = page.getByRole('table', { name: 'By model, 30 days' }).getByRole('row')
    expect(
      await rows.allInnerTexts().then((texts) => texts.slice(1).map((text) => text.split(/\s/, 1)[0])),
    ).to.deep.equal([
      'anthropic/claude-sonnet-5.5',
      'openai/gpt-6-luna',
      'google/gemini-4-argon',
      'openai/gpt-6-sol',
      'sandbox/echo',
    ])
    await expectBarsOfModels(page)
    await expectGoodPage(visit, 'screenshot')
    await visit.close()
  })
}

describeInBrowser('The overview of the console, in a browser', suite)
