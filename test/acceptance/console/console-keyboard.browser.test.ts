import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Browser, Page, Route } from 'playwright-core'
import { signUpAt } from '../../support/console/account-pages.ts'
import { openConsole } from '../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../support/console/console-stage.ts'
import type { ConsoleVisit } from '../../support/console/console-visit.ts'
import { dialogOf, see } from '../../support/console/page-actions.ts'
import { eventually } from '../../support/eventually.ts'
import { describeInBrowser } from '../../support/processes/browser.ts'

/** What has the focus, by its words, and whether a person sees that it has. */
const FOCUSED = `(() => {
  const at = document.activeElement
  const words = at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent
  const { outlineStyle, outlineWidth } = getComputedStyle(at)
  return { words: words.trim(), isSeen: outlineStyle !== 'none' && outlineWidth !== '0px' }
})()`

interface Focused {
  readonly words: string
  readonly isSeen: boolean
}

/** More than any page of a fresh account has to offer. */
const MOST_STEPS = 60

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  let visit: ConsoleVisit
  let page: Page

  before(async () => {
    stage = await openConsole(startBrowser)
    visit = await stage.visit({ language: 'en', width: 1280 })
    page = visit.page
  })
  after(() => stage.close())

  const focused = (): Promise<Focused> => page.evaluate<Focused>(FOCUSED)

  /** Goes on with Tab until the thing of that name has the focus, which has to be seen at each step. */
  const tabTo = async (words: string): Promise<void> => {
    const passed: string[] = []
    while (passed.length < MOST_STEPS) {
      await page.keyboard.press('Tab')
      const at = await focused()
      if (at.words === words) {
        expect(at.isSeen, `${words} shows its focus`).to.equal(true)
        return
      }
      passed.push(at.words)
    }
    throw new Error(`the keyboard does not reach ${words}; it passed ${passed.join(' | ')}`)
  }
  const enter = async (words: string): Promise<void> => {
    await tabTo(words)
    await page.keyboard.press('Enter')
  }
  const type = async (label: string, text: string): Promise<void> => {
    await tabTo(label)
    await page.keyboard.type(text)
  }
  const seeTitle = async (name: string): Promise<void> => {
    await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()
    await eventually(async () => (await focused()).words === name)
  }

  it('leads a person without a mouse through sign-up, a top-up and the first call', async () => {
    await page.goto('/sign-in')
    await seeTitle('Sign in')
    await enter('Create an account')
    await seeTitle('Create an account')
    await type('E-mail', `person-${randomUUID()}@example.com`)
    await type('Password', 'seven blue boats at sea')
    await page.keyboard.press('Enter')
    await seeTitle('Overview')

    await enter('Wallet')
    await seeTitle('Wallet')
    await enter('Top up')
    await dialogOf(page).waitFor()
    expect((await focused()).words, 'a dialog begins with its first field').to.equal('What to buy')
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
    expect((await focused()).words, 'a closed dialog gives the focus back').to.equal('Top up')
    await page.keyboard.press('Enter')
    await dialogOf(page).waitFor()
    await enter('Go to the payment')
    await page.getByRole('cell', { name: '₽500.00' }).first().waitFor()
    expect((await focused()).words, 'a finished dialog gives the focus back').to.equal('Top up')

    await page.goto('/')
    await seeTitle('Overview')
    await enter('Playground')
    await seeTitle('Playground')
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    await type('Message', 'Good morning, boat')
    await page.keyboard.press('Enter')
    await see(page, 'cost ₽')
    expect(visit.complaints).to.deep.equal([])
  })

  it('puts the focus on the title of a new key, and says that an account is deleted', async () => {
    const phone = await stage.visit({ language: 'en', width: 360 })
    page = phone.page
    const email = `person-${randomUUID()}@example.com`
    await page.goto('/sign-up')
    await seeTitle('Create an account')
    await type('E-mail', email)
    await type('Password', 'seven blue boats at sea')
    await page.keyboard.press('Enter')
    await seeTitle('Overview')

    await enter('Menu')
    await enter('API keys')
    await seeTitle('API keys')
    await enter('New key')
    await type('Name', 'Of a phone')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your new key' }).waitFor()
    await eventually(async () => (await focused()).words === 'Your new key')
    await enter('I have copied it')
    await dialogOf(page).waitFor({ state: 'detached' })
    expect((await focused()).words).to.equal('New key')

    await enter('Menu')
    await enter('Settings')
    await seeTitle('Settings')
    await enter('Delete the account…')
    await type(`Type ${email} to confirm.`, email)
    await page.keyboard.press('Enter')
    await page.getByText('Your account is deleted').waitFor()
    await seeTitle('Sign in')
    expect(new URL(page.url()).search, 'the address names no page of the deleted account').to.equal('')
    expect(phone.complaints).to.deep.equal([])
    await phone.close()
    page = visit.page
  })

  it('keeps the place of a person whose button is busy, or whose row is gone', async () => {
    await page.goto('/keys')
    await seeTitle('API keys')
    await enter('New key')
    await type('Name', 'Soon gone')
    await page.keyboard.press('Enter')
    await enter('I have copied it')
    await page.getByText('Soon gone').waitFor()
    await enter('Delete: Soon gone')
    await dialogOf(page).waitFor()
    await enter('Delete')
    await page.getByText('Soon gone', { exact: true }).waitFor({ state: 'detached' })
    const isInTable = 'document.activeElement.matches(".table, .empty")'
    await eventually(() => page.evaluate<boolean>(isInTable))

    await page.goto('/settings')
    await seeTitle('Settings')
    await type('Name', 'Ann')
    const held: Route[] = []
    await page.route('**/v1/me', async (route) => void held.push(route))
    await enter('Save')
    await eventually(async () => (await page.locator('[aria-busy="true"]').count()) > 0)
    await eventually(() => Promise.resolve(held.length > 0))
    await page.keyboard.press('Enter')
    expect((await focused()).words).to.equal('Save')
    expect(held, 'one request of two presses').to.have.length(1)
    for (const route of held) await route.continue()
    await page.unroute('**/v1/me')
    await eventually(async () => (await page.locator('[aria-busy="true"]').count()) === 0)
    expect((await focused()).words).to.equal('Save')
  })

  it('closes the menu of a phone where its entry leads to the page that is open, and Back still leads to the one before', async () => {
    const phone = await stage.visit({ language: 'en', width: 360 })
    page = phone.page
    await signUpAt(phone)
    await seeTitle('Overview')
    await enter('Menu')
    await enter('Wallet')
    await seeTitle('Wallet')
    await enter('Menu')
    await enter('Wallet')
    await seeTitle('Wallet')
    await page.getByRole('navigation').waitFor({ state: 'hidden' })
    await page.goBack()
    await seeTitle('Overview')
    expect(phone.complaints).to.deep.equal([])
    await phone.close()
    page = visit.page
  })

  it('jumps over the menu to the content', async () => {
    await page.goto('/keys')
    await seeTitle('API keys')
    await page.keyboard.press('Shift+Tab')
    for (let step = 0; step < MOST_STEPS && (await focused()).words !== 'To the content'; step += 1) {
      await page.keyboard.press('Shift+Tab')
    }
    await page.keyboard.press('Enter')
    expect(await page.evaluate<string>('document.activeElement.id')).to.equal('page')
    await tabTo('New key')
  })
}

describeInBrowser('The console by the keyboard, in a browser', suite)
