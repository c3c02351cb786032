import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { ConsoleVisit } from './console-visit.ts'
import { fill, loaded, press, seeTitle, signInHere } from './page-actions.ts'

/** Makes a fresh account on the console's own pages; the visit is signed in afterwards, in English. */
export const signUpAt = async ({ page }: ConsoleVisit, email = `person-${randomUUID()}@example.com`): Promise<void> => {
  await page.goto('/sign-up')
  await fill(page, 'E-mail', email)
  await fill(page, 'Password', 'seven blue boats at sea')
  await press(page, 'Create an account')
  await seeTitle(page, 'Overview')
}

/** Signs in on the console's own page, in English; the visit is on the overview afterwards. */
export const signInAt = async (
  { page }: ConsoleVisit,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> => {
  await page.goto('/sign-in')
  await signInHere(page, { email, password })
  await seeTitle(page, 'Overview')
}

/** Pays the smallest top-up that the wallet offers; the visit is on the wallet afterwards. */
export const topUpAt = async ({ page }: ConsoleVisit): Promise<void> => {
  await page.goto('/wallet')
  await press(page, 'Top up')
  await press(page, 'Go to the payment')
  await page.getByRole('cell', { name: '₽500.00' }).first().waitFor()
}

/** By how many pixels the widest part of a form in a dialog is wider than its form; 0 where none is. */
const WIDER_THAN_FORM = `Math.max(0, ...[...document.querySelectorAll('dialog .form *')].map((each) =>
  Math.round(each.getBoundingClientRect().right - each.closest('.form').getBoundingClientRect().right)))`

/** The labels of a narrow page's table that have a part of their cell below them, where it does not belong. */
const LABELS_WITH_CELLS = `[...document.querySelectorAll('.table td > *')].flatMap((each) => {
  const cell = each.parentElement
  const isBeside = each.getBoundingClientRect().left > cell.getBoundingClientRect().left
  return getComputedStyle(cell).display !== 'grid' || isBeside ? [] : [cell.dataset.title]
})`

/**
 * Expects the page as it stands to have loaded, to be accessible in both themes, and neither it nor its dialog to be
 * cut off. With a screenshot, the run that makes screenshots keeps one of it, or one in each theme.
 */
export const expectGoodPage = async (
  visit: ConsoleVisit,
  screenshot: 'no screenshot' | 'screenshot' | 'in both themes' = 'no screenshot',
) => {
  const { page } = visit
  await page.getByRole('heading', { level: 1 }).waitFor()
  await loaded(page)
  for (const [colorScheme, rules] of [
    ['light', 'all'],
    ['dark', 'of colours'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await visit.accessibilityProblems(rules), `${page.url()} in ${colorScheme} colours`).to.deep.equal([])
  }
  expect(await visit.overflow(), `${page.url()} is wider than its window`).to.be.at.most(0)
  expect(await page.evaluate<number>(WIDER_THAN_FORM), `a form of ${page.url()} is too narrow`).to.equal(0)
  expect(await page.evaluate<readonly string[]>(LABELS_WITH_CELLS), `cells of ${page.url()}`).to.deep.equal([])
  if (screenshot === 'in both themes') await visit.keepScreenshot('dark')
  if (screenshot !== 'no screenshot') await visit.keepScreenshot('light')
}
