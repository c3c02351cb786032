import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { expectGoodPage, signUpAt } from '../../support/console/account-pages.ts'
import { openConsole } from '../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../support/console/console-stage.ts'
import type { ConsoleVisit } from '../../support/console/console-visit.ts'
import { dialogOf, fill, press, see } from '../../support/console/page-actions.ts'
import { openWorld } from '../../support/gateway-worlds.ts'
import { describeInBrowser } from '../../support/processes/browser.ts'
import { startYookassa } from '../../support/servers/yookassa-server.ts'
import type { YookassaServer } from '../../support/servers/yookassa-server.ts'

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  let shop: YookassaServer
  let visit: ConsoleVisit
  let page: Page

  before(async () => {
    shop = await startYookassa()
    const shopSettings = {
      SANDBOX_PAYMENTS: 'off',
      YOOKASSA_SHOP_ID: shop.shopId,
      YOOKASSA_SECRET_KEY: shop.secretKey,
      YOOKASSA_BASE_URL: shop.baseUrl,
    }
    stage = await openConsole(startBrowser, { open: () => openWorld(shopSettings) })
    visit = await stage.visit({ language: 'en', width: 360 })
    page = visit.page
    await signUpAt(visit)
  })
  after(async () => {
    await stage.close()
    await shop.close()
  })

  /** Orders a top-up and stands on the page of the payment provider; resolves to the order there. */
  const order = async () => {
    await page.goto('/wallet')
    await press(page, 'Top up')
    await page.route('https://pay.example.org/**', (route) => route.fulfill({ body: 'The page of the provider' }))
    await press(page, 'Go to the payment')
    await see(page, 'The page of the provider')
    const payment = [...shop.payments.values()].at(-1)
    if (payment === undefined) throw new Error('the shop has no payment')
    return payment
  }

  it('leads to the provider and back to the wallet, where the top-up arrives by itself', async () => {
    const payment = await order()
    expect(shop.returnUrls.get(payment.id)).to.match(/^http:\/\/[^/]+\/wallet$/)
    await page.goto('/wallet')
    await see(page, 'A top-up of ₽500.00 waits for its payment.')
    expect(await page.getByRole('link', { name: 'To the payment' }).getAttribute('href')).to.contain(payment.id)
    await expectGoodPage(visit)
    shop.change(payment.id, { status: 'succeeded' })
    await see(page, 'The top-up has arrived.')
    await page.getByRole('cell', { name: '₽500.00' }).first().waitFor()
    await expectGoodPage(visit)
  })

  it('goes on waiting for a top-up while the service is away, and says when it was canceled', async () => {
    const payment = await order()
    await page.goto('/wallet')
    await see(page, 'A top-up of ₽500.00 waits for its payment.')
    await page.route('**/v1/billing/topups/*', (route) => route.abort())
    await page.waitForEvent('requestfailed')
    shop.change(payment.id, { status: 'canceled' })
    await page.unroute('**/v1/billing/topups/*')
    await see(page, 'The payment was canceled. Nothing was charged.')
    await expectGoodPage(visit)
  })

  for (const [language, amount, pay, range, example] of [
    [
      'en',
      'How much',
      'Go to the payment',
      'This has to be from ₽1.00 to ₽1,000,000.00.',
      'This has to be a sum such as',
    ],
    ['ru', 'Сколько', 'Перейти к оплате', 'Нужна сумма от 1,00 ₽ до 1 000 000,00 ₽.', 'Нужна сумма, например 500'],
  ] as const) {
    it(`says from which sum to which it sells, in the words and figures of the language (${language})`, async () => {
      await page.goto('/wallet')
      await page.evaluate(`localStorage.setItem('gateway.language', '${language}')`)
      await page.goto('/wallet?top-up')
      for (const [typed, problem] of [
        ['0', range],
        ['1000001', range],
        ['a lot', example],
      ] as const) {
        await fill(dialogOf(page), amount, typed)
        const refused = page.waitForResponse('**/v1/billing/topup')
        await press(dialogOf(page), pay)
        expect((await refused).status()).to.equal(422)
        await see(dialogOf(page), problem)
      }
      await page.evaluate("localStorage.setItem('gateway.language', 'en')")
    })
  }

  it('saves the movements of a currency as a table', async () => {
    await page.goto('/wallet')
    const saved = page.waitForEvent('download')
    await press(page, 'Download as CSV')
    const file = await saved
    expect(file.suggestedFilename()).to.equal('transactions.csv')
    const table = await readFile(await file.path(), 'utf8')
    expect(table).to.match(/^id,created_at,/)
    expect(table).to.contain(',topup,RUB,500.00,500.00,')
    await page.getByLabel('Currency').selectOption('TOKEN')
    const asked = page.waitForRequest((request) => request.url().includes('format=csv'))
    await press(page, 'Download as CSV')
    expect(new URL((await asked).url()).searchParams.get('currency')).to.equal('TOKEN')
  })
}

describeInBrowser('The wallet in the console, in a browser', suite)
