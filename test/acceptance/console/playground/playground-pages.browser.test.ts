import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { expectGoodPage, signUpAt, topUpAt } from '../../../support/console/account-pages.ts'
import { openConsole } from '../../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../../support/console/console-stage.ts'
import type { ConsoleLanguage, ConsoleVisit } from '../../../support/console/console-visit.ts'
import { fill, press, see } from '../../../support/console/page-actions.ts'
import { describeInBrowser } from '../../../support/processes/browser.ts'

/** What is entered on a tab, the button that sends it, and what then stands on the page. */
interface Use {
  readonly address: string
  readonly field: string
  readonly button: string
  readonly done: RegExp
}

const USES: Readonly<Record<ConsoleLanguage, readonly Use[]>> = {
  en: [
    {
      address: '/playground?model=sandbox/echo&beside=sandbox/reasoning',
      field: 'Message',
      button: 'Send',
      done: /reasoning [1-9]\d* · cost ₽/,
    },
    {
      address: '/playground/images?model=sandbox/image',
      field: 'What to make',
      button: 'Make the image',
      done: /cost ₽2\.00/,
    },
    { address: '/playground/speech', field: 'Text to read aloud', button: 'Read it aloud', done: /cost ₽0\.\d+/ },
    {
      address: '/playground/video?model=sandbox/video',
      field: 'What to make',
      button: 'Order the video',
      done: /Done .+ · cost ₽/,
    },
  ],
  ru: [
    {
      address: '/playground?model=sandbox/echo&beside=sandbox/reasoning',
      field: 'Сообщение',
      button: 'Отправить',
      done: /рассуждение [1-9]\d* · стоимость 0,/,
    },
    {
      address: '/playground/images?model=sandbox/image',
      field: 'Что создать',
      button: 'Создать изображение',
      done: /стоимость 2,00/,
    },
    {
      address: '/playground/speech',
      field: 'Текст для чтения вслух',
      button: 'Прочитать вслух',
      done: /стоимость 0,\d+/,
    },
    {
      address: '/playground/video?model=sandbox/video',
      field: 'Что создать',
      button: 'Заказать видео',
      done: /Готово .+ · стоимость/,
    },
  ],
}

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage

  before(async () => {
    stage = await openConsole(startBrowser)
  })
  after(() => stage.close())

  for (const [language, width] of [
    ['en', 360],
    ['en', 1280],
    ['ru', 360],
    ['ru', 1280],
  ] as const) {
    describe(`in ${language}, ${width} px wide`, () => {
      let visit: ConsoleVisit
      let page: Page

      before(async () => {
        visit = await stage.visit({ language, width })
        page = visit.page
        await page.goto('/sign-in')
        await page.evaluate("localStorage.setItem('gateway.language', 'en')")
        await signUpAt(visit)
        await topUpAt(visit)
        await page.evaluate(`localStorage.setItem('gateway.language', '${language}')`)
      })
      after(() => visit.close())

      for (const { address, field, button, done } of USES[language]) {
        it(`${address.split('?')[0]} is a good page before and after its call`, async () => {
          await page.goto(address)
          await fill(page, field, 'A red boat at sea, on its way to the harbour')
          await expectGoodPage(visit)
          await press(page, button)
          await see(page, done)
          await expectGoodPage(visit, 'screenshot')
          expect(visit.complaints).to.deep.equal([])
          expect(visit.foreign).to.deep.equal([])
        })
      }
    })
  }
}

describeInBrowser('The pages of the playground, in a browser', suite)
