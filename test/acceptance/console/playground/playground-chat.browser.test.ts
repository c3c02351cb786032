import { expect } from 'chai'
import type { Browser, Locator, Page, Route } from 'playwright-core'
import { expectGoodPage, signUpAt, topUpAt } from '../../../support/console/account-pages.ts'
import { openConsole } from '../../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../../support/console/console-stage.ts'
import type { ConsoleVisit } from '../../../support/console/console-visit.ts'
import { fill, press, seeTitle } from '../../../support/console/page-actions.ts'
import { eventually } from '../../../support/eventually.ts'
import { TINY_PNG } from '../../../support/media/tiny-images.ts'
import { describeInBrowser } from '../../../support/processes/browser.ts'
import { timed } from '../../../support/timed.ts'

/** Calls the account interface as the person who is signed in; answers the body. */
const ASK = `async (method, path, body) => {
  const { access_token: token } = await (await fetch('/v1/console/session/refresh', { method: 'POST' })).json()
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' }
  return (await fetch('/v1/me' + path, { method, headers, body: JSON.stringify(body) })).json()
}`

/** Figures from ten seconds on are shown in whole seconds. */
const ROUNDING_MS = 500

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  let visit: ConsoleVisit
  let page: Page

  before(async () => {
    stage = await openConsole(startBrowser)
    visit = await stage.visit({ language: 'en', width: 1280 })
    page = visit.page
    await signUpAt(visit)
    await topUpAt(visit)
  })
  after(() => stage.close())
  beforeEach(async () => {
    visit.complaints.length = 0
    // A new tab of the same person has nothing of the tests before.
    await page.goto('/models')
    await page.evaluate('sessionStorage.clear()')
  })

  const open = async (query: string): Promise<void> => {
    await page.goto(`/playground?${query}`)
    await message().waitFor()
  }
  const message = (): Locator => page.getByLabel('Message', { exact: true })
  const turns = (): Locator => page.getByRole('article')
  const ask = async (text: string): Promise<void> => {
    await message().fill(text)
    await press(page, 'Send')
  }
  const answered = (count: number): Promise<void> =>
    eventually(async () => (await page.getByText(/ · cost ₽/).count()) === count)
  /** The bodies of the chat calls that the page makes from now on. */
  const chatCalls = (): Record<string, unknown>[] => {
    const bodies: Record<string, unknown>[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/chat/completions')) bodies.push(request.postDataJSON() as Record<string, unknown>)
    })
    return bodies
  }

  it('shows every figure of an answer, and the reasoning apart from it', async () => {
    await open('model=sandbox/reasoning')
    await ask('Which boat is red?')
    await answered(1)
    const figures = await page.getByText(/ · cost ₽/).textContent()
    expect(figures).to.match(
      /^first word .+ · whole .+ · in \d+ · cached \d+ · out \d+ · reasoning [1-9]\d* · cost ₽0\.\d+$/,
    )
    await turns().getByText('Reasoning', { exact: true }).click()
    await expectGoodPage(visit)
    expect(visit.complaints).to.deep.equal([])
  })

  it('asks two models the same beside each other, and each goes on from its own answers', async () => {
    const bodies = chatCalls()
    await open('model=sandbox/echo')
    await page.getByLabel('Second model, beside it').selectOption('sandbox/reasoning')
    await ask('First boat')
    await answered(2)
    await ask('Second boat')
    await answered(4)
    expect(new URL(page.url()).searchParams.get('beside')).to.equal('sandbox/reasoning')
    expect(await turns().getByRole('heading', { level: 3 }).allTextContents()).to.deep.equal([
      'sandbox/echo',
      'sandbox/reasoning',
      'sandbox/echo',
      'sandbox/reasoning',
    ])
    expect(bodies.map(({ model }) => model)).to.have.members([
      'sandbox/echo',
      'sandbox/reasoning',
      'sandbox/echo',
      'sandbox/reasoning',
    ])
    expect(bodies[2]?.['messages']).to.have.length(3)
    await expectGoodPage(visit)
    expect(visit.complaints).to.deep.equal([])
  })

  it('asks a changed question at its place, without what came after it', async () => {
    await open('model=sandbox/echo')
    await ask('A red boat')
    await answered(1)
    await ask('Where is it?')
    await answered(2)
    await page.getByRole('button', { name: 'Change the question' }).first().click()
    // The field has the focus at once, with the question in it.
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('A blue boat')
    expect(await page.getByLabel('Changed question').inputValue()).to.equal('A blue boat')
    await turns().getByRole('button', { name: 'Send' }).click()
    await answered(1)
    expect(await turns().count()).to.equal(1)
    expect(await turns().getByText('A blue boat', { exact: true }).count()).to.equal(2)
    expect(await page.getByText('A red boat').count()).to.equal(0)
  })

  it('keeps the place of a person whose buttons are gone while the answer comes', async () => {
    await open('model=sandbox/echo-slow')
    await ask('A red boat')
    await answered(1)
    // The answer comes when the test has looked: it takes less time than a look on a busy machine.
    const asked = Promise.withResolvers<Route>()
    await page.route('**/v1/chat/completions', (route) => asked.resolve(route), { times: 1 })
    await page.getByRole('button', { name: 'Ask again' }).press('Enter')
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    expect(await page.evaluate<boolean>("document.activeElement.matches('.exchange')")).to.equal(true)
    await (await asked.promise).continue()
    await answered(1)
    await page.getByRole('button', { name: 'New conversation' }).press('Enter')
    await turns().first().waitFor({ state: 'detached' })
    expect(await page.evaluate<string>("document.activeElement.getAttribute('aria-label')")).to.equal('Message')
  })

  it('offers the parameters that a model has, and sends what was entered', async () => {
    const bodies = chatCalls()
    await open('model=sandbox/echo')
    await page.getByLabel('Instructions').fill('Be short')
    await page.getByLabel('Temperature').fill('0,5')
    await page.getByLabel('Longest answer, tokens').fill('1,000')
    await page.getByText('The answer itself costs ₽2.00 at most.').waitFor()
    await ask('A red boat')
    await answered(1)
    expect(bodies[0]).to.include({ temperature: 0.5, max_completion_tokens: 1_000 })
    expect(bodies[0]?.['messages']).to.deep.equal([
      { role: 'system', content: 'Be short' },
      { role: 'user', content: 'A red boat' },
    ])
  })

  it('offers no parameter that the catalogue says a model lacks', async () => {
    await page.route('**/v1/catalog', async (route) => {
      const answer = await route.fetch()
      const catalog = (await answer.json()) as { models: { supported_parameters: string[] }[] }
      for (const model of catalog.models) model.supported_parameters = ['temperature']
      await route.fulfill({ json: catalog })
    })
    await open('model=sandbox/echo')
    expect(await page.getByLabel('Temperature').count()).to.equal(1)
    for (const name of ['Seed', 'Reasoning', 'Longest answer, tokens', 'Form of the answer']) {
      expect(await page.getByLabel(name, { exact: true }).count(), name).to.equal(0)
    }
    await page.unroute('**/v1/catalog')
  })

  it('stops an answer, and says what it cost', async () => {
    await open('model=sandbox/echo-slow')
    await ask('boat '.repeat(200))
    await turns().getByText('boat boat').last().waitFor()
    await eventually(async () => (await turns().locator('[aria-busy=true]').textContent())?.includes('boat') === true)
    await press(page, 'Stop')
    await page.getByText('Stopped. What had come is charged.').waitFor()
    await answered(1)
    expect(visit.complaints).to.deep.equal([])
  })

  it('says what an answer cost that a reload, or another page, has cut off', async () => {
    const seen = (): Promise<boolean> =>
      turns()
        .locator('[aria-busy=true]')
        .textContent()
        .then((text) => text?.includes('boat') === true)
    await open('model=sandbox/echo-slow')
    await ask('boat '.repeat(200))
    await eventually(seen)
    await page.reload()
    await page.getByText('Stopped. What had come is charged.').waitFor()
    await answered(1)
    await ask('boat '.repeat(200))
    await eventually(seen)
    await page.getByRole('link', { name: 'Models' }).click()
    await page.getByRole('link', { name: 'Playground' }).click()
    await answered(2)
  })

  it('says what an answer cost, however often the question for that is not answered at first', async () => {
    const troubles = [
      (route: Route) => route.abort(),
      (route: Route) => route.fulfill({ status: 503, json: { detail: 'Later.', code: 'database_unavailable' } }),
      (route: Route) => route.fulfill({ status: 429, json: { error: { message: 'Later.', code: 'rate_limited' } } }),
    ]
    await page.route('**/v1/usage/*', (route) => troubles.shift()?.(route) ?? route.continue())
    await open('model=sandbox/echo-slow')
    await ask('boat '.repeat(200))
    await eventually(async () => (await turns().locator('[aria-busy=true]').textContent())?.includes('boat') === true)
    await press(page, 'Stop')
    await answered(1)
    expect(troubles).to.deep.equal([])
    await page.unroute('**/v1/usage/*')
  })

  it('keeps the conversation, the draft and the parameters over a reload, and nothing of them after sign-out', async () => {
    await open('model=sandbox/echo')
    await ask('A red boat')
    await answered(1)
    await message().fill('A half question')
    await page.getByLabel('Temperature').fill('0.7')
    await page.reload()
    await answered(1)
    expect(await message().inputValue()).to.equal('A half question')
    expect(await page.getByLabel('Temperature').inputValue()).to.equal('0.7')
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.to.contain('sk-aiagg-')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await seeTitle(page, 'Sign in')
    expect(await page.evaluate('sessionStorage.length')).to.equal(0)
    await signUpAt(visit)
    await topUpAt(visit)
  })

  it('keeps what is typed as soon as its field is there', async () => {
    // Types in the turn in which the field comes: no person and no test is as quick.
    await page.addInitScript(`
      if (location.search.includes('typed=at-once')) new MutationObserver(() => {
        const field = document.querySelector('textarea')
        if (field === null || window.keptAtOnce !== undefined) return
        field.value = 'A quick word'
        field.dispatchEvent(new Event('input', { bubbles: true }))
        window.keptAtOnce = JSON.stringify(sessionStorage)
      }).observe(document, { childList: true, subtree: true })`)
    await open('model=sandbox/echo&typed=at-once')
    expect(await page.evaluate('window.keptAtOnce')).to.contain('A quick word')
  })

  it('sends images to a model that reads them', async () => {
    const bodies = chatCalls()
    await open('model=sandbox/echo')
    await page
      .getByLabel('Add images')
      .setInputFiles({ name: 'boat.png', mimeType: 'image/png', buffer: Buffer.from(TINY_PNG) })
    await page.getByAltText('Image that goes with the request').waitFor()
    await ask('What is this?')
    await answered(1)
    const image = `data:image/png;base64,${Buffer.from(TINY_PNG).toString('base64')}`
    const content = [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url: image } },
    ]
    expect(bodies[0]?.['messages']).to.deep.equal([{ role: 'user', content }])
    await expectGoodPage(visit)
  })

  it('says in words why a model did not answer, and takes the next question', async () => {
    await open('model=sandbox/error')
    await ask('A red boat')
    await page.getByText('The provider of the model failed. Nothing was charged; try again.').waitFor()
    await expectGoodPage(visit)
    await ask('Again')
    await eventually(async () => (await page.getByRole('alert').count()) === 2)
  })

  it('says that the provider failed where it did so in the middle of its answer', async () => {
    await open('model=sandbox/cut')
    await ask('A red boat sails to the green island and back again')
    await page.getByRole('alert').getByText('The provider of the model failed').waitFor()
    expect(await page.getByText('The service did not answer.').count()).to.equal(0)
  })

  it('names the way to the wallet where the money ends', async () => {
    const poor = await stage.visit({ language: 'en', width: 360 })
    await signUpAt(poor)
    await poor.page.goto('/playground?model=sandbox/echo')
    await fill(poor.page, 'Message', 'A red boat')
    await press(poor.page, 'Send')
    await poor.page.getByRole('alert').getByRole('link', { name: 'Top up the wallet' }).click()
    await poor.page.getByRole('dialog', { name: 'Top up the wallet' }).waitFor()
    expect(new URL(poor.page.url()).pathname).to.equal('/wallet')
    await poor.close()
  })

  it('deletes the keys that earlier pages made, once they have ended, and no others', async () => {
    const names = (): Promise<readonly string[]> =>
      page.evaluate<readonly string[]>(
        `(${ASK})('GET', '/api-keys').then((keys) => keys.map(({ name }) => name).sort())`,
      )
    await page.evaluate(`(async () => {
      const ask = ${ASK}
      for (const { id } of await ask('GET', '/api-keys')) await ask('DELETE', '/api-keys/' + id).catch(() => null)
      for (const name of ['Playground', 'Playground', 'Boat']) {
        const { id } = await ask('POST', '/api-keys', { name })
        await ask('PATCH', '/api-keys/' + id, { expires_at: 1 })
      }
      await ask('POST', '/api-keys', { name: 'Playground' })
    })()`)
    expect(await names()).to.deep.equal(['Boat', 'Playground', 'Playground', 'Playground'])
    await open('model=sandbox/echo')
    await ask('A red boat')
    await answered(1)
    await eventually(async () => (await names()).join() === 'Boat,Playground,Playground')
  })

  it('counts no time for the making of its key', async () => {
    const [asked, slowMs] = ['**/v1/me/api-keys', 3_000]
    await page.route(asked, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, slowMs))
      await route.continue()
    })
    await open('model=sandbox/echo')
    const { ms: waitedMs } = await timed(async () => {
      await ask('A red boat')
      await answered(1)
    })
    await page.unroute(asked)
    const figures = (await page.getByText(/ · cost ₽/).textContent()) ?? ''
    const shownMs = Number(/whole ([\d.]+) s/.exec(figures)?.[1]) * 1_000
    // The key took so long that the figure lies below the whole wait by that, give or take what rounding adds to it.
    expect(waitedMs - shownMs, figures).to.be.at.least(slowMs - ROUNDING_MS)
  })

  it('makes a new key where its own was taken away', async () => {
    await open('model=sandbox/echo')
    await ask('A red boat')
    await answered(1)
    await page.evaluate(`(async () => {
      const { access_token: token } = await (await fetch('/v1/console/session/refresh', { method: 'POST' })).json()
      const headers = { authorization: 'Bearer ' + token }
      const keys = await (await fetch('/v1/me/api-keys', { headers })).json()
      await Promise.all(keys.map(({ id }) => fetch('/v1/me/api-keys/' + id, { method: 'DELETE', headers })))
    })()`)
    await ask('A blue boat')
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Ask again' }).last().click()
    await answered(2)
  })
}

describeInBrowser('The chat of the playground, in a browser', suite)
