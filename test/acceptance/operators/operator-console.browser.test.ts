import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { expectGoodPage, signUpAt } from '../../support/console/account-pages.ts'
import { openConsole } from '../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../support/console/console-stage.ts'
import type { ConsoleLanguage, ConsoleVisit } from '../../support/console/console-visit.ts'
import { dialogOf, fill, follow, press, see, seeTitle, signInHere } from '../../support/console/page-actions.ts'
import { makeCustomer } from '../../support/accounts/customer.ts'
import { makeOperator } from '../../support/accounts/operator.ts'
import type { Operator } from '../../support/accounts/operator.ts'
import { describeInBrowser } from '../../support/processes/browser.ts'

const WORDS = {
  en: {
    log: 'Operators’ log',
    overview: 'Is all well?',
    moneyIn: 'Money in',
    mail: 'Mail',
    mailState: 'sent',
    topUps: 'Top-ups',
    topUp: 'Top-up',
    ask: 'Ask the provider now',
    answered: 'The provider has answered',
    refund: 'Give money back',
    refundAmount: 'How much leaves the wallet',
    refundSend: 'Give it back',
    tooMuch: 'No more than',
    refunded: 'on the way to the customer',
    givenBack: 'given back',
    accounts: 'Accounts',
    account: 'Account',
    search: 'Search',
    adjust: 'Add or take money',
    amount: 'Amount',
    reason: 'Reason',
    send: 'Move the money',
    moved: 'The money has moved.',
    balance: '₽112.50',
    change: 'balance: ₽90.00 → ₽112.50',
    limit: 'Change the limit…',
    rate: 'Requests a minute',
    notRate: 'This has to be a whole number from 1 to 1,000,000.',
    limitSend: 'Save',
    limited: 'Saved.',
    ownRate: '1,200',
    usualRate: '100,000',
    close: 'Close the account…',
    closeSend: 'Close it',
    open: 'Open the account again…',
    openSend: 'Open it',
    ofAccount: 'What operators did with this account',
  },
  ru: {
    log: 'Журнал операторов',
    overview: 'Всё ли в порядке?',
    moneyIn: 'Поступило',
    mail: 'Письма',
    mailState: 'отправлено',
    topUps: 'Пополнения',
    topUp: 'Пополнение',
    ask: 'Спросить платёжный сервис',
    answered: 'Платёжный сервис ответил',
    refund: 'Вернуть деньги',
    refundAmount: 'Сколько уйдёт с кошелька',
    refundSend: 'Вернуть',
    tooMuch: 'не больше, чем осталось от этого пополнения',
    refunded: 'отправлены клиенту',
    givenBack: 'возвращено',
    accounts: 'Аккаунты',
    account: 'Аккаунт',
    search: 'Поиск',
    adjust: 'Начислить или списать',
    amount: 'Сумма',
    reason: 'Причина',
    send: 'Провести',
    moved: 'Деньги проведены.',
    balance: '112,50',
    change: 'balance: 90,00 ₽ → 112,50 ₽',
    limit: 'Изменить лимит…',
    rate: 'Запросов в минуту',
    notRate: 'Нужно целое число от 1 до 1 000 000.',
    limitSend: 'Сохранить',
    limited: 'Сохранено.',
    ownRate: '1\u00a0200',
    usualRate: '100\u00a0000',
    close: 'Закрыть аккаунт…',
    closeSend: 'Закрыть',
    open: 'Открыть аккаунт снова…',
    openSend: 'Открыть',
    ofAccount: 'Что операторы делали с этим аккаунтом',
  },
} as const

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  let url: string
  let operator: Operator

  before(async () => {
    stage = await openConsole(startBrowser)
    url = stage.url
    operator = await makeOperator(stage.world, url)
  })
  after(() => stage.close())

  const signIn = async ({ page }: ConsoleVisit, language: ConsoleLanguage): Promise<void> => {
    await page.goto('/operator/actions')
    await signInHere(page, operator, language)
  }

  for (const [language, width] of [
    ['en', 1280],
    ['en', 360],
    ['ru', 1280],
    ['ru', 360],
  ] as const) {
    it(`an operator’s day: the log, an account, money for it, its end and its return (${language}, ${width} px)`, async () => {
      const words = WORDS[language]
      const customer = await makeCustomer(url, '100')
      const visit = await stage.visit({ language, width })
      const { page } = visit
      const reason = (text: string): Promise<void> => fill(dialogOf(page), words.reason, text)

      await signIn(visit, language)
      await seeTitle(page, words.log)
      await see(page, 'users grant')
      await expectGoodPage(visit, 'screenshot')

      await page.goto('/operator')
      await seeTitle(page, words.overview)
      await page.getByText(words.moneyIn).waitFor()
      await expectGoodPage(visit, 'screenshot')

      await page.goto('/operator/mail')
      await seeTitle(page, words.mail)
      await page.getByRole('cell', { name: words.mailState }).first().waitFor()
      await expectGoodPage(visit, 'screenshot')

      await page.goto('/operator/topups')
      await seeTitle(page, words.topUps)
      await expectGoodPage(visit, 'screenshot')
      await page
        .getByRole('link')
        .filter({ has: page.locator('time') })
        .first()
        .click()
      await seeTitle(page, words.topUp)
      await press(page, words.ask)
      await page.getByText(words.answered).waitFor()
      await press(page, words.refund)
      const amount = dialogOf(page).getByLabel(words.refundAmount, { exact: true })
      await amount.fill('100000')
      await reason('left for good')
      await page.keyboard.press('Enter')
      await dialogOf(page).getByText(words.tooMuch).waitFor()
      await expectGoodPage(visit)
      await amount.fill('10')
      await press(page, words.refundSend)
      await page.getByText(words.refunded).waitFor()
      await see(page, words.givenBack)
      await expectGoodPage(visit, 'screenshot')

      await page.goto('/operator/accounts')
      await seeTitle(page, words.accounts)
      await fill(page, words.search, customer.email)
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: customer.email }).waitFor()
      await expectGoodPage(visit, 'screenshot')
      await page.getByRole('link', { name: customer.email }).click()
      await seeTitle(page, words.account)
      await page.getByText(customer.email).waitFor()

      await press(page, words.adjust)
      await fill(dialogOf(page), words.amount, '22,5')
      await reason('an apology')
      await expectGoodPage(visit)
      await press(page, words.send)
      await page.getByText(words.moved).waitFor()
      await see(page, words.balance)
      await expectGoodPage(visit, 'screenshot')

      await press(page, words.limit)
      const rate = dialogOf(page).getByLabel(words.rate, { exact: true })
      await rate.fill('0')
      await reason('a nightly run')
      await press(page, words.limitSend)
      await dialogOf(page).getByText(words.notRate).waitFor()
      expect(await rate.getAttribute('aria-invalid')).to.equal('true')
      await expectGoodPage(visit)
      await rate.fill('1200')
      await press(page, words.limitSend)
      await page.getByText(words.limited).waitFor()
      await page.getByText(words.ownRate, { exact: true }).waitFor()
      await expectGoodPage(visit)
      await press(page, words.limit)
      expect(await rate.inputValue()).to.equal('1200')
      await rate.fill('')
      await reason('the run has ended')
      await press(page, words.limitSend)
      await page.getByText(words.usualRate, { exact: true }).waitFor()

      await press(page, words.close)
      await reason('stolen cards')
      await expectGoodPage(visit)
      await press(dialogOf(page).locator('form'), words.closeSend)
      await press(page, words.open)
      await reason('proven')
      await press(page, words.openSend)
      await page.getByRole('button', { name: words.close, exact: true }).waitFor()

      await page.getByRole('link', { name: words.ofAccount }).click()
      await seeTitle(page, words.log)
      const changes = [words.change, 'state: active → deactivated', 'requests_per_minute: default → 1200']
      for (const text of [...changes, 'stolen cards', operator.email]) {
        await page.getByRole('main').getByText(text).first().waitFor()
      }
      await expectGoodPage(visit)
      // The browser says of the refund and of the limit that were refused that they were.
      const isRefusal = (each: string): boolean => /(?:409 \(Conflict\)|422 \(Unprocessable \w+\))$/.test(each)
      expect(visit.complaints.filter((each) => !isRefusal(each))).to.deep.equal([])
      await visit.close()
    })
  }

  it('an operator finds the top-ups of one account, and from there those of all', async () => {
    const customers = [await makeCustomer(url, '101'), await makeCustomer(url, '102')]
    const visit = await stage.visit({ language: 'en', width: 360 })
    const { page } = visit
    await page.goto(`/operator/accounts?search=${encodeURIComponent(customers[0]?.email ?? '')}`)
    await signInHere(page, operator)
    await page.getByRole('link', { name: customers[0]?.email ?? '' }).click()
    await page.getByRole('link', { name: 'Top-ups of this account' }).click()
    await seeTitle(page, 'Top-ups')
    await page.getByRole('cell', { name: '₽101.00' }).first().waitFor()
    expect(await page.getByRole('cell', { name: '₽102.00' }).count()).to.equal(0)
    await expectGoodPage(visit)
    await press(page, 'All top-ups')
    await page.getByRole('cell', { name: '₽102.00' }).first().waitFor()
    await visit.close()
  })

  it('a user finds no page of operators, neither in the menu nor at its address', async () => {
    const visit = await stage.visit({ language: 'en', width: 1280 })
    await signUpAt(visit)
    expect(await visit.page.getByRole('link', { name: 'Operators’ log' }).count()).to.equal(0)
    await visit.page.goto('/operator/actions')
    await seeTitle(visit.page, 'There is no such page')
    await visit.close()
  })

  it('a visitor without an account finds no menu of one beside a page that is not there', async () => {
    const visit = await stage.visit({ language: 'en', width: 1280 })
    await visit.page.goto('/operator/nothing')
    await seeTitle(visit.page, 'There is no such page')
    expect(await visit.page.getByRole('navigation').count()).to.equal(0)
    expect(await visit.page.getByRole('button', { name: 'Sign out' }).count()).to.equal(0)
    await follow(visit.page, 'To the overview')
    await seeTitle(visit.page, 'Sign in')
    await visit.close()
  })
}

describeInBrowser('The pages of operators, in a browser', suite)
