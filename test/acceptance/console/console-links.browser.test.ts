import type { Browser, Page } from 'playwright-core'
import { expectGoodPage, signUpAt } from '../../support/console/account-pages.ts'
import { openConsole } from '../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../support/console/console-stage.ts'
import type { ConsoleVisit } from '../../support/console/console-visit.ts'
import { fill, follow, seeTitle } from '../../support/console/page-actions.ts'
import { describeInBrowser } from '../../support/processes/browser.ts'

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  let visit: ConsoleVisit
  let page: Page

  before(async () => {
    stage = await openConsole(startBrowser)
    visit = await stage.visit({ language: 'en', width: 360 })
    page = visit.page
    await signUpAt(visit)
  })
  after(() => stage.close())

  it('that confirms an address leads to where a new one is sent', async () => {
    for (const query of ['', '?token=used-already']) {
      await page.goto(`/verify-email${query}`)
      await page.locator('.notice.problem').waitFor()
      await expectGoodPage(visit)
      await follow(page, 'Ask for a new link in the settings')
      await page.getByRole('button', { name: 'Send the mail again' }).waitFor()
    }
  })

  it('that chooses a password leads to where a new one is sent', async () => {
    await page.goto('/reset-password?token=used-already')
    await fill(page, 'New password', 'eight green boats at sea')
    await page.getByRole('button', { name: 'Save the password' }).click()
    await page.getByText('This link is not valid').waitFor()
    await expectGoodPage(visit)
    await follow(page, 'Send the mail')
    await seeTitle(page, 'A new password')
  })
}

describeInBrowser('A link of a mail that no longer works, in a browser', suite)
