import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { expectGoodPage, signUpAt } from '../../support/console/account-pages.ts'
import { openConsole } from '../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../support/console/console-stage.ts'
import type { ConsoleVisit } from '../../support/console/console-visit.ts'
import { dialogOf, fill, press, see, seeTitle } from '../../support/console/page-actions.ts'
import { eventually } from '../../support/eventually.ts'
import { describeInBrowser } from '../../support/processes/browser.ts'
import { LOCAL_WEBHOOKS } from '../../support/processes/serve-here.ts'
import { openWebhookReceiver } from '../../support/servers/webhook-receiver.ts'
import type { WebhookReceiver } from '../../support/servers/webhook-receiver.ts'

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  let receiver: WebhookReceiver
  let visit: ConsoleVisit
  let page: Page

  before(async () => {
    stage = await openConsole(startBrowser, { options: LOCAL_WEBHOOKS })
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

  /** Reads the secret that is shown once, and gives it to the receiver. */
  const takeSecret = async (): Promise<string> => {
    const secret =
      (await dialogOf(page)
        .getByText(/^whsec_/)
        .textContent()) ?? ''
    receiver.secrets.push(secret)
    await press(dialogOf(page), 'I have copied it')
    await dialogOf(page).waitFor({ state: 'detached' })
    return secret
  }
  const makeWebhook = async (): Promise<string> => {
    await page.getByRole('link', { name: 'Open the webhooks' }).click()
    await press(page, 'New webhook')
    await fill(dialogOf(page), 'Address', receiver.url)
    await press(dialogOf(page), 'New webhook')
    return takeSecret()
  }
  const openWebhook = (): Promise<void> => page.getByRole('link', { name: receiver.url }).click()
  const seeOutcome = (outcome: string | RegExp): Promise<void> =>
    eventually(async () => {
      await press(page, 'Newer')
      return (await page.getByRole('cell', { name: outcome }).count()) > 0
    }, 50)

  it('makes a webhook, shows its secret once, tests it and sends a delivery again', async () => {
    await page.getByRole('link', { name: 'Open the webhooks' }).click()
    await see(page, 'There is no webhook yet.')
    await expectGoodPage(visit)
    await page.goto('/settings')
    const secret = await makeWebhook()
    await expectGoodPage(visit)
    await openWebhook()
    await see(page, 'Nothing was sent to this webhook')
    expect(await page.getByText(secret).count()).to.equal(0)
    receiver.status = 500
    await press(page, 'Send a test event')
    await see(page, 'A test event is on its way.')
    await seeOutcome('500')
    await expectGoodPage(visit)
    receiver.status = 204
    await press(page, 'Send again: test')
    await seeOutcome('delivered')
    expect(new Set(receiver.events.map(({ id }) => id)).size).to.equal(1)
    expect(visit.complaints).to.deep.equal([])
  })

  it('changes the kinds, the secret and the state of a webhook, and deletes it', async () => {
    const first = await makeWebhook()
    await openWebhook()
    await press(page, 'Change')
    await dialogOf(page).getByLabel('Every kind, also those that will be added').uncheck()
    for (const kind of ['the balance is low', 'a top-up arrived', 'a top-up failed']) {
      await dialogOf(page).getByLabel(kind).uncheck()
    }
    await expectGoodPage(visit)
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await press(dialogOf(page), 'Save')
    expect((await sent).postDataJSON()).to.deep.equal({ events: ['key.budget_80', 'key.budget_100'] })
    await see(page, 'a key has spent 80% of its limit, a key has reached its limit')
    await press(page, 'New secret')
    await press(dialogOf(page), 'Make a new secret')
    expect(await takeSecret()).to.not.equal(first)
    await press(page, 'Change')
    await dialogOf(page).getByLabel('Send events to this webhook').uncheck()
    await press(dialogOf(page), 'Save')
    await dialogOf(page).waitFor({ state: 'detached' })
    await eventually(() => page.getByRole('button', { name: 'Send a test event' }).isDisabled())
    const address = page.url()
    await press(page, 'Delete')
    await press(dialogOf(page), 'Delete')
    await seeTitle(page, 'Webhooks')
    await eventually(() => !page.url().includes(address))
    await page.goto(address)
    await see(page, 'This webhook is not here, or it is not yours.')
    await expectGoodPage(visit)
    expect(visit.complaints).to.deep.equal([])
  })

  it('says beside its field that an address cannot be had, and that a kind is missing', async () => {
    await page.getByRole('link', { name: 'Open the webhooks' }).click()
    await press(page, 'New webhook')
    const url = dialogOf(page).getByLabel('Address', { exact: true })
    await url.fill('https://10.0.0.1/hook')
    await press(dialogOf(page), 'New webhook')
    await dialogOf(page).getByText('This has to be an https:// address').waitFor()
    expect(await url.getAttribute('aria-invalid')).to.equal('true')
    await dialogOf(page).getByLabel('Every kind, also those that will be added').uncheck()
    for (const kind of [
      'the balance is low',
      '80% of its limit',
      'has reached its limit',
      'top-up arrived',
      'top-up failed',
    ]) {
      await dialogOf(page).getByLabel(kind).uncheck()
    }
    await press(dialogOf(page), 'New webhook')
    await dialogOf(page).getByText('Choose one kind at least.').waitFor()
    await expectGoodPage(visit)
  })

  it('keeps of what a person is alerted by mail', async () => {
    const threshold = page.getByLabel('Low balance, roubles')
    const failed = page.getByLabel('a top-up failed')
    await threshold.fill('nothing')
    await press(page, 'Save the alerts')
    await see(page, 'This has to be a sum above 0')
    await threshold.fill('250,50')
    await failed.uncheck()
    await page.getByLabel('Language of these mails').selectOption('ru')
    await press(page, 'Save the alerts')
    await see(page, 'The alerts are saved.')
    await expectGoodPage(visit)
    await page.reload()
    expect(await threshold.inputValue()).to.equal('250.50')
    expect(await failed.isChecked()).to.equal(false)
    expect(await page.getByLabel('a key has spent 80% of its limit').isChecked()).to.equal(true)
    expect(await page.getByLabel('Language of these mails').inputValue()).to.equal('ru')
    await threshold.fill('')
    await press(page, 'Save the alerts')
    await see(page, 'The alerts are saved.')
    await page.reload()
    expect(await threshold.inputValue()).to.equal('')
  })
}

describeInBrowser('Webhooks and alerts in the console, in a browser', suite)
