import type { Browser } from 'playwright-core'
import { ROUTES } from '../../console/routes.ts'
import type { PageName } from '../../console/routes.ts'
import { visitConsole } from '../../test/support/console/console-visit.ts'
import type { ConsoleVisit } from '../../test/support/console/console-visit.ts'
import { pageAddresses } from './page-addresses.ts'
import type { ScaleRows } from './scale-rows.ts'

/** A page at one address, and the addresses of the API that it reads there. */
export interface OpenedPage {
  readonly page: PageName
  readonly address: string
  readonly questions: readonly string[]
}

interface Credentials {
  readonly email: string
  readonly password: string
}

const signIn = async ({ page }: ConsoleVisit, { email, password }: Credentials): Promise<void> => {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
}

/** Opens the page and waits until nothing of it is asked for any more; what it asks is in the order of its asking. */
const open = async ({ page }: ConsoleVisit, address: string): Promise<readonly string[]> => {
  const asked = new Set<string>()
  const note = (request: { method(): string; url(): string; resourceType(): string }): void => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET' && request.resourceType() === 'fetch') asked.add(`${pathname}${search}`)
  }
  page.on('request', note)
  try {
    await page.goto(address, { waitUntil: 'networkidle' })
  } finally {
    page.off('request', note)
  }
  if (new URL(page.url()).pathname !== new URL(address, page.url()).pathname)
    throw new Error(`${address} leads to ${page.url()}: its questions were not seen`)
  return [...asked]
}

/**
 * What every page of the console asks of the API, as a browser sees it: pages for everybody before the user signs in.
 */
export const pageQuestions = async (
  browser: Browser,
  url: string,
  rows: ScaleRows,
  credentials: Credentials,
): Promise<readonly OpenedPage[]> => {
  const addresses = pageAddresses(rows)
  const visit = await visitConsole(browser, url, { language: 'en', width: 1280 })
  const opened: OpenedPage[] = []
  const openAll = async (isMeant: (audience: (typeof ROUTES)[number]['audience']) => boolean): Promise<void> => {
    for (const { page, audience } of ROUTES) {
      if (!isMeant(audience)) continue
      for (const address of addresses[page]) opened.push({ page, address, questions: await open(visit, address) })
    }
  }
  try {
    await openAll((audience) => audience === 'everybody')
    await signIn(visit, credentials)
    await openAll((audience) => audience !== 'everybody')
  } finally {
    await visit.close()
  }
  return opened
}
