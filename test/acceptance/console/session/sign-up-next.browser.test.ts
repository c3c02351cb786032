import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { openConsole } from '../../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../../support/console/console-stage.ts'
import { fill, follow, press, seeTitle } from '../../../support/console/page-actions.ts'
import { describeInBrowser } from '../../../support/processes/browser.ts'

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  before(async () => {
    stage = await openConsole(startBrowser)
  })
  after(() => stage.close())

  it('leads to the page of the link by which its person came, also by way of the sign-in page', async () => {
    const visit = await stage.visit({ language: 'en', width: 1280 })
    const { page } = visit
    await page.goto('/models?q=echo')
    await seeTitle(page, 'Sign in')
    await follow(page, 'Create an account')
    await seeTitle(page, 'Create an account')
    await follow(page, 'Sign in')
    await seeTitle(page, 'Sign in')
    await follow(page, 'Create an account')
    await fill(page, 'E-mail', `person-${randomUUID()}@example.com`)
    await fill(page, 'Password', 'seven blue boats at sea')
    await press(page, 'Create an account')
    await seeTitle(page, 'Models')
    expect(new URL(page.url()).search).to.equal('?q=echo')
    await visit.close()
  })
}

describeInBrowser('A sign-up in the console, in a browser', suite)
