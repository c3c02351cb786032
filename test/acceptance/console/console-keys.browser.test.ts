import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Browser, Locator, Page } from 'playwright-core'
import { expectGoodPage, signUpAt } from '../../support/console/account-pages.ts'
import { openConsole } from '../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../support/console/console-stage.ts'
import type { ConsoleVisit } from '../../support/console/console-visit.ts'
import { dialogOf, press } from '../../support/console/page-actions.ts'
import { eventually } from '../../support/eventually.ts'
import { describeInBrowser } from '../../support/processes/browser.ts'

/** The label of the field that has the focus, and that a person sees whole; empty where there is none. */
const FOCUSED_IN_SIGHT = `(() => {
  const { activeElement: at } = document
  const { top, bottom } = at.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight ? at.labels?.[0]?.textContent ?? '' : ''
})()`

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
  beforeEach(async () => {
    visit.complaints.length = 0
    await page.goto('/keys')
  })

  const field = (label: string): Locator => dialogOf(page).getByLabel(label, { exact: true })
  const closed = (): Promise<void> => dialogOf(page).waitFor({ state: 'detached' })
  const rowOf = (name: string): Locator => page.getByRole('row').filter({ hasText: name })

  const makeKey = async (name: string, fill: () => Promise<void> = () => Promise.resolve()): Promise<void> => {
    await press(page, 'New key')
    await field('Name').fill(name)
    await fill()
    await press(dialogOf(page), 'New key')
    await press(dialogOf(page), 'I have copied it')
    await closed()
  }

  it('makes a key with a monthly limit in a time zone, and shows it in the list and in its dialog', async () => {
    const name = `key-${randomUUID()}`
    await makeKey(name, async () => {
      await field('Spend limit, roubles').fill('500,50')
      await field('The limit starts again').selectOption('monthly')
      expect(await field('At midnight in').inputValue()).to.equal('Europe/Moscow')
      await field('At midnight in').selectOption('Asia/Yekaterinburg')
      await field('Requests a minute').fill('12')
      await field('Models').fill('sandbox/echo, sandbox/reasoner')
      await field('Addresses').fill('192.0.2.0/24\n2001:db8::1')
      await field('Works until').fill('2040-01-31T10:30')
      await field('Note').fill('For the books')
      await expectGoodPage(visit)
    })
    await rowOf(name).getByText('of ₽500.50 a month').waitFor()
    await rowOf(name).getByText('on', { exact: true }).waitFor()
    await press(page, `Change: ${name}`)
    expect(await field('At midnight in').inputValue()).to.equal('Asia/Yekaterinburg')
    expect(await field('Requests a minute').inputValue()).to.equal('12')
    expect(await field('Models').inputValue()).to.equal('sandbox/echo\nsandbox/reasoner')
    expect(await field('Addresses').inputValue()).to.equal('192.0.2.0/24\n2001:db8::1')
    expect(await field('Works until').inputValue()).to.equal('2040-01-31T10:30')
    expect(await field('Note').inputValue()).to.equal('For the books')
    await dialogOf(page).getByText('In this period').waitFor()
    await expectGoodPage(visit)
    expect(visit.complaints).to.deep.equal([])
  })

  it('keeps a name of a hundred letters within a wide page, and the filter of requests beside the others', async () => {
    const wide = await stage.visit({ language: 'en', width: 1280 })
    await signUpAt(wide)
    await wide.page.goto('/keys')
    await press(wide.page, 'New key')
    await dialogOf(wide.page).getByLabel('Name', { exact: true }).fill('A'.repeat(100))
    await press(dialogOf(wide.page), 'New key')
    await wide.page.getByRole('button', { name: 'I have copied it' }).click()
    await wide.page.getByRole('cell', { name: 'A'.repeat(100), exact: true }).waitFor()
    await expectGoodPage(wide)
    await wide.page.goto('/requests')
    const key = wide.page.getByLabel('Key', { exact: true })
    await eventually(async () => (await key.locator('option').count()) === 2)
    expect((await key.boundingBox())?.width).to.be.at.most(260)
    await wide.close()
  })

  it('sends only what was changed of a key, and takes a limit away where its field was emptied', async () => {
    const name = `key-${randomUUID()}`
    await makeKey(name, async () => {
      await field('Spend limit, roubles').fill('7')
      await field('Note').fill('Stays')
    })
    await press(page, `Change: ${name}`)
    await field('Spend limit, roubles').fill('')
    await field('The key is on').uncheck()
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await press(dialogOf(page), 'Save')
    expect((await sent).postDataJSON()).to.deep.equal({ spend_limit: null, disabled: true })
    await closed()
    await rowOf(name).getByText('off', { exact: true }).waitFor()
    expect(await rowOf(name).getByText('of ₽7.00').count()).to.equal(0)
    await expectGoodPage(visit)
  })

  it('deletes a key only after a question, and can leave it', async () => {
    const name = `key-${randomUUID()}`
    await makeKey(name)
    await press(page, `Delete: ${name}`)
    await press(dialogOf(page), 'Keep it')
    await closed()
    expect(await rowOf(name).count()).to.equal(1)
    await press(page, `Delete: ${name}`)
    await expectGoodPage(visit)
    await press(dialogOf(page), 'Delete')
    await closed()
    await rowOf(name).waitFor({ state: 'detached' })
    expect(visit.complaints).to.deep.equal([])
  })

  it('says beside its field what is wrong, and keeps what was typed', async () => {
    await press(page, 'New key')
    await field('Name').fill('Never made')
    await field('Addresses').fill('192.0.2.7 nowhere')
    await press(dialogOf(page), 'New key')
    const problem = dialogOf(page).getByText('These have to be at most 64 addresses or networks', { exact: false })
    await problem.waitFor()
    expect(await field('Addresses').getAttribute('aria-invalid')).to.equal('true')
    expect(await field('Name').inputValue()).to.equal('Never made')
    await field('Addresses').fill('')
    await field('Spend limit, roubles').fill('nothing')
    await press(dialogOf(page), 'New key')
    await dialogOf(page).getByText('This has to be a sum above 0', { exact: false }).waitFor()
    expect(await field('Spend limit, roubles').getAttribute('aria-invalid')).to.equal('true')
    expect(await problem.count()).to.equal(0)
    await expectGoodPage(visit)
  })

  it('brings a wrong field that a long form hides into sight, with the focus', async () => {
    await press(page, 'New key')
    await field('Name').fill('   ')
    await press(dialogOf(page), 'New key')
    await eventually(async () => (await page.evaluate<string>(FOCUSED_IN_SIGHT)) === 'Name')
    await press(dialogOf(page), 'Close')
    await closed()
  })

  for (const [typed, shown] of [
    ['1,000.50', '₽1,000.50'],
    ['12,000', '₽12,000.00'],
    ['2 000,5', '₽2,000.50'],
    ['3\u202f000', '₽3,000.00'],
    ['7,25', '₽7.25'],
  ] as const) {
    it(`takes a limit of ${shown} that was typed as ${typed}`, async () => {
      const name = `key-${randomUUID()}`
      await makeKey(name, () => field('Spend limit, roubles').fill(typed))
      await rowOf(name).getByText(`of ${shown}`).waitFor()
    })
  }

  it('begins new keys with the defaults, of which a single key may be without', async () => {
    await press(page, 'Defaults')
    await field('Spend limit, roubles').fill('30')
    await field('The limit starts again').selectOption('daily')
    await expectGoodPage(visit)
    await press(dialogOf(page), 'Save')
    await closed()
    const [limited, free] = [`key-${randomUUID()}`, `key-${randomUUID()}`]
    await makeKey(limited)
    await rowOf(limited).getByText('of ₽30.00 a day').waitFor()
    await makeKey(free, async () => {
      await field('Spend limit, roubles').fill('')
      await field('The limit starts again').selectOption('never')
    })
    await rowOf(free).waitFor()
    expect(await rowOf(free).getByText('₽30.00').count()).to.equal(0)
    expect(visit.complaints).to.deep.equal([])
  })
}

describeInBrowser('Keys in the console, in a browser', suite)
