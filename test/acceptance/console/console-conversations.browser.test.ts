import { expect } from 'chai'
import type { Browser, Page, Route } from 'playwright-core'
import { expectGoodPage, signUpAt } from '../../support/console/account-pages.ts'
import { openConsole } from '../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../support/console/console-stage.ts'
import type { ConsoleVisit } from '../../support/console/console-visit.ts'
import { dialogOf, fill, follow, press, see, seeTitle } from '../../support/console/page-actions.ts'
import { eventually } from '../../support/eventually.ts'
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
  beforeEach(() => {
    visit.complaints.length = 0
  })

  const makeConversation = async (partner: string, title: string): Promise<void> => {
    await page.goto('/conversations')
    await press(page, 'New conversation')
    await dialogOf(page).getByLabel('With').selectOption(partner)
    await dialogOf(page).getByLabel('Title').fill(title)
    await press(dialogOf(page), 'New conversation')
    await seeTitle(page, title)
  }
  const say = async (text: string): Promise<void> => {
    await fill(page, 'Message', text)
    await press(page, 'Send')
  }

  it('opens a conversation, sends a turn, and shows what it cost and what is left', async () => {
    await page.goto('/conversations')
    await see(page, 'No conversation here yet.')
    await see(page, 'Available: 100 tokens')
    await expectGoodPage(visit, 'screenshot')
    await press(page, 'New conversation')
    await dialogOf(page).getByLabel('With').waitFor()
    await expectGoodPage(visit)
    await makeConversation('sandbox/echo', 'About boats')
    await see(page, 'Nothing was written here yet.')
    await see(page, 'A message costs 1 token.')
    await say('Good morning, boat')
    await see(page, 'charged 1 token')
    expect(await page.getByRole('article').getByText('Good morning, boat').count()).to.equal(2)
    await see(page, 'Available: 99 tokens')
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).to.equal('')
    await expectGoodPage(visit, 'in both themes')
    await page.reload()
    await see(page, 'charged 1 token')
    await page.getByRole('link', { name: 'All conversations' }).click()
    await page.getByRole('link', { name: 'About boats' }).waitFor()
    await page.goto('/')
    await see(page, '99 tokens')
    await expectGoodPage(visit)
    expect(visit.complaints).to.deep.equal([])
  })

  it('keeps what was typed when the answer is lost, and pays for the message once', async () => {
    await makeConversation('sandbox/echo', 'Lost answers')
    const keys: string[] = []
    await page.route('**/messages', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      keys.push(route.request().headers()['idempotency-key'] ?? '')
      await route.fetch()
      await route.abort()
    })
    await say('Once only')
    await see(page, 'The service did not answer.')
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).to.equal('Once only')
    await page.unroute('**/messages')
    const again = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/messages'))
    await press(page, 'Send')
    keys.push((await again).headers()['idempotency-key'] ?? '')
    await eventually(async () => (await page.getByLabel('Message', { exact: true }).inputValue()) === '')
    expect(new Set(keys).size).to.equal(1)
    expect(await page.getByText('charged 1 token').count()).to.equal(1)
  })

  it('keeps what a person types while the answer comes', async () => {
    await makeConversation('sandbox/echo', 'Quick fingers')
    const sent = Promise.withResolvers<Route>()
    await page.route('**/messages', (route) => sent.resolve(route), { times: 1 })
    await say('First')
    const route = await sent.promise
    await fill(page, 'Message', 'Second')
    await route.continue()
    await see(page, 'charged 1 token')
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).to.equal('Second')
    await say('Second')
    await eventually(async () => (await page.getByText('charged 1 token').count()) === 2)
  })

  it('shows a message and its answer to a person who has left the page and come back before the answer', async () => {
    await makeConversation('sandbox/echo', 'There and back')
    const sent: Route[] = []
    await page.route('**/messages', (route) => void sent.push(route))
    await say('Good morning, boat')
    await eventually(() => sent.length === 1)
    await follow(page, 'All conversations')
    await follow(page, 'There and back')
    await see(page, 'Nothing was written here yet.')
    await press(page, 'Send')
    await eventually(() => sent.length === 2)
    const keys = sent.map((route) => route.request().headers()['idempotency-key'])
    expect(keys[1], 'the same message').to.equal(keys[0])
    await sent[1]?.abort()
    await sent[0]?.continue()
    await see(page, 'charged 1 token')
    await eventually(async () => (await page.getByLabel('Message', { exact: true }).inputValue()) === '')
    await page.unroute('**/messages')
  })

  it('says why a turn failed, and that it cost nothing', async () => {
    await makeConversation('sandbox/error', 'A bad model')
    await say('Will you answer?')
    await see(page, 'The model failed. Nothing was charged; send it again.')
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).to.equal('Will you answer?')
    await expectGoodPage(visit)
  })

  it('keeps what was typed for a person who first buys tokens, and offers them tokens once', async () => {
    await makeConversation('sandbox/echo', 'No tokens')
    await page.route('**/messages', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 402, json: { code: 'insufficient_tokens', detail: 'There are not enough tokens.' } })
        : route.continue(),
    )
    await say('A long question')
    await follow(page.getByRole('alert'), 'Top up the wallet')
    await dialogOf(page).waitFor()
    expect(await dialogOf(page).getByLabel('What to buy').inputValue()).to.equal('TOKEN')
    await press(dialogOf(page), 'Close')
    await page.reload()
    await seeTitle(page, 'Wallet')
    expect(await dialogOf(page).count()).to.equal(0)
    expect(new URL(page.url()).search).to.equal('?currency=TOKEN')
    await page.goBack()
    await seeTitle(page, 'No tokens')
    await page.unroute('**/messages')
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).to.equal('A long question')
    await press(page, 'Send')
    await see(page, 'charged 1 token')
    await page.reload()
    await see(page, 'charged 1 token')
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).to.equal('')
  })

  it('renames a conversation, archives it and takes it out again', async () => {
    await makeConversation('sandbox/echo', 'First name')
    const address = page.url()
    await press(page, 'Rename')
    await dialogOf(page).getByLabel('Title').fill('Second name')
    await expectGoodPage(visit)
    await press(dialogOf(page), 'Save')
    await seeTitle(page, 'Second name')
    await press(page, 'Archive')
    await see(page, 'This conversation is archived.')
    expect(await page.getByLabel('Message', { exact: true }).count()).to.equal(0)
    await expectGoodPage(visit)
    await page.goto('/conversations')
    await page.getByRole('link', { name: 'About boats' }).waitFor()
    expect(await page.getByRole('link', { name: 'Second name' }).count()).to.equal(0)
    await page.getByLabel('Show', { exact: true }).selectOption('archived')
    await page.getByRole('link', { name: 'Second name' }).click()
    expect(page.url()).to.equal(address)
    await press(page, 'Take out of the archive')
    await page.getByLabel('Message', { exact: true }).waitFor()
    expect(visit.complaints).to.deep.equal([])
  })

  it('makes images and a video, which the gallery shows, opens and saves', async () => {
    await page.goto('/gallery')
    await see(page, 'Nothing is here yet.')
    await expectGoodPage(visit)
    await makeConversation('sandbox/image', 'Images')
    await say('A red boat')
    await see(page, 'charged 5 tokens')
    await page.locator('img.in-thread').waitFor()
    await expectGoodPage(visit)
    await makeConversation('sandbox/video', 'Videos')
    await say('A boat that sails')
    await see(page, 'The video is being made.')
    await see(page, 'charged 20 tokens')
    await page.locator('video.in-thread').waitFor()
    await expectGoodPage(visit)

    await page.goto('/gallery')
    const items = page.getByRole('button', { name: /^Open: / })
    await eventually(async () => (await items.count()) === 2)
    await expectGoodPage(visit, 'screenshot')
    await page.getByLabel('Kind').selectOption('image')
    await eventually(async () => (await items.count()) === 1)
    await page.reload()
    await eventually(async () => (await items.count()) === 1)
    await items.click()
    await expectGoodPage(visit)
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    expect((await saved).suggestedFilename()).to.match(/-0\.\w+$/)
    await page.getByRole('link', { name: 'To the conversation' }).click()
    await seeTitle(page, 'Images')
    expect(visit.complaints).to.deep.equal([])
  })

  it('loads a long gallery page by page, and earlier messages of a long conversation', async () => {
    await makeConversation('sandbox/echo', 'Long talk')
    for (let turn = 0; turn < 3; turn += 1) {
      await say(`Turn ${turn}`)
      await eventually(async () => (await page.getByText('charged 1 token').count()) === turn + 1)
    }
    await page.route('**/messages?*', (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('limit', '2')
      return route.continue({ url: url.href })
    })
    await page.reload()
    await see(page, 'Turn 2')
    expect(await page.getByText('Turn 1').count()).to.equal(0)
    await press(page, 'Earlier messages')
    await see(page, 'Turn 1')
    await press(page, 'Earlier messages')
    await see(page, 'Turn 0')
    await eventually(async () => (await page.getByRole('button', { name: 'Earlier messages' }).count()) === 0)
    expect(await page.getByRole('article').count()).to.equal(6)
    await page.unroute('**/messages?*')
    await page.route('**/gallery?*', (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('limit', '1')
      return route.continue({ url: url.href })
    })
    await page.goto('/gallery')
    const items = page.getByRole('button', { name: /^Open: / })
    await eventually(async () => (await items.count()) === 1)
    await press(page, 'Older')
    await eventually(async () => (await items.count()) === 2)
  })

  it('brings a reader back to the rows and the place of a long list', async () => {
    for (const name of ['One', 'Two', 'Three']) await makeConversation('sandbox/echo', name)
    await page.route('**/conversations?*', (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('limit', '1')
      return route.continue({ url: url.href })
    })
    const seen = page.viewportSize() ?? { width: 1280, height: 720 }
    await page.setViewportSize({ ...seen, height: 200 })
    await page.goto('/conversations')
    await see(page, 'Three')
    await press(page, 'Older')
    await see(page, 'Two')
    await press(page, 'Older')
    await page.getByRole('link', { name: 'One', exact: true }).scrollIntoViewIfNeeded()
    const scrolled = () => page.evaluate<number>('window.scrollY')
    const before = await scrolled()
    expect(before).to.be.greaterThan(0)
    await follow(page, 'One')
    await seeTitle(page, 'One')
    expect(await scrolled()).to.equal(0)
    const rows = page.locator('tbody tr')
    for (const comeAgain of [() => page.goBack(), () => page.reload()]) {
      await comeAgain()
      await see(page, 'One')
      expect(await rows.count()).to.equal(3)
      await eventually(async () => (await scrolled()) === before)
    }
    await page.goto('/gallery')
    await page.goto('/conversations')
    await see(page, 'Three')
    expect(await rows.count(), 'a list that is opened anew').to.equal(1)
    await page.unroute('**/conversations?*')
    await page.setViewportSize(seen)
  })
}

describeInBrowser('Conversations and the gallery in the console, in a browser', suite)
