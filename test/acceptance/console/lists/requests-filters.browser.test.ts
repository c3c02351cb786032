import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { signUpAt } from '../../../support/console/account-pages.ts'
import { openConsole } from '../../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../../support/console/console-stage.ts'
import type { ConsoleVisit } from '../../../support/console/console-visit.ts'
import { follow, loaded, seeTitle } from '../../../support/console/page-actions.ts'
import { eventually } from '../../../support/eventually.ts'
import { describeInBrowser } from '../../../support/processes/browser.ts'

/** The outcomes that the filter offers, as they stand in the address. */
const OFFERED = `[...document.querySelector('select:has([value="instance_lost"])').options].map(({ value }) => value)`

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  let visit: ConsoleVisit
  let page: Page

  before(async () => {
    stage = await openConsole(startBrowser)
    visit = await stage.visit({ language: 'en', width: 1280 })
    page = visit.page
    await signUpAt(visit)
  })
  after(() => stage.close())
  beforeEach(() => {
    visit.complaints.length = 0
  })

  it('name every outcome that a call can have, and show the one of a link', async () => {
    const document = (await (await fetch(`${stage.url}/v1/openapi.json`)).json()) as {
      readonly components: {
        readonly schemas: {
          readonly PaidRequest: { readonly properties: { readonly outcome: { readonly enum: string[] } } }
        }
      }
    }
    await page.goto('/requests?outcome=instance_lost')
    const choice = page.getByLabel('Outcome', { exact: true })
    expect(await choice.inputValue()).to.equal('instance_lost')
    expect(await page.evaluate<readonly string[]>(OFFERED)).to.have.members([
      '',
      ...document.components.schemas.PaidRequest.properties.outcome.enum,
    ])
    await choice.selectOption('job_expired')
    await eventually(() => Promise.resolve(new URL(page.url()).searchParams.get('outcome') === 'job_expired'))
    expect(visit.complaints).to.deep.equal([])
  })

  it('ask nothing that the service refuses while a person types the year of a day', async () => {
    await page.goto('/requests')
    await loaded(page)
    await page.getByLabel('Outcome', { exact: true }).focus()
    await page.keyboard.press('Tab')
    for (const [typed, year] of [
      ['11282', '0002'],
      ['0', '0020'],
      ['2', '0202'],
      ['6', '2026'],
    ] as const) {
      const answer = page.waitForResponse((response) => response.url().includes('/v1/me/requests?from='))
      await page.keyboard.type(typed)
      expect((await answer).status(), year).to.equal(200)
      expect(new URL(page.url()).searchParams.get('from')).to.equal(`${year}-11-28`)
    }
    expect(visit.complaints).to.deep.equal([])
  })

  it('are cleared by a link, which leads to the title of the page, and back by Back', async () => {
    await page.goto('/requests?model=sandbox%2Fecho&outcome=succeeded')
    await follow(page, 'Clear the filters')
    await seeTitle(page, 'Requests')
    await eventually(() => page.evaluate<boolean>('document.activeElement.matches("h1")'))
    expect(new URL(page.url()).search).to.equal('')
    expect(await page.getByLabel('Model', { exact: true }).inputValue()).to.equal('')
    await page.goBack()
    await page.getByRole('link', { name: 'Clear the filters' }).waitFor()
    expect(await page.getByLabel('Model', { exact: true }).inputValue()).to.equal('sandbox/echo')
  })
}

describeInBrowser('The filters of the list of calls, in a browser', suite)
