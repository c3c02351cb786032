import type { Browser } from 'playwright-core'
import { expect } from 'chai'
import { buildConsoleIfOld } from '../../../console/build/build-console.ts'
import { makeOperator } from '../../support/accounts/operator.ts'
import type { Operator } from '../../support/accounts/operator.ts'
import { expectGoodPage } from '../../support/console/account-pages.ts'
import { visitConsole } from '../../support/console/console-visit.ts'
import type { ConsoleLanguage, ConsoleVisit } from '../../support/console/console-visit.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { browserStarter, leaveOutOfBrowser } from '../../support/processes/browser.ts'

const WORDS = {
  en: {
    email: 'E-mail',
    password: 'Password',
    signIn: 'Sign in',
    providers: 'Providers',
    catalog: 'Catalogue',
    switchOff: 'Switch off',
    switchOn: 'Switch on',
    reason: 'Reason',
    offSince: /off since/,
    test: 'Try: echo',
    testSend: 'Make the call',
    tested: 'It answered.',
    close: 'Close',
    reload: 'Load the file again',
    reloaded: /The file as it is now is served/,
    text: 'The text of a catalogue',
    check: 'Check',
    problems: 'It would not load:',
  },
  ru: {
    email: 'Почта',
    password: 'Пароль',
    signIn: 'Войти',
    providers: 'Провайдеры',
    catalog: 'Каталог',
    switchOff: 'Выключить',
    switchOn: 'Включить',
    reason: 'Причина',
    offSince: /выключен с/,
    test: 'Проверить: echo',
    testSend: 'Вызвать',
    tested: 'Ответ получен.',
    close: 'Закрыть',
    reload: 'Перечитать файл',
    reloaded: /Теперь действует файл/,
    text: 'Текст каталога',
    check: 'Проверить',
    problems: 'Текст не загрузится:',
  },
} as const

const suite = (startBrowser: () => Promise<Browser>): void => {
  let browser: Browser
  let world: GatewayWorld
  let url: string
  let operator: Operator

  before(async function () {
    this.timeout(180_000)
    await buildConsoleIfOld()
    browser = await startBrowser()
    world = await WORLDS['the embedded database']()
    url = (await world.start()).url
    operator = await makeOperator(world, url)
  })
  after(async () => {
    await browser.close()
    await world.remove()
  })

  const openAt = async (address: string, language: ConsoleLanguage, width: number): Promise<ConsoleVisit> => {
    const visit = await visitConsole(browser, url, { language, width })
    const { page } = visit
    const words = WORDS[language]
    await page.goto(address)
    await page.getByLabel(words.email, { exact: true }).fill(operator.email)
    await page.getByLabel(words.password, { exact: true }).fill(operator.password)
    await page.getByRole('button', { name: words.signIn, exact: true }).click()
    return visit
  }

  for (const [language, width] of [
    ['en', 1280],
    ['en', 360],
    ['ru', 1280],
    ['ru', 360],
  ] as const) {
    const words = WORDS[language]

    it(`an operator switches a provider off and on, and tries a model of it (${language}, ${width} px)`, async function () {
      this.timeout(180_000)
      const visit = await openAt('/operator/providers', language, width)
      const { page } = visit
      await page.getByRole('heading', { name: words.providers, level: 1 }).waitFor()
      await page.getByRole('heading', { name: 'sandbox', level: 2 }).waitFor()
      await page.getByRole('button', { name: words.test, exact: true }).click()
      await page.getByRole('button', { name: words.testSend, exact: true }).click()
      await page.getByText(words.tested).waitFor()
      await page.getByRole('dialog').getByRole('button', { name: words.close, exact: true }).last().click()
      await page.getByRole('button', { name: `${words.switchOff}: sandbox`, exact: true }).click()
      await page.getByLabel(words.reason, { exact: true }).fill('maintenance')
      await page.getByRole('dialog').getByRole('button', { name: words.switchOff, exact: true }).click()
      await page.getByText(words.offSince).first().waitFor()
      await expectGoodPage(visit, 'picture')
      await page.getByRole('button', { name: `${words.switchOn}: sandbox`, exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: words.switchOn, exact: true }).click()
      await page.getByRole('button', { name: `${words.switchOff}: sandbox`, exact: true }).waitFor()
      expect(visit.complaints).to.deep.equal([])
      await visit.close()
    })

    it(`an operator loads the catalogue again and checks a text (${language}, ${width} px)`, async function () {
      this.timeout(180_000)
      const visit = await openAt('/operator/catalog', language, width)
      const { page } = visit
      await page.getByRole('heading', { name: words.catalog, level: 1 }).waitFor()
      await page.getByRole('button', { name: words.reload, exact: true }).click()
      await page.getByText(words.reloaded).waitFor()
      await page.getByLabel(words.text, { exact: true }).fill('models: 7')
      await page.getByRole('button', { name: words.check, exact: true }).click()
      await page.getByText(words.problems).waitFor()
      await expectGoodPage(visit, 'picture')
      expect(visit.complaints).to.deep.equal([])
      await visit.close()
    })
  }
}

describe('The providers and the catalogue of operators, in a browser', () => {
  const startBrowser = browserStarter()
  if (startBrowser === null) leaveOutOfBrowser('The providers and the catalogue of operators, in a browser')
  else suite(startBrowser)
})
