import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { openConsole } from '../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../support/console/console-stage.ts'
import type { ConsoleVisit } from '../../support/console/console-visit.ts'
import { describeInBrowser, KEEPS_NO_DATA } from '../../support/processes/browser.ts'

/** Has what comes on the page after some seconds come now. */
const WAITS_NO_LONGER = 'for (const each of document.getAnimations()) each.finish()'

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  let visit: ConsoleVisit
  let page: Page
  before(async () => {
    stage = await openConsole(startBrowser)
  })
  after(() => stage.close())
  beforeEach(async () => {
    visit = await stage.visit({ language: 'en', width: 360 })
    page = visit.page
  })
  afterEach(() => visit.close())

  const english = () => page.getByText('The console has not started.')
  const russian = () => page.getByText('Консоль не запустилась.')

  it('says so in both languages where its script does not come, and nothing before some seconds have passed', async () => {
    await page.route('**/console-files/*.js', (route) => route.abort())
    await page.goto('/sign-in')
    expect(await english().isVisible()).to.equal(false)
    await page.evaluate(WAITS_NO_LONGER)
    await english().waitFor()
    await russian().waitFor()
  })

  it('says so where the browser keeps no data for it', async () => {
    await page.addInitScript(KEEPS_NO_DATA)
    await page.goto('/sign-in')
    await page.evaluate(WAITS_NO_LONGER)
    await english().waitFor()
  })

  it('says nothing of it where it has started', async () => {
    await page.goto('/sign-in')
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
    await page.evaluate(WAITS_NO_LONGER)
    expect(await english().isVisible()).to.equal(false)
    expect(await russian().isVisible()).to.equal(false)
  })
}

describeInBrowser('A console that', suite)
