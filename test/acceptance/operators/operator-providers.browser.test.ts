import type { Browser } from 'playwright-core'
import { expect } from 'chai'
import { makeCustomer } from '../../support/accounts/customer.ts'
import { makeOperator } from '../../support/accounts/operator.ts'
import type { Operator } from '../../support/accounts/operator.ts'
import { expectGoodPage } from '../../support/console/account-pages.ts'
import { openConsole } from '../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../support/console/console-stage.ts'
import type { ConsoleLanguage, ConsoleVisit } from '../../support/console/console-visit.ts'
import { dialogOf, fill, press, see, seeTitle, signInHere } from '../../support/console/page-actions.ts'
import { describeInBrowser } from '../../support/processes/browser.ts'

const WORDS = {
  en: {
    providers: 'Providers',
    catalog: 'Catalogue',
    switchOff: 'Switch off',
    switchOn: 'Switch on',
    reason: 'Reason',
    offSince: /off since/,
    off: 'switched off',
    failedLast: 'it failed',
    test: 'Try: echo',
    testOf: (model: string) => `Try: ${model}`,
    bought: 'in, a million tokens ₽400.50',
    boughtImage: 'an image ₽1.25',
    kind: 'Transcription',
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
    providers: 'Поставщики',
    catalog: 'Каталог',
    switchOff: 'Выключить',
    switchOn: 'Включить',
    reason: 'Причина',
    offSince: /выключен с/,
    off: 'выключен',
    failedLast: 'сбой у него',
    test: 'Проверить: echo',
    testOf: (model: string) => `Проверить: ${model}`,
    bought: 'вход, за миллион токенов 400,50',
    boughtImage: 'изображение 1,25',
    kind: 'Распознавание речи',
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

const NO_PRICES = {
  input_per_million: null,
  cached_input_per_million: null,
  cache_write_per_million: null,
  output_per_million: null,
  image: null,
  second: null,
  call: null,
}

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  let url: string
  let operator: Operator

  before(async () => {
    stage = await openConsole(startBrowser)
    url = stage.url
    operator = await makeOperator(stage.world, url)
    const { apiKey } = await makeCustomer(url, '100')
    const failed = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'sandbox/error', messages: [{ role: 'user', content: 'Good morning' }] }),
    })
    expect(failed.status).to.equal(502)
  })
  after(() => stage.close())

  const openAt = async (address: string, language: ConsoleLanguage, width: number): Promise<ConsoleVisit> => {
    const visit = await stage.visit({ language, width })
    const { page } = visit
    await page.goto(address)
    await signInHere(page, operator, language)
    return visit
  }

  for (const [language, width] of [
    ['en', 1280],
    ['en', 360],
    ['ru', 1280],
    ['ru', 360],
  ] as const) {
    const words = WORDS[language]

    it(`an operator switches a provider off and on, and tries a model of it (${language}, ${width} px)`, async () => {
      const visit = await openAt('/operator/providers', language, width)
      const { page } = visit
      await seeTitle(page, words.providers)
      await page.getByRole('heading', { name: 'sandbox', level: 2 }).waitFor()
      for (const model of ['image', 'transcribe', 'speech', 'embedding']) {
        await page.getByRole('button', { name: words.testOf(model), exact: true }).waitFor()
      }
      expect(await page.getByRole('button', { name: words.testOf('video'), exact: true }).count()).to.equal(0)
      await press(page, words.test)
      await press(page, words.testSend)
      await page.getByText(words.tested).waitFor()
      await dialogOf(page).getByRole('button', { name: words.close, exact: true }).last().click()
      await press(page, `${words.switchOff}: sandbox`)
      await fill(page, words.reason, 'maintenance')
      await press(dialogOf(page), words.switchOff)
      await see(page, words.offSince)
      await expectGoodPage(visit, 'screenshot')
      await page.goto('/operator')
      const state = page.getByRole('definition').filter({ hasText: words.failedLast })
      await state.getByText(words.off, { exact: false }).waitFor()
      await page.getByRole('link', { name: words.providers, exact: true }).last().click()
      await press(page, `${words.switchOn}: sandbox`)
      await press(dialogOf(page), words.switchOn)
      await page.getByRole('button', { name: `${words.switchOff}: sandbox`, exact: true }).waitFor()
      expect(visit.complaints).to.deep.equal([])
      await visit.close()
    })

    it(`an operator loads the catalogue again and checks a text (${language}, ${width} px)`, async () => {
      const visit = await openAt('/operator/catalog', language, width)
      const { page } = visit
      // The catalogue as it comes with the service names no purchase prices.
      await page.route('**/v1/operator/catalog', async (route) => {
        const response = await route.fetch()
        const catalog = (await response.json()) as { readonly models: readonly object[] }
        const prices = { input_per_million: '400.50', image: '1.25' }
        const models = catalog.models.map((model, at) => ({
          ...model,
          purchase: at === 0 ? { ...NO_PRICES, ...prices } : null,
        }))
        await route.fulfill({ response, json: { ...catalog, models } })
      })
      await seeTitle(page, words.catalog)
      await page.reload()
      for (const text of [words.bought, words.boughtImage, words.kind]) await see(page, text)
      await press(page, words.reload)
      await page.getByText(words.reloaded).waitFor()
      await fill(page, words.text, 'models: 7')
      await press(page, words.check)
      await page.getByText(words.problems).waitFor()
      await expectGoodPage(visit, 'screenshot')
      expect(visit.complaints).to.deep.equal([])
      await visit.close()
    })
  }
}

describeInBrowser('The providers and the catalogue of operators, in a browser', suite)
