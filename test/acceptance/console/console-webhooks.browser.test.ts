import { expect } from 'chai'
import type { Browser, Locator, Page } from 'playwright-core'
import { expectGoodPage, signUpAt } from '../../support/console/account-pages.ts'
import { openConsole } from '../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../support/console/console-stage.ts'
import type { ConsoleVisit } from '../../support/console/console-visit.ts'
import { eventually } from '../../support/eventually.ts'
import { describeInBrowser } from '../../support/processes/browser.ts'
import { SERVES_WITH_LOCAL_WEBHOOKS } from '../../support/processes/gateway-process.ts'
import { openWebhookReceiver } from '../../support/servers/webhook-receiver.ts'
import type { WebhookReceiver } from '../../support/servers/webhook-receiver.ts'

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  let receiver: WebhookReceiver
  let visit: ConsoleVisit
  let page: Page

  before(async () => {
    stage = await openConsole(startBrowser, { argv: SERVES_WITH_LOCAL_WEBHOOKS })
    visit = await stage.visit({ language: 'en', width: 360 })
    page = visit.page
    await signUpAt(visit)
  })
  after(() => stage.close())
  beforeEach(async () => {
    receiver = await openWebhookReceiver()
    visit.complaints.length = 0
    await page.goto('/settings')
  })
  afterEach(() => receiver.close())

  const dialog = (): Locator => page.getByRole('dialog')
  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
  const pressIn = (name: string): Promise<void> => dialog().getByRole('button', { name, exact: true }).click()
  const see = (text: string): Promise<void> => page.getByText(text).first().waitFor()

  /** Reads the secret that is shown once, and gives it to the receiver. */
  const takeSecret = async (): Promise<string> => {
    const secret =
      (await dialog()
        .getByText(/^whsec_/)
        .textContent()) ?? ''
    receiver.secrets.push(secret)
    await pressIn('I have copied it')
    await dialog().waitFor({ state: 'detached' })
    return secret
  }
  const makeWebhook = async (): Promise<string> => {
    await page.getByRole('link', { name: 'Open the webhooks' }).click()
    await press('New webhook')
    await dialog().getByLabel('Address', { exact: true }).fill(receiver.url)
    await pressIn('New webhook')
    return takeSecret()
  }
  const openWebhook = (): Promise<void> => page.getByRole('link', { name: receiver.url }).click()
  const seeOutcome = (outcome: string | RegExp): Promise<void> =>
    eventually(async () => {
      await press('Show the newest')
      return (await page.getByRole('cell', { name: outcome }).count()) > 0
    }, 50)

  it('makes a webhook, shows its secret once, tests it and sends a delivery again', async () => {
    await page.getByRole('link', { name: 'Open the webhooks' }).click()
    await see('There is no webhook yet.')
    await expectGoodPage(visit)
    await page.goto('/settings')
    const secret = await makeWebhook()
    await expectGoodPage(visit)
    await openWebhook()
    await see('Nothing was sent to this webhook')
    expect(await page.getByText(secret).count()).to.equal(0)
    receiver.status = 500
    await press('Send a test event')
    await see('A test event is on its way.')
    await seeOutcome('500')
    await expectGoodPage(visit)
    receiver.status = 204
    await press('Send again: test')
    await seeOutcome('delivered')
    expect(new Set(receiver.events.map(({ id }) => id)).size).to.equal(1)
    expect(visit.complaints).to.deep.equal([])
  })

  it('changes the kinds, the secret and the state of a webhook, and deletes it', async () => {
    const first = await makeWebhook()
    await openWebhook()
    await press('Change')
    await dialog().getByLabel('Every kind, also those that will be added').uncheck()
    for (const kind of ['the balance is low', 'a top-up arrived', 'a top-up failed']) {
      await dialog().getByLabel(kind).uncheck()
    }
    await expectGoodPage(visit)
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await pressIn('Save')
    expect((await sent).postDataJSON()).to.deep.equal({ events: ['key.budget_80', 'key.budget_100'] })
    await see('a key has spent 80% of its limit, a key has reached its limit')
    await press('New secret')
    await pressIn('Make a new secret')
    expect(await takeSecret()).to.not.equal(first)
    await press('Change')
    await dialog().getByLabel('Send events to this webhook').uncheck()
    await pressIn('Save')
    await dialog().waitFor({ state: 'detached' })
    await eventually(() => page.getByRole('button', { name: 'Send a test event' }).isDisabled())
    const address = page.url()
    await press('Delete')
    await pressIn('Delete')
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
    await eventually(() => !page.url().includes(address))
    await page.goto(address)
    await see('This webhook is not here, or it is not yours.')
    await expectGoodPage(visit)
    expect(visit.complaints).to.deep.equal([])
  })

  it('says beside its field that an address cannot be had, and that a kind is missing', async () => {
    await page.getByRole('link', { name: 'Open the webhooks' }).click()
    await press('New webhook')
    const url = dialog().getByLabel('Address', { exact: true })
    await url.fill('https://10.0.0.1/hook')
    await pressIn('New webhook')
    await dialog().getByText('This has to be an https:// address').waitFor()
    expect(await url.getAttribute('aria-invalid')).to.equal('true')
    await dialog().getByLabel('Every kind, also those that will be added').uncheck()
    for (const kind of [
      'the balance is low',
      '80% of its limit',
      'has reached its limit',
      'top-up arrived',
      'top-up failed',
    ]) {
      await dialog().getByLabel(kind).uncheck()
    }
    await pressIn('New webhook')
    await dialog().getByText('Choose one kind at least.').waitFor()
    await expectGoodPage(visit)
  })

  it('keeps of what a person has notice by mail', async () => {
    const threshold = page.getByLabel('Low balance, roubles')
    const failed = page.getByLabel('a top-up failed')
    await threshold.fill('nothing')
    await press('Save the notices')
    await see('This has to be a sum above 0')
    await threshold.fill('250,50')
    await failed.uncheck()
    await page.getByLabel('Language of these mails').selectOption('ru')
    await press('Save the notices')
    await see('The notices are saved.')
    await expectGoodPage(visit)
    await page.reload()
    expect(await threshold.inputValue()).to.equal('250.50')
    expect(await failed.isChecked()).to.equal(false)
    expect(await page.getByLabel('a key has spent 80% of its limit').isChecked()).to.equal(true)
    expect(await page.getByLabel('Language of these mails').inputValue()).to.equal('ru')
    await threshold.fill('')
    await press('Save the notices')
    await see('The notices are saved.')
    await page.reload()
    expect(await threshold.inputValue()).to.equal('')
  })
}

describeInBrowser('Webhooks and notices in the console, in a browser', suite)
