import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { expectGoodPage, signUpAt } from '../../support/console/account-pages.ts'
import { openConsole } from '../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../support/console/console-stage.ts'
import type { ConsoleVisit } from '../../support/console/console-visit.ts'
import { mailedLink } from '../../support/console/mailbox.ts'
import { fill, follow, press, see, seeTitle } from '../../support/console/page-actions.ts'
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

  it('that confirms an address stays good after a wrong password, and the keys of the account stay, too', async () => {
    const email = `person-${randomUUID()}@example.com`
    const password = 'seven blue boats at sea'
    const post = async (path: string, body: object, token = ''): Promise<Record<string, string>> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      const answer = await fetch(`${stage.url}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await answer.json()) as Record<string, string>
    }
    await post('/auth/register', { email, password })
    const { access_token: token } = await post('/auth/login', { email, password })
    const { key } = await post('/me/api-keys', { name: 'Boat' }, token)
    const other = await stage.visit({ language: 'en', width: 360 })
    await other.page.goto(await mailedLink(stage.world.environment['DATA_DIR'] ?? '', email, 'verify-email'))
    await fill(other.page, 'E-mail', email)
    await fill(other.page, 'Password', 'seven blue goats at sea')
    await press(other.page, 'Confirm the address')
    await other.page.getByRole('alert').waitFor()
    await expectGoodPage(other)
    await fill(other.page, 'Password', password)
    await press(other.page, 'Confirm the address')
    await see(other.page, `The address ${email} is confirmed.`)
    await follow(other.page, 'Go on')
    await seeTitle(other.page, 'Overview')
    const asked = await fetch(`${stage.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })
    expect(asked.status).to.equal(200)
    await other.close()
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
