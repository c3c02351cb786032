import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Browser, Page, Route } from 'playwright-core'
import { expectGoodPage, signInAt, signUpAt } from '../../support/console/account-pages.ts'
import { openConsole } from '../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../support/console/console-stage.ts'
import type { ConsoleVisit } from '../../support/console/console-visit.ts'
import { dialogOf, fill, press, see, seeTitle } from '../../support/console/page-actions.ts'
import { eventually } from '../../support/eventually.ts'
import { describeInBrowser } from '../../support/processes/browser.ts'

const PASSWORD = 'seven blue boats at sea'

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  let visit: ConsoleVisit
  let page: Page
  let person: { readonly email: string; readonly password: string }

  before(async () => {
    stage = await openConsole(startBrowser)
  })
  after(() => stage.close())
  beforeEach(async () => {
    person = await newPerson()
    visit = await stage.visit({ language: 'en', width: 360 })
    page = visit.page
    await signInAt(visit, person)
  })
  afterEach(() => visit.close())

  const newPerson = async () => {
    const made = { email: `person-${randomUUID()}@example.com`, password: PASSWORD }
    const headers = { 'content-type': 'application/json' }
    await fetch(`${stage.url}/v1/auth/register`, { method: 'POST', headers, body: JSON.stringify(made) })
    return made
  }

  const typeNewKey = async (name: string): Promise<void> => {
    await page.goto('/keys')
    await press(page, 'New key')
    await fill(dialogOf(page), 'Name', name)
  }
  /** The service ends the session, and the browser has nothing that continues it. */
  const endSession = async (): Promise<void> => {
    await page.context().clearCookies()
    await page.route('**/v1/me/api-keys', (route) => route.fulfill({ status: 401, json: { detail: 'Sign in.' } }), {
      times: 1,
    })
  }
  const signInAgain = () => page.getByRole('dialog', { name: 'Sign in again' })

  const typeInDefaults = async (): Promise<void> => {
    await press(page, 'Defaults')
    await fill(dialogOf(page), 'Requests a minute', '12')
  }

  it('show each of two keys that were asked for at once, until its owner says that it is copied', async () => {
    const asked: Route[] = []
    await page.goto('/keys')
    await see(page, 'No key yet')
    await page.route('**/v1/me/api-keys', (route) => void asked.push(route), { times: 2 })
    for (const name of ['Night batch', 'Day batch']) {
      await press(page, 'New key')
      await fill(dialogOf(page), 'Name', name)
      const before = asked.length
      await press(dialogOf(page), 'New key')
      await eventually(() => asked.length > before)
      await page.keyboard.press('Escape')
      await dialogOf(page).waitFor({ state: 'detached' })
    }
    for (const route of asked) await route.continue()
    const ready = page.getByRole('dialog', { name: 'Your new key' })
    const shown = new Set<string>()
    for (const left of [1, 0]) {
      await see(ready, /^sk-/)
      shown.add(await ready.getByText(/^sk-/).innerText())
      if (left === 1) await eventually(async () => (await page.getByText('Day batch').count()) > 0)
      await press(ready, 'I have copied it')
    }
    await ready.waitFor({ state: 'detached' })
    expect(shown.size).to.equal(2)
  })

  it('show a new key whose form was closed early, until its owner says that it is copied, and keep the form below', async () => {
    await typeNewKey('Night batch')
    const asked = Promise.withResolvers<Route>()
    await page.route('**/v1/me/api-keys', (route) => asked.resolve(route), { times: 1 })
    await press(dialogOf(page), 'New key')
    const route = await asked.promise
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
    await typeInDefaults()
    await route.continue()
    const ready = page.getByRole('dialog', { name: 'Your new key' })
    await see(ready, /^sk-/)
    for (const _ of [1, 2, 3, 4]) await page.keyboard.press('Escape')
    await see(ready, /^sk-/)
    expect(await ready.getByRole('button', { name: 'Close' }).count()).to.equal(0)
    await expectGoodPage(visit)
    await press(ready, 'I have copied it')
    await ready.waitFor({ state: 'detached' })
    expect(await dialogOf(page).getByLabel('Requests a minute', { exact: true }).inputValue()).to.equal('12')
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
  })

  it('keep the secret of a webhook in sight likewise', async () => {
    await page.goto('/settings/webhooks')
    await press(page, 'New webhook')
    await fill(dialogOf(page), 'Address', 'https://hooks.example.com/gateway')
    await press(dialogOf(page), 'New webhook')
    await see(dialogOf(page), /^whsec_/)
    for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
    await see(dialogOf(page), /^whsec_/)
  })

  it('wait with what was typed in a dialog while the same person signs in again', async () => {
    await typeNewKey('Night batch')
    await endSession()
    await press(dialogOf(page), 'New key')
    await see(signInAgain(), person.email)
    for (const _ of [1, 2, 3, 4]) await page.keyboard.press('Escape')
    expect(await page.locator('dialog[open]').count(), 'dialogs that are open').to.equal(2)
    await expectGoodPage(visit)
    expect(await page.locator('[autocomplete=username]').inputValue()).to.equal(person.email)
    await fill(signInAgain(), 'Password', 'seven blue goats at sea')
    await press(signInAgain(), 'Sign in')
    await signInAgain().getByRole('alert').waitFor()
    await fill(signInAgain(), 'Password', PASSWORD)
    await press(signInAgain(), 'Sign in')
    await signInAgain().waitFor({ state: 'detached' })
    expect(await dialogOf(page).getByLabel('Name', { exact: true }).inputValue()).to.equal('Night batch')
    expect(await page.getByRole('alert').count(), 'notices of the session that had ended').to.equal(0)
    await press(dialogOf(page), 'New key')
    await see(dialogOf(page), /^sk-/)
  })

  it('wait likewise with what was typed beside a dialog', async () => {
    await page.goto('/settings')
    await fill(page, 'Name', 'Ada of the boats')
    await page.context().clearCookies()
    await page.route('**/v1/me', (route) => route.fulfill({ status: 401, json: { detail: 'No.' } }), { times: 1 })
    const form = page.locator('form').filter({ has: page.getByLabel('Name', { exact: true }) })
    await press(form, 'Save')
    await see(signInAgain(), person.email)
    await expectGoodPage(visit)
    await fill(signInAgain(), 'Password', PASSWORD)
    await press(signInAgain(), 'Sign in')
    await signInAgain().waitFor({ state: 'detached' })
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).to.equal('Ada of the boats')
    await press(form, 'Save')
    await see(form, 'Saved.')
  })

  it('wait with a question to a model and with the list below a filter, and go on with both', async () => {
    await page.goto('/playground?model=sandbox/echo')
    await fill(page, 'Message', 'A red boat')
    await endSession()
    await press(page, 'Send')
    await fill(signInAgain(), 'Password', PASSWORD)
    await press(signInAgain(), 'Sign in')
    await press(page, 'Ask again')
    await see(page, 'Top up the wallet')
    await page.reload()
    await see(page, 'A red boat')

    await page.goto('/requests')
    await see(page, 'No call matches.')
    await page.context().clearCookies()
    const answer = (route: Route) => route.fulfill({ status: 401, json: { detail: 'No.' } })
    await page.route('**/v1/me/requests?*', answer, { times: 1 })
    await fill(page, 'Model', 'sandbox/echo')
    await page.keyboard.press('Enter')
    await fill(signInAgain(), 'Password', PASSWORD)
    await press(signInAgain(), 'Sign in')
    await press(page, 'Try again')
    await see(page, 'No call matches.')
    expect(await page.getByLabel('Model', { exact: true }).inputValue()).to.equal('sandbox/echo')
  })

  it('go to the sign-in page from a page where nothing was typed', async () => {
    await page.goto('/models')
    await see(page, 'sandbox/echo')
    await page.context().clearCookies()
    await page.route('**/v1/me/wallets', (route) => route.fulfill({ status: 401, json: { detail: 'No.' } }))
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Wallet' }).click()
    await seeTitle(page, 'Sign in')
  })

  it('show nothing of that to a person who signs in another way', async () => {
    await typeNewKey('Night batch')
    await endSession()
    await press(dialogOf(page), 'New key')
    await press(signInAgain(), 'To the sign-in page')
    await seeTitle(page, 'Sign in')
    expect(await page.getByText(person.email).count()).to.equal(0)
    await page.context().clearCookies()
    const next = await newPerson()
    await fill(page, 'E-mail', next.email)
    await fill(page, 'Password', next.password)
    await press(page, 'Sign in')
    await see(page, 'No key yet')
    expect(await page.getByRole('dialog').count()).to.equal(0)
  })

  it('open no session by an answer that comes after the person has left for the sign-in page', async () => {
    await typeNewKey('Night batch')
    await endSession()
    await press(dialogOf(page), 'New key')
    await fill(signInAgain(), 'Password', PASSWORD)
    const asked = Promise.withResolvers<Route>()
    await page.route('**/v1/console/session', (route) => asked.resolve(route), { times: 1 })
    await press(signInAgain(), 'Sign in')
    const route = await asked.promise
    const given = page.waitForEvent('requestfailed')
    await press(signInAgain(), 'To the sign-in page')
    await seeTitle(page, 'Sign in')
    await given
    await route.continue().catch(() => {})
    expect(await page.evaluate("localStorage.getItem('gateway.was-signed-in')")).to.equal(null)
  })

  it('load what had failed with the session once the person has signed in again', async () => {
    await page.goto('/keys')
    await see(page, 'No key yet')
    await page.context().clearCookies()
    await page.route('**/v1/me/api-key-defaults', (route) => route.fulfill({ status: 401, json: { detail: 'No.' } }))
    await press(page, 'New key')
    await fill(signInAgain(), 'Password', PASSWORD)
    await page.unroute('**/v1/me/api-key-defaults')
    await press(signInAgain(), 'Sign in')
    await dialogOf(page).getByLabel('Name', { exact: true }).waitFor()
    expect(await page.getByRole('alert').count(), 'notices of the session that had ended').to.equal(0)
  })

  it('show nothing of that to a person who signs in beside it, in another tab', async () => {
    await typeNewKey('Night batch')
    await endSession()
    await press(dialogOf(page), 'New key')
    await signInAgain().waitFor()
    const other = await page.context().newPage()
    const loadedAnew = page.waitForEvent('load')
    await signUpAt({ ...visit, page: other })
    await loadedAnew
    await eventually(async () => (await page.getByRole('dialog').count()) === 0)
    await see(page, 'No key yet')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page
      .locator('.who')
      .getByText(await other.locator('.who').innerText())
      .waitFor()
  })

  it('take and show figures with the comma of Russian', async () => {
    const russian = await stage.visit({ language: 'ru', width: 360 })
    await russian.page.goto('/sign-in')
    await fill(russian.page, 'Почта', person.email)
    await fill(russian.page, 'Пароль', person.password)
    await press(russian.page, 'Войти')
    await seeTitle(russian.page, 'Обзор')
    await russian.page.goto('/settings')
    const threshold = russian.page.getByLabel('Низкий баланс, рублей', { exact: true })
    expect(await threshold.inputValue()).to.equal('100,00')
    const form = russian.page.locator('form').filter({ has: threshold })
    for (const [typed, sent] of [
      ['100,00', '100.00'],
      ['12.5', '12.5'],
      ['1 250,75', '1250.75'],
    ] as const) {
      await threshold.fill(typed)
      const request = russian.page.waitForRequest((each) => each.method() === 'PATCH')
      await form.getByRole('button').click()
      expect((await request).postDataJSON()).to.include({ low_balance_threshold: sent })
      await form.getByRole('status').waitFor()
    }
    await threshold.fill('12,345')
    await press(russian.page, 'Меню')
    await russian.page.locator('.preferences select').first().selectOption('en')
    expect(await russian.page.getByLabel('Low balance, roubles', { exact: true }).inputValue()).to.equal('12.345')
    await russian.close()
  })

  for (const [address, notice] of [
    ['/?registered', 'Your account is open.'],
    ['/settings?proven', ''],
  ] as const) {
    it(`are followed by the notice of ${address} once, and not after a reload or Back`, async () => {
      await page.goto(address)
      const shown = notice === '' ? page.locator('.notice.done') : page.getByText(notice)
      await shown.first().waitFor()
      await page.reload()
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      expect(await shown.count()).to.equal(0)
      await page.goto('/keys')
      await page.goBack()
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      expect(await shown.count()).to.equal(0)
    })
  }
}

describeInBrowser('Forms of the console, in a browser', suite)
