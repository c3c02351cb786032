import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { expectGoodPage, signUpAt } from '../../support/console/account-pages.ts'
import { openConsole } from '../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../support/console/console-stage.ts'
import type { ConsoleVisit } from '../../support/console/console-visit.ts'
import { dialogOf, fill, press, see, seeTitle } from '../../support/console/page-actions.ts'
import { openWorld } from '../../support/gateway-worlds.ts'
import { describeInBrowser } from '../../support/processes/browser.ts'
import { CLIENT_ID, ISSUER, startIdentityProvider } from '../../support/servers/identity-provider-server.ts'
import type { IdentityProviderServer, Visitor } from '../../support/servers/identity-provider-server.ts'

const PASSWORD = 'seven blue boats at sea'

const visitorAt = (domain: string): Visitor => ({
  subject: String(Math.floor(Math.random() * 1e12)),
  email: `person-${randomUUID()}@${domain}`,
})

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  let provider: IdentityProviderServer
  let url: string
  let visit: ConsoleVisit
  let page: Page

  before(async () => {
    provider = await startIdentityProvider()
    const providerSettings = {
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_ISSUERS: ISSUER,
      GOOGLE_JWKS_URL: provider.jwksUrl,
      GOOGLE_AUTHORIZE_URL: provider.authorizeUrl,
      YANDEX_CLIENT_ID: CLIENT_ID,
      YANDEX_USERINFO_URL: provider.userInfoUrl,
      YANDEX_AUTHORIZE_URL: provider.authorizeUrl,
    }
    stage = await openConsole(startBrowser, { open: () => openWorld(providerSettings) })
    url = stage.url
  })
  after(async () => {
    await stage.close()
    await provider.close()
  })
  beforeEach(async () => {
    provider.mood = 'well'
    visit = await stage.visit({ language: 'en', width: 360 })
    page = visit.page
  })
  afterEach(() => visit.close())

  /** As if the last sign-in of every session were long ago. */
  const letSignInsAge = async (): Promise<void> => {
    if (stage.world.database === null) throw new Error('the world has no database of its own')
    await sql`UPDATE sessions SET authenticated_at = authenticated_at - interval '11 minutes'`.execute(
      stage.world.database.db,
    )
  }

  for (const [name, domain] of [
    ['Google', 'gmail.com'],
    ['Yandex ID', 'yandex.ru'],
  ] as const) {
    it(`opens an account with ${name} and enters it again, and leaves no token in the address or the browser`, async () => {
      provider.visitor = visitorAt(domain)
      await page.goto('/keys')
      await page.getByRole('button', { name: `Continue with ${name}` }).waitFor()
      await expectGoodPage(visit)
      await press(page, `Continue with ${name}`)
      await seeTitle(page, 'API keys')
      expect(page.url()).to.equal(`${url}/keys`)
      const stored = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
      expect(stored).to.not.match(/eyJ|token|nonce/)
      await page.goto('/settings')
      await page.getByRole('main').getByText(provider.visitor.email).waitFor()
      await expectGoodPage(visit)
      await page.getByRole('button', { name: 'Menu' }).click()
      await press(page, 'Sign out')
      await press(page, `Continue with ${name}`)
      await seeTitle(page, 'Settings')
      expect(visit.complaints).to.deep.equal([])
    })
  }

  it('says that a person stopped at the provider, and that a provider is away, and lets them begin again', async () => {
    provider.visitor = null
    await page.goto('/sign-in')
    await press(page, 'Continue with Google')
    await see(page, 'The sign-in was stopped at the provider.')
    await expectGoodPage(visit, 'in both themes')
    provider.visitor = visitorAt('yandex.ru')
    provider.mood = 'failing'
    await page.getByRole('link', { name: 'To the sign-in page' }).click()
    await page.route('**/authorize?*', async (route) => {
      provider.mood = 'well'
      const answer = await route.fetch({ maxRedirects: 0 })
      provider.mood = 'failing'
      await route.fulfill({ response: answer })
    })
    await press(page, 'Continue with Yandex ID')
    await see(page, 'The provider of this sign-in does not answer.')
    await expectGoodPage(visit)
  })

  it('takes no token that this tab did not ask for, and none twice', async () => {
    provider.visitor = visitorAt('gmail.com')
    const { subject: sub, email } = provider.visitor
    const token = await provider.idToken({ sub, email })
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/session/google')) calls.push(request.url())
    })
    await page.goto(`/oauth/google#id_token=${token}&state=guessed`)
    await see(page, 'This address belongs to no sign-in that was begun in this tab')
    await page.goto('/sign-in')
    const back = page.waitForRequest((request) => request.url().includes('/authorize'))
    await press(page, 'Continue with Google')
    const state = new URL((await back).url()).searchParams.get('state') ?? ''
    await seeTitle(page, 'Overview')
    expect(state).to.match(/^[\w-]{43}$/)
    expect(calls).to.have.length(1)
    await page.goto(`/oauth/google#id_token=${token}&state=${state}`)
    await see(page, 'This address belongs to no sign-in that was begun in this tab')
    expect(calls).to.have.length(1)
    expect(page.url()).to.equal(`${url}/oauth/google`)
  })

  it('sends nothing of another provider than the one that was asked', async () => {
    provider.visitor = visitorAt('gmail.com')
    await page.goto('/sign-in')
    await page.route('**/authorize?*', async (route) => {
      const answer = await route.fetch({ maxRedirects: 0 })
      const location = (answer.headers()['location'] ?? '').replace('/oauth/google', '/oauth/yandex')
      await route.fulfill({ response: answer, headers: { location } })
    })
    await press(page, 'Continue with Google')
    await see(page, 'This address belongs to no sign-in that was begun in this tab')
  })

  it('asks for the password before it links, links, and unlinks, but never the last way in', async () => {
    await signUpAt(visit)
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Link Google' }).waitFor()
    await letSignInsAge()
    provider.visitor = visitorAt('gmail.com')
    await press(page, 'Link Google')
    await fill(page, 'Password', 'wrong password it is')
    await press(dialogOf(page), 'Go on')
    await see(page, 'The current password is wrong.')
    await expectGoodPage(visit)
    await fill(page, 'Password', PASSWORD)
    await press(dialogOf(page), 'Go on')
    await see(page, 'Google is linked.')
    await expectGoodPage(visit)
    await press(page, 'Unlink Google')
    await expectGoodPage(visit)
    await press(dialogOf(page), 'Unlink')
    await page.getByRole('button', { name: 'Link Google' }).waitFor()
    // The wrong password is answered with 403, which the browser tells as a failure.
    expect(visit.complaints.filter((each) => !each.includes('403'))).to.deep.equal([])
  })

  it('asks for the password likewise where the clock of the browser is an hour behind', async () => {
    const late = await stage.visit({ language: 'en', width: 1280 })
    await signUpAt(late)
    await letSignInsAge()
    await late.page.clock.setFixedTime(Date.now() - 3_600_000)
    await late.page.goto('/settings')
    await press(late.page, 'Link Google')
    await dialogOf(late.page).getByLabel('Password', { exact: true }).waitFor()
    await late.close()
  })

  it('has a person without a password prove themselves at the provider, and keeps their last way in', async () => {
    provider.visitor = visitorAt('gmail.com')
    await page.goto('/sign-in')
    await press(page, 'Continue with Google')
    await seeTitle(page, 'Overview')
    await letSignInsAge()
    await page.goto('/settings')
    await press(page, 'Unlink Google')
    await dialogOf(page).waitFor()
    await expectGoodPage(visit)
    await press(dialogOf(page), 'Sign in again with Google')
    await see(page, 'You have signed in again.')
    await press(page, 'Unlink Google')
    await press(dialogOf(page), 'Unlink')
    await see(page, 'This is the only way into the account.')
    await expectGoodPage(visit)
  })

  it('says that the person of a provider has another account here', async () => {
    provider.visitor = visitorAt('gmail.com')
    await page.goto('/sign-in')
    await press(page, 'Continue with Google')
    await seeTitle(page, 'Overview')
    const other = await stage.visit({ language: 'en', width: 1280 })
    await signUpAt(other)
    await other.page.goto('/settings')
    await other.page.getByRole('button', { name: 'Link Google' }).click()
    await other.page.getByText('This sign-in opens another account here already.').waitFor()
    await expectGoodPage(other)
    await other.close()
  })

  it('offers no registration where the operator closed it, and says so to a person who comes from a provider', async () => {
    const closed = await stage.world.serve({ REGISTRATION: 'closed', YANDEX_CLIENT_ID: '' })
    expect(await (await fetch(`${closed.url}/v1/auth/methods`)).json()).to.deep.equal({
      registration: 'closed',
      providers: [{ provider: 'google', client_id: CLIENT_ID, authorize_url: provider.authorizeUrl }],
    })
    const there = await stage.visit({ language: 'en', width: 360 }, closed.url)
    await there.page.goto('/sign-up')
    await there.page.getByText('Accounts are opened by the operator').waitFor()
    await expectGoodPage(there)
    await there.page.getByRole('link', { name: 'Sign in' }).click()
    provider.visitor = visitorAt('gmail.com')
    await there.page.getByRole('button', { name: 'Continue with Google' }).click()
    await there.page.getByText('Accounts are opened by the operator').waitFor()
    expect(await there.page.getByRole('button', { name: /Yandex/ }).count()).to.equal(0)
    await there.close()
  })
}

describeInBrowser('Social sign-in in the console, in a browser', suite)
