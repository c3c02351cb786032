import type { Locator, Page } from 'playwright-core'
import { eventually } from '../eventually.ts'
import type { ConsoleLanguage } from './console-visit.ts'

/** A whole page, or a part of one such as its dialog. */
type Place = Page | Locator

export const dialogOf = (page: Page): Locator => page.getByRole('dialog')

/** Presses the one button of that whole name. */
export const press = (place: Place, name: string): Promise<void> =>
  place.getByRole('button', { name, exact: true }).click()

/** Follows the one link of that whole name. */
export const follow = (place: Place, name: string): Promise<void> =>
  place.getByRole('link', { name, exact: true }).click()

/** Fills the one field of that whole label. */
export const fill = (place: Place, label: string, text: string): Promise<void> =>
  place.getByLabel(label, { exact: true }).fill(text)

/** Waits until a text can be seen, here or there. */
export const see = (place: Place, text: string | RegExp): Promise<void> => place.getByText(text).first().waitFor()

/** Waits until the page of that title stands there. */
export const seeTitle = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()

/** Waits until each part of the page has what it shows. */
export const loaded = (page: Page): Promise<void> =>
  eventually(async () => (await page.locator('.skeleton').count()) === 0)

/** Answers the calls of these addresses below `/v1/` with these values, in the place of the service. */
export const answerFor = async (page: Page, answers: Readonly<Record<string, unknown>>): Promise<void> => {
  for (const [address, json] of Object.entries(answers)) {
    await page.route(`**/v1/${address}`, (route) => route.fulfill({ json }))
  }
}

/** Opens an address in a language, and waits until its page has what it shows. A person is signed in. */
export const openIn = async (page: Page, language: ConsoleLanguage, address: string): Promise<void> => {
  await page.evaluate(`localStorage.setItem('gateway.language', '${language}')`)
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('.who').waitFor({ state: 'attached' })
  await loaded(page)
}

const SIGN_IN: Readonly<Record<ConsoleLanguage, { email: string; password: string; button: string }>> = {
  en: { email: 'E-mail', password: 'Password', button: 'Sign in' },
  ru: { email: 'Почта', password: 'Пароль', button: 'Войти' },
}

/** Signs in on the sign-in page that stands there. */
export const signInHere = async (
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
  language: ConsoleLanguage = 'en',
): Promise<void> => {
  const words = SIGN_IN[language]
  await fill(page, words.email, email)
  await fill(page, words.password, password)
  await press(page, words.button)
}
