import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { buildConsoleIfOld } from '../../../console/build/build-console.ts'
import { expectGoodPage } from '../../support/console/account-pages.ts'
import { visitConsole } from '../../support/console/console-visit.ts'
import type { ConsoleLanguage, ConsoleVisit } from '../../support/console/console-visit.ts'
import { mailedLink } from '../../support/console/mailbox.ts'
import { dialogOf, fill, follow, loaded, press, see, seeTitle, signInHere } from '../../support/console/page-actions.ts'
import { WORLD_NAMES, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { describeInBrowser } from '../../support/processes/browser.ts'

interface Words {
  readonly createAccount: string
  readonly email: string
  readonly password: string
  readonly confirmed: string
  readonly overview: string
  readonly keys: string
  readonly newKey: string
  readonly name: string
  readonly copied: string
  readonly playground: string
  readonly model: string
  readonly message: string
  readonly cost: string
  readonly requests: string
  readonly succeeded: string
  readonly answered: string
  readonly firstWord: string
  readonly charged: string
  readonly wallet: string
  readonly topUp: string
  readonly pay: string
  readonly topUpRow: string
  readonly settings: string
  readonly menu: string
  readonly signOut: string
  readonly signIn: string
  readonly forgot: string
  readonly sendMail: string
  readonly sent: RegExp
  readonly newPassword: string
  readonly savePassword: string
  readonly startDeletion: string
  readonly endDeletion: string
}

const WORDS: Readonly<Record<ConsoleLanguage, Words>> = {
  en: {
    createAccount: 'Create an account',
    email: 'E-mail',
    password: 'Password',
    confirmed: 'is confirmed',
    overview: 'Overview',
    keys: 'API keys',
    newKey: 'New key',
    name: 'Name',
    copied: 'I have copied it',
    playground: 'Playground',
    model: 'Model',
    message: 'Message',
    cost: 'cost ₽',
    requests: 'Requests',
    succeeded: 'succeeded',
    answered: 'A provider was asked: it answered',
    firstWord: 'Its first word came after',
    charged: 'was charged',
    wallet: 'Wallet',
    topUp: 'Top up',
    pay: 'Go to the payment',
    topUpRow: '₽500.00',
    settings: 'Settings',
    menu: 'Menu',
    signOut: 'Sign out',
    signIn: 'Sign in',
    forgot: 'Forgot the password?',
    sendMail: 'Send the mail',
    sent: /the mail is on its way/,
    newPassword: 'New password',
    savePassword: 'Save the password',
    startDeletion: 'Delete the account…',
    endDeletion: 'Delete it for good',
  },
  ru: {
    createAccount: 'Создать аккаунт',
    email: 'Почта',
    password: 'Пароль',
    confirmed: 'подтверждён',
    overview: 'Обзор',
    keys: 'Ключи API',
    newKey: 'Новый ключ',
    name: 'Название',
    copied: 'Скопировано',
    playground: 'Песочница',
    model: 'Модель',
    message: 'Сообщение',
    cost: 'стоимость 0,',
    requests: 'Запросы',
    succeeded: 'выполнен',
    answered: 'Запрошен поставщик: ответил',
    firstWord: 'Первое слово пришло через',
    charged: 'Списано',
    wallet: 'Кошелёк',
    topUp: 'Пополнить',
    pay: 'Перейти к оплате',
    topUpRow: '500,00',
    settings: 'Настройки',
    menu: 'Меню',
    signOut: 'Выйти',
    signIn: 'Войти',
    forgot: 'Забыли пароль?',
    sendMail: 'Отправить письмо',
    sent: /письмо уже в пути/,
    newPassword: 'Новый пароль',
    savePassword: 'Сохранить пароль',
    startDeletion: 'Удалить аккаунт…',
    endDeletion: 'Удалить навсегда',
  },
}

const WIDTHS: Readonly<Record<ConsoleLanguage, number>> = { en: 1280, ru: 360 }

/** A person who uses the console by what stands on its pages. */
const personAt = (visit: ConsoleVisit, words: Words) => {
  const { page } = visit

  /** Each page is looked at before the next is opened. */
  const openPage = async (title: string): Promise<void> => {
    const menu = page.getByRole('button', { name: words.menu })
    if (await menu.isVisible()) await menu.click()
    await follow(page, title)
    await seeTitle(page, title)
    // A part that comes late moves those below it, and a click on them may miss.
    await loaded(page)
  }
  const checkPage = (image: 'screenshot' | 'in both themes' = 'screenshot'): Promise<void> =>
    expectGoodPage(visit, image)
  return { page, openPage, checkPage }
}

const suite = (startBrowser: () => Promise<Browser>): void => {
  let browser: Browser

  before(async () => {
    await buildConsoleIfOld()
    browser = await startBrowser()
  })
  after(() => browser.close())

  for (const worldName of WORLD_NAMES) {
    describe(`on ${worldName}`, () => {
      let world: GatewayWorld
      let url: string

      before(async () => {
        world = await WORLDS[worldName]()
        url = (await world.serve()).url
      })
      after(() => world.remove())

      for (const language of ['en', 'ru'] as const) {
        it(`a whole life in the console, from sign-up to a deleted account (${language}, ${WIDTHS[language]} px)`, async () => {
          const words = WORDS[language]
          const visit = await visitConsole(browser, url, { language, width: WIDTHS[language] })
          const { page, openPage, checkPage } = personAt(visit, words)
          const dataDir = world.environment['DATA_DIR'] ?? ''
          const email = `person-${randomUUID()}@example.com`

          await page.goto('/')
          await checkPage('in both themes')
          await page.getByRole('link', { name: words.createAccount }).click()
          await fill(page, words.email, email)
          await fill(page, words.password, 'seven blue boats at sea')
          await checkPage()
          await press(page, words.createAccount)
          await seeTitle(page, words.overview)
          await checkPage('in both themes')

          await page.goto(await mailedLink(dataDir, email, 'verify-email'))
          await see(page, words.confirmed)
          await checkPage()
          await page.goto('/keys')

          await press(page, words.newKey)
          await fill(page, words.name, 'My first program')
          await checkPage()
          await press(dialogOf(page), words.newKey)
          await see(page, /^sk-aiagg-/)
          await press(page, words.copied)
          await page.reload()
          await see(page, 'My first program')
          await checkPage()

          await openPage(words.wallet)
          await press(page, words.topUp)
          await press(page, words.pay)
          await page.getByRole('cell', { name: words.topUpRow }).first().waitFor()
          await checkPage('in both themes')

          await openPage(words.playground)
          await page.getByLabel(words.model, { exact: true }).selectOption('sandbox/echo')
          await page.getByRole('textbox', { name: words.message }).fill('Good morning, boat')
          await page.keyboard.press('Enter')
          await see(page, words.cost)
          expect(await page.getByRole('article').getByText('Good morning, boat').count()).to.equal(2)
          await checkPage('in both themes')

          await openPage(words.requests)
          await page
            .getByRole('link')
            .filter({ has: page.locator('time') })
            .first()
            .click()
          await see(page, words.charged)
          await page.getByText(words.answered, { exact: true }).waitFor()
          await see(page, words.firstWord)
          await checkPage('in both themes')

          await openPage(words.wallet)
          await follow(page, 'sandbox/echo')
          await see(page, words.charged)

          await openPage(words.settings)
          await checkPage()
          const menu = page.getByRole('button', { name: words.menu })
          if (await menu.isVisible()) await menu.click()
          await press(page, words.signOut)
          await page.getByRole('link', { name: words.forgot }).click()
          await fill(page, words.email, email)
          await press(page, words.sendMail)
          await see(page, words.sent)
          await page.goto(await mailedLink(dataDir, email, 'reset-password'))
          await fill(page, words.newPassword, 'eight green boats at sea')
          await checkPage()
          await press(page, words.savePassword)
          await signInHere(page, { email, password: 'eight green boats at sea' }, language)
          await seeTitle(page, words.overview)

          await openPage(words.settings)
          await press(page, words.startDeletion)
          await dialogOf(page).getByRole('textbox').fill(email)
          await press(page, words.endDeletion)
          await seeTitle(page, words.signIn)

          expect(visit.complaints).to.deep.equal([])
          expect(visit.foreign).to.deep.equal([])
          await visit.close()
        })
      }
    })
  }
}

describeInBrowser('The console in a browser', suite)
