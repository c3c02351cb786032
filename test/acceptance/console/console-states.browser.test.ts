import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { ROUTES } from '../../../console/routes.ts'
import type { Audience } from '../../../console/routes.ts'
import { expectGoodPage, signInAt, signUpAt } from '../../support/console/account-pages.ts'
import { openConsole } from '../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../support/console/console-stage.ts'
import type { ConsoleVisit } from '../../support/console/console-visit.ts'
import { follow, loaded, see, seeTitle, signInHere } from '../../support/console/page-actions.ts'
import { makeOperator } from '../../support/accounts/operator.ts'
import type { Operator } from '../../support/accounts/operator.ts'
import { eventually } from '../../support/eventually.ts'
import { describeInBrowser } from '../../support/processes/browser.ts'

/** An address of each route: ids name nothing, which a fresh account has. */
const addressOf = (path: string): string =>
  path.replace(/:\w+/, '0190a6f0-0000-7000-8000-000000000000').replace(/\*\w+/, 'sandbox/echo')

const addressesOf = (of: Audience): readonly string[] =>
  ROUTES.filter(({ audience }) => audience === of).map(({ path }) => addressOf(path))

/** Lists of operators, which are long or empty. */
const OPERATOR_LISTS = ['accounts', 'topups', 'mail', 'jobs', 'actions']

type Person = Pick<Operator, 'email' | 'password'>

const isSession = (route: Route): boolean => route.request().url().includes('/v1/console/session')

/** Every call of the API but those of the session. */
const answerCalls = async (context: BrowserContext, answer: (route: Route) => Promise<void>): Promise<void> => {
  await context.route('**/v1/**', (route) => (isSession(route) ? route.continue() : answer(route)))
}

const broken = (route: Route): Promise<void> =>
  route.fulfill({
    status: 500,
    headers: { 'x-request-id': 'req-1' },
    json: { detail: 'Internal error', code: 'internal_error' },
  })
const tooOften = (route: Route): Promise<void> =>
  route.fulfill({
    status: 429,
    headers: { 'retry-after': '7' },
    json: { detail: 'The rate limit is exceeded.', code: 'rate_limit_exceeded' },
  })
const ended = (route: Route): Promise<void> =>
  route.fulfill({ status: 401, json: { detail: 'Sign in.', code: 'unauthenticated' } })

/** Has a browser say what it says where the machine has no network, wherever the test runs. */
const BELIEVES_IT_IS_OFFLINE = 'Object.defineProperty(navigator, "onLine", { value: false, configurable: true })'
const GOES_OFFLINE = 'dispatchEvent(new Event("offline"))'
const GOES_ONLINE =
  'Object.defineProperty(navigator, "onLine", { value: true, configurable: true }); dispatchEvent(new Event("online"))'

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  let visit: ConsoleVisit
  let page: Page
  let context: BrowserContext
  before(async () => {
    stage = await openConsole(startBrowser)
    visit = await stage.visit({ language: 'en', width: 360 })
    page = visit.page
    context = page.context()
    await signUpAt(visit)
  })
  after(() => stage.close())
  beforeEach(() => {
    visit.complaints.length = 0
  })
  afterEach(() => context.unrouteAll({ behavior: 'ignoreErrors' }))

  const makeAccount = async () => {
    const person = { email: `person-${randomUUID()}@example.com`, password: 'seven blue boats at sea' }
    const headers = { 'content-type': 'application/json' }
    await fetch(`${stage.url}/v1/auth/register`, { method: 'POST', headers, body: JSON.stringify(person) })
    return person
  }

  /** Errors of scripts; that an answer was a failure, the browser says too, and rightly. */
  const errors = (): readonly string[] => visit.complaints.filter((each) => !each.startsWith('Failed to load resource'))
  const problem = () => page.locator('.notice.problem').first()

  /** A person at the overview, when every answer for it is there, in a browser that believes it is offline. */
  const visitOffline = async (): Promise<ConsoleVisit> => {
    const own = await stage.visit({ language: 'en', width: 1280 })
    await own.page.addInitScript(BELIEVES_IT_IS_OFFLINE)
    await signUpAt(own)
    await own.page.locator('.who').waitFor()
    await loaded(own.page)
    return own
  }

  /** The tests of the pages of an account, or of an operator; the person signs in anew when the session has ended. */
  const statesOf = (audience: 'account' | 'operator', makePerson: () => Promise<Person>): void => {
    let own: ConsoleVisit
    let person: Person
    before(async () => {
      own = await stage.visit({ language: 'en', width: 360 })
      person = await makePerson()
      await signInAt(own, person)
    })
    after(() => own.close())

    for (const address of addressesOf(audience)) {
      it(`says at ${address} that the service broke, that it did not answer, and goes on when it is well again`, async () => {
        await answerCalls(context, broken)
        await page.goto(address)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await problem().getByText('Something broke on our side').first().waitFor()
        await expectGoodPage(visit)
        await context.unrouteAll({ behavior: 'ignoreErrors' })
        await answerCalls(context, (route) => route.abort())
        await page.reload()
        await page.getByRole('heading', { level: 1 }).waitFor()
        await problem().getByText('The service did not answer').first().waitFor()
        await loaded(page)
        await context.unrouteAll({ behavior: 'ignoreErrors' })
        await eventually(async () => {
          if (!/broke on our side|did not answer/.test(await page.locator('main').innerText())) return true
          // A part that was not found stays so; the parts below it are asked again all the same.
          const again = page.getByRole('button', { name: /^(?:Try again|Older)$/, disabled: false })
          for (const button of await again.all()) await button.click({ timeout: 1_000 }).catch(() => undefined)
          return false
        }, 100)
        expect(errors()).to.deep.equal([])
      })

      it(`shows at ${address} that something is coming, while no answer is there`, async () => {
        const held: Route[] = []
        await answerCalls(context, async (route) => void held.push(route))
        await page.goto(address)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.locator('.skeleton, [aria-busy="true"]').first().waitFor()
        for (const route of held) await route.abort().catch(() => undefined)
        expect(errors()).to.deep.equal([])
      })

      it(`goes from ${address} to the sign-in page when the session has ended, and back after it`, async () => {
        await own.page.context().clearCookies()
        await answerCalls(own.page.context(), ended)
        await own.page.goto(`${address}?kept=1`)
        await see(own.page, 'Your session has ended.')
        await own.page.context().unrouteAll({ behavior: 'ignoreErrors' })
        await signInHere(own.page, person)
        await own.page.waitForURL((url) => url.pathname === address && url.search === '?kept=1')
      })
    }
  }

  statesOf('account', makeAccount)

  for (const address of addressesOf('everybody')) {
    it(`stands at ${address} also while the service breaks or is away`, async () => {
      const visitor = await stage.visit({ language: 'en', width: 360 })
      for (const answer of [broken, (route: Route) => route.abort()]) {
        await answerCalls(visitor.page.context(), answer)
        await visitor.page.goto(address)
        await visitor.page.getByRole('heading', { level: 1 }).waitFor()
        await expectGoodPage(visitor)
        await visitor.page.context().unrouteAll({ behavior: 'ignoreErrors' })
      }
      expect(visitor.complaints.filter((each) => !each.startsWith('Failed to load resource'))).to.deep.equal([])
      await visitor.close()
    })
  }

  it('keeps the session and the address when the service is away at the first look, and goes on when it is back', async () => {
    await context.route('**/v1/console/session/refresh', (route) => route.abort())
    await page.goto('/requests?model=sandbox%2Fecho')
    await page.getByRole('heading', { name: 'The service is away' }).waitFor()
    await expectGoodPage(visit)
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Requests', exact: true }).waitFor()
    expect(await page.getByLabel('Model').inputValue()).to.equal('sandbox/echo')
    expect(errors()).to.deep.equal([])
  })

  it('offers a list that did not come again, by the word for that, and names a failure of the overview once a part', async () => {
    await answerCalls(context, broken)
    await page.goto('/requests')
    await problem().waitFor()
    expect(await page.getByRole('button', { name: 'Older' }).count()).to.equal(0)
    await page.goto('/')
    await page.getByText('The last calls').waitFor()
    await eventually(async () => (await page.locator('.notice.problem').count()) === 4)
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto('/requests')
    await page.getByText('No call matches').waitFor()
  })

  it('says when to try again where the address has asked too often, and that the service broke where it did', async () => {
    for (const [answer, sentence] of [
      [tooOften, 'Too many attempts. Try again in 7 s.'],
      [broken, 'Something broke on our side.'],
    ] as const) {
      await context.route('**/v1/console/session/refresh', answer)
      await page.goto('/requests')
      await page.getByRole('heading', { name: 'The page did not open' }).waitFor()
      await problem().getByText(sentence).waitFor()
      await expectGoodPage(visit)
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { name: 'Requests', exact: true }).waitFor()
    }
    expect(errors()).to.deep.equal([])
  })

  it('ends the session at the next visit where a person signed out while the service was away', async () => {
    const own = await stage.visit({ language: 'en', width: 1280 })
    await signUpAt(own)
    const cookies = (): Promise<readonly unknown[]> => own.page.context().cookies(`${stage.url}/v1/console/session`)
    await own.page.context().route('**/v1/console/session', (route) => route.abort())
    await own.page.getByRole('button', { name: 'Sign out' }).click()
    await own.page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
    expect(await cookies()).to.have.lengthOf(1)
    await own.page.reload()
    await own.page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
    expect(await cookies()).to.have.lengthOf(1)
    await own.page.context().unrouteAll({ behavior: 'ignoreErrors' })
    await own.page.reload()
    await own.page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
    expect(await cookies()).to.have.lengthOf(0)
    await signUpAt(own)
    await own.page.reload()
    await own.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await own.close()
  })

  it('says without a connection that there is none, and opens the page that was asked for when it is back', async () => {
    // A browser of its own, which has no part of that page yet.
    const own = await stage.visit({ language: 'en', width: 360 })
    await signUpAt(own)
    await loaded(own.page)
    await own.page.context().setOffline(true)
    // The browser of a machine without a network was offline before, and does not say it again.
    await own.page.evaluate(GOES_OFFLINE)
    await own.page.getByText('There is no connection.').waitFor()
    await own.page.getByRole('button', { name: 'Menu' }).click()
    await follow(own.page, 'Wallet')
    await own.page.getByRole('heading', { name: 'The service is away' }).waitFor()
    await expectGoodPage(own)
    await own.page.context().setOffline(false)
    await own.page.getByRole('button', { name: 'Try again' }).click()
    await own.page.getByRole('heading', { name: 'Wallet', exact: true }).waitFor()
    await own.page.getByText('There is no connection.').waitFor({ state: 'detached' })
    await own.close()
  })

  it('says that there is no connection only until the service answers, whatever the browser believes', async () => {
    const own = await visitOffline()
    const note = own.page.getByText('There is no connection.')
    expect(await note.count(), 'at the start').to.equal(0)
    await Promise.all([own.page.waitForResponse('**/v1/health'), own.page.evaluate(GOES_OFFLINE)])
    expect(await note.count(), 'when the service has answered').to.equal(0)

    await own.page.route('**/v1/health', (route) => route.abort())
    await own.page.evaluate(GOES_OFFLINE)
    await note.waitFor()
    await follow(own.page, 'Wallet')
    await note.waitFor({ state: 'detached' })
    await seeTitle(own.page, 'Wallet')
    await loaded(own.page)
    await own.page.evaluate(GOES_OFFLINE)
    await note.waitFor()
    await own.page.evaluate(GOES_ONLINE)
    await note.waitFor({ state: 'detached' })
    await own.close()
  })

  it('does not say that there is no connection where it is back before the question for the service has failed', async () => {
    const own = await visitOffline()
    const asked = Promise.withResolvers<Route>()
    await own.page.route('**/v1/health', (route) => asked.resolve(route))
    await own.page.evaluate(GOES_OFFLINE)
    const route = await asked.promise
    await own.page.evaluate(GOES_ONLINE)
    await Promise.all([own.page.waitForEvent('requestfailed'), route.abort()])
    expect(await own.page.getByText('There is no connection.').count()).to.equal(0)
    await own.close()
  })

  it('goes on in the newer console where an update has taken away the parts of the one that is open', async () => {
    const own = await stage.visit({ language: 'en', width: 360 })
    await signUpAt(own)
    await loaded(own.page)
    let isOld = true
    await own.page.route('**/console-files/*', (route) => (isOld ? route.fulfill({ status: 404 }) : route.continue()))
    await own.page.route(`${stage.url}/`, async (route) => {
      isOld = false
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replaceAll('/console-files/', '/updated-files/') })
    })
    await own.page.getByRole('button', { name: 'Menu' }).click()
    await follow(own.page, 'Wallet')
    await own.page.getByRole('heading', { name: 'Wallet', exact: true }).waitFor()
    await own.close()
  })

  describe('in two tabs', () => {
    let first: ConsoleVisit
    let second: Page
    beforeEach(async () => {
      first = await stage.visit({ language: 'en', width: 1280 })
      await signUpAt(first)
      second = await first.page.context().newPage()
      await second.goto('/keys')
      await second.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
    })
    afterEach(() => first.close())
    const signOut = (): Promise<void> => first.page.getByRole('button', { name: 'Sign out' }).click()

    it('signs out in both, and goes on in both where a person signs in again', async () => {
      await signOut()
      await second.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
      expect(await second.getByText('@example.com').count(), 'names of the person').to.equal(0)
      await signUpAt(first)
      await second.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
      const name = await first.page.locator('.who').innerText()
      await second.locator('.who').getByText(name).waitFor()
    })

    it('shows nothing to the next person that the person before has asked for', async () => {
      const late = Promise.withResolvers<Route>()
      await second.route('**/v1/me', (route) => late.resolve(route), { times: 1 })
      await second.reload()
      const route = await late.promise
      const ofThePersonBefore = await route.fetch()
      await signOut()
      await second.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
      await Promise.all([second.waitForResponse('**/v1/me'), route.fulfill({ response: ofThePersonBefore })])
      await signUpAt(first)
      const name = await first.page.locator('.who').innerText()
      await second.locator('.who').getByText(name).waitFor()
    })

    it('does nothing for the next person that the person before has begun in the other tab', async () => {
      // A browser may hold back what it tells a tab that is in the background.
      await second.addInitScript('addEventListener("storage", (event) => event.stopImmediatePropagation())')
      await second.reload()
      await second.getByRole('button', { name: 'New key' }).click()
      await second.getByLabel('Name').fill('Of the person before')
      await signOut()
      await signUpAt(first)
      const name = await first.page.locator('.who').innerText()
      await second.getByRole('dialog').getByRole('button', { name: 'New key' }).click()
      await second.locator('.who').getByText(name).waitFor()
      await second.getByText('No key yet').waitFor()
      expect(await second.getByText('Of the person before').count()).to.equal(0)
    })
  })

  describe('of operators', () => {
    let operator: Operator
    before(async () => {
      operator = await makeOperator(stage.world, stage.url)
      visit = await stage.visit({ language: 'en', width: 360 })
      page = visit.page
      context = page.context()
      await signInAt(visit, operator)
    })

    statesOf('operator', async () => operator)

    for (const list of OPERATOR_LISTS) {
      it(`says at /operator/${list} that there is nothing, where there is nothing`, async () => {
        await context.route(`**/v1/operator/${list}*`, (route) =>
          route.fulfill({ json: { data: [], next_cursor: null } }),
        )
        await page.goto(`/operator/${list}`)
        await page.locator('main .empty').waitFor()
        expect(await page.locator('main table').count()).to.equal(0)
        await expectGoodPage(visit)
        expect(errors()).to.deep.equal([])
      })
    }
  })
}

describeInBrowser('States of the pages of the console, in a browser', suite)
