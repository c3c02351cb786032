import { expect } from 'chai'
import type { Browser, Locator, Page, Route } from 'playwright-core'
import { signUpAt } from '../../../support/console/account-pages.ts'
import { openConsole } from '../../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../../support/console/console-stage.ts'
import type { ConsoleVisit } from '../../../support/console/console-visit.ts'
import { dialogOf, fill, follow, loaded, press, see, seeTitle } from '../../../support/console/page-actions.ts'
import { describeInBrowser } from '../../../support/processes/browser.ts'

/** Where the payment provider would take the money; no test goes there. */
const PAYMENT = 'https://pay.example.com/order'

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  let visit: ConsoleVisit
  let page: Page

  before(async () => {
    stage = await openConsole(startBrowser)
  })
  after(() => stage.close())
  beforeEach(async () => {
    visit = await stage.visit({ language: 'en', width: 1280 })
    page = visit.page
    await signUpAt(visit)
  })
  afterEach(() => visit.close())

  const open = async (address: string): Promise<void> => {
    await page.goto(address)
    await loaded(page)
  }
  /** Presses a button whose answer the test holds back; resolves to what gives the answer and waits until it came. */
  const pressAndWait = async (place: Page | Locator, button: string, method: string, address: string) => {
    const asked = Promise.withResolvers<Route>()
    const matches = (route: Route): boolean => route.request().method() === method
    await page.route(address, (route) => (matches(route) ? asked.resolve(route) : route.fallback()))
    await press(place, button)
    const route = await asked.promise
    return async (answer: (route: Route) => Promise<void> = (each) => each.continue()): Promise<void> => {
      await Promise.all([page.waitForResponse((each) => each.request() === route.request()), answer(route)])
      await page.unroute(address)
      // The page has heard of it once it has answered a question of the test.
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))')
    }
  }
  const goTo = async (title: string): Promise<void> => {
    await page.keyboard.press('Escape')
    await follow(page, title)
    await seeTitle(page, title)
  }

  const seeOnce = async (title: string, text: RegExp): Promise<void> => {
    const shown = page.getByRole('dialog', { name: title, exact: true })
    await see(shown, text)
    await press(shown, 'I have copied it')
    await shown.waitFor({ state: 'detached' })
  }
  const makeWebhook = async (address: string): Promise<void> => {
    await press(page, 'New webhook')
    await fill(dialogOf(page), 'Address', address)
    await press(dialogOf(page), 'New webhook')
    await seeOnce('The secret of the webhook', /^whsec_/)
  }
  const makeKey = async (name: string): Promise<void> => {
    await press(page, 'New key')
    await fill(dialogOf(page), 'Name', name)
    await press(dialogOf(page), 'New key')
    await seeOnce('Your new key', /^sk-/)
  }

  it('show a key to its person on the page where they are by then', async () => {
    await open('/keys')
    await press(page, 'New key')
    await fill(dialogOf(page), 'Name', 'Night batch')
    const give = await pressAndWait(dialogOf(page), 'New key', 'POST', '**/v1/me/api-keys')
    await goTo('Models')
    await give()
    await seeOnce('Your new key', /^sk-/)
    await seeTitle(page, 'Models')
  })

  it('show the key of the first call likewise', async () => {
    await open('/')
    const give = await pressAndWait(page, 'Make a key', 'POST', '**/v1/me/api-keys')
    await goTo('Models')
    await give()
    await seeOnce('Key', /^export GATEWAY_KEY=sk-/)
  })

  it('show the secret of a webhook likewise, also one that takes the place of another', async () => {
    await open('/settings/webhooks')
    await press(page, 'New webhook')
    await fill(dialogOf(page), 'Address', 'https://hooks.example.com/first')
    const give = await pressAndWait(dialogOf(page), 'New webhook', 'POST', '**/v1/me/webhooks')
    await goTo('Models')
    await give()
    await seeOnce('The secret of the webhook', /^whsec_/)

    await open('/settings/webhooks')
    await follow(page, 'https://hooks.example.com/first')
    await press(page, 'New secret')
    const giveNext = await pressAndWait(dialogOf(page), 'Make a new secret', 'POST', '**/rotate-secret')
    await goTo('Models')
    await giveNext()
    await seeOnce('The secret of the webhook', /^whsec_/)
  })

  it('show no key to the next person where its own person has signed out', async () => {
    await open('/keys')
    await press(page, 'New key')
    await fill(dialogOf(page), 'Name', 'Night batch')
    await press(dialogOf(page), 'New key')
    const shown = page.getByRole('dialog', { name: 'Your new key' })
    await see(shown, /^sk-/)
    const other = await page.context().newPage()
    await other.goto('/')
    await press(other, 'Sign out')
    await seeTitle(page, 'Sign in')
    await signUpAt({ ...visit, page: other })
    await seeTitle(page, 'API keys')
    expect(await shown.count()).to.equal(0)
  })

  it('leave a second form for a webhook open, with what was typed there', async () => {
    await open('/settings/webhooks')
    await press(page, 'New webhook')
    await fill(dialogOf(page), 'Address', 'https://hooks.example.com/first')
    const give = await pressAndWait(dialogOf(page), 'New webhook', 'POST', '**/v1/me/webhooks')
    await page.keyboard.press('Escape')
    await press(page, 'New webhook')
    await fill(dialogOf(page), 'Address', 'https://hooks.example.com/second')
    await give()
    await seeOnce('The secret of the webhook', /^whsec_/)
    expect(await dialogOf(page).getByLabel('Address').inputValue()).to.equal('https://hooks.example.com/second')
  })

  it('leave the form of another key open', async () => {
    await open('/keys')
    await makeKey('Night batch')
    await makeKey('Day batch')
    await press(page, 'Change: Night batch')
    const give = await pressAndWait(dialogOf(page), 'Save', 'PATCH', '**/v1/me/api-keys/*')
    await page.keyboard.press('Escape')
    await press(page, 'Change: Day batch')
    await fill(dialogOf(page), 'Note', 'A half note')
    await give()
    expect(await dialogOf(page).getByLabel('Note').inputValue()).to.equal('A half note')
  })

  it('lead to no conversation a person who has gone to another page, and to no payment one who has closed its form', async () => {
    await open('/conversations')
    await press(page, 'New conversation')
    const give = await pressAndWait(dialogOf(page), 'New conversation', 'POST', '**/v1/me/conversations')
    await goTo('Wallet')
    await give()
    await seeTitle(page, 'Wallet')

    await press(page, 'Top up')
    const giveOrder = await pressAndWait(dialogOf(page), 'Go to the payment', 'POST', '**/v1/billing/topup')
    await page.keyboard.press('Escape')
    const order = { id: 'order-1', status: 'pending', amount: '500.00', currency: 'RUB', confirmation_url: PAYMENT }
    await page.route('**/v1/billing/topups?*', (route) => route.fulfill({ json: { data: [order], next_cursor: null } }))
    await giveOrder((route) => route.fulfill({ json: order }))
    await see(page, 'A top-up of ₽500.00 waits for its payment.')
    expect(visit.foreign).to.deep.equal([])
  })

  it('lead no person back to a list from which they have gone on', async () => {
    await open('/settings/webhooks')
    await makeWebhook('https://hooks.example.com/gateway')
    await follow(page, 'https://hooks.example.com/gateway')
    await press(page, 'Delete')
    const give = await pressAndWait(dialogOf(page), 'Delete', 'DELETE', '**/v1/me/webhooks/*')
    await goTo('Wallet')
    await give()
    await seeTitle(page, 'Wallet')
    expect(new URL(page.url()).pathname).to.equal('/wallet')
  })
}

describeInBrowser('Answers of the console that come late, in a browser', suite)
