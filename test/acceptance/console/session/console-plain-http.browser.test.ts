import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { signUpAt, topUpAt } from '../../../support/console/account-pages.ts'
import { openConsole } from '../../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../../support/console/console-stage.ts'
import type { ConsoleVisit } from '../../../support/console/console-visit.ts'
import { describeInBrowser, OTHER_MACHINE } from '../../../support/processes/browser.ts'

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  let visit: ConsoleVisit
  let page: Page

  before(async () => {
    stage = await openConsole(startBrowser)
    visit = await stage.visit({ language: 'en', width: 1280 }, stage.url.replace('127.0.0.1', OTHER_MACHINE))
    page = visit.page
    await page.goto('/sign-up')
    expect(await page.evaluate('isSecureContext')).to.equal(false)
    await signUpAt(visit)
  })
  after(() => stage.close())

  /** Errors of scripts. That a policy has no effect here, the browser says on every page. */
  const errors = (): readonly string[] =>
    visit.complaints.filter((each) => !each.includes('Cross-Origin-Opener-Policy header has been ignored'))

  it('goes on after a reload, in two tabs that are reloaded at once', async () => {
    const second = await page.context().newPage()
    await second.goto('/keys')
    await Promise.all([page.reload(), second.reload()])
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await second.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
    await second.close()
    expect(errors()).to.deep.equal([])
  })

  it('says that a text has to be copied by hand', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Copy', exact: true }).first().click()
    await page.getByText('Select and copy it by hand').waitFor()
    expect(errors()).to.deep.equal([])
  })

  it('tops up, and speaks with a model', async () => {
    await topUpAt(visit)
    await page.goto('/playground')
    await page.getByLabel('Message', { exact: true }).fill('Hello from afar')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Hello from afar').nth(1).waitFor()
    expect(errors()).to.deep.equal([])
  })

  it('sends a message of a conversation', async () => {
    await page.goto('/conversations')
    await page.getByRole('button', { name: 'New conversation', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('With').selectOption('sandbox/echo')
    await dialog.getByLabel('Title').fill('From afar')
    await dialog.getByRole('button', { name: 'New conversation', exact: true }).click()
    await page.getByRole('heading', { name: 'From afar', level: 1 }).waitFor()
    await page.getByLabel('Message', { exact: true }).fill('Anybody there?')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('charged 1 token').waitFor()
    expect(errors()).to.deep.equal([])
  })
}

describeInBrowser('The console by HTTP from another machine', suite)
