import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { makeOperator } from '../../support/accounts/operator.ts'
import type { Operator } from '../../support/accounts/operator.ts'
import { expectGoodPage } from '../../support/console/account-pages.ts'
import { openConsole } from '../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../support/console/console-stage.ts'
import type { ConsoleLanguage, ConsoleVisit } from '../../support/console/console-visit.ts'
import { dialogOf, fill, press, seeTitle, signInHere } from '../../support/console/page-actions.ts'
import { eventually } from '../../support/eventually.ts'
import { describeInBrowser } from '../../support/processes/browser.ts'

const WORDS = {
  en: {
    mail: 'Mail',
    waits: 'waits',
    sent: 'sent',
    failed: 'failed',
    state: 'State',
    retry: 'Try again',
    retried: 'The message is due now.',
    giveUp: 'Give up',
    givenUp: 'The message is not sent any more.',
    reason: 'Reason',
    jobs: 'Standing work',
    renew: 'Look again',
    gone: 'the process is gone',
    lastFailed: 'the last run failed',
    server: 'server',
    worker: 'worker',
    inAll: 'in all: given back: 7',
    verify: 'confirming an address',
    sweepHolds: 'sweep holds',
    sendMail: 'send mail',
  },
  ru: {
    mail: 'Письма',
    waits: 'ждёт отправки',
    sent: 'отправлено',
    failed: 'не отправлено',
    state: 'Состояние',
    retry: 'Отправить снова',
    retried: 'Письмо уходит сейчас.',
    giveUp: 'Прекратить',
    givenUp: 'Письмо больше не отправляется.',
    reason: 'Причина',
    jobs: 'Фоновая работа',
    renew: 'Обновить',
    gone: 'процесс пропал',
    lastFailed: 'последний запуск не удался',
    server: 'сервер',
    worker: 'фоновый',
    inAll: 'всего: возвращено: 7',
    verify: 'подтверждение адреса',
    sweepHolds: 'возврат брошенных удержаний',
    sendMail: 'отправка писем',
  },
} as const

const AT = 1_767_225_600

const message = {
  id: '0190a6f0-0000-7000-8000-000000000001',
  kind: 'verify_email',
  recipient: 'a…@example.org',
  account_id: null,
  state: 'waiting',
  outcome: null,
  sending: false,
  attempts: 3,
  created_at: AT,
  next_attempt_at: AT + 600,
  ended_at: null,
  last_error: '451 later, please',
}

const report = {
  process: '0190a6f0-0000-7000-8000-0000001a2b3c',
  role: 'worker',
  state: 'gone',
  running_since: null,
  next_run_at: null,
  last_run: { started_at: AT, took_ms: 1_250, succeeded: true },
  last_counts: { released: 2 },
  total_counts: { released: 7 },
  runs: 9,
  failures: 0,
  last_failure: null,
  reported_at: AT,
}

const failed = {
  ...report,
  role: 'server',
  state: 'failed',
  next_run_at: AT + 5,
  last_counts: null,
  total_counts: {},
  failures: 1,
  last_failure: { at: AT, message: 'the mail server is away: connect ECONNREFUSED' },
}

/** A cell with that text: a narrow page has the same table as a list. */
const cellOf = (page: Page, text: string) => page.locator('tbody td').filter({ hasText: text })

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  let operator: Operator
  before(async () => {
    stage = await openConsole(startBrowser)
    operator = await makeOperator(stage.world, stage.url)
  })
  after(() => stage.close())

  const openAt = async (name: 'mail' | 'jobs', language: ConsoleLanguage, width: number): Promise<ConsoleVisit> => {
    const visit = await stage.visit({ language, width })
    const words = WORDS[language]
    await visit.page.goto(`/operator/${name}`)
    await signInHere(visit.page, operator, language)
    await seeTitle(visit.page, words[name])
    return visit
  }

  for (const [language, width] of [
    ['en', 1280],
    ['ru', 360],
  ] as const) {
    const words = WORDS[language]

    it(`lists the mail messages that were sent, by their state (${language}, ${width} px)`, async () => {
      const visit = await openAt('mail', language, width)
      const { page } = visit
      for (const text of [words.verify, words.sent]) await cellOf(page, text).first().waitFor()
      await expectGoodPage(visit, 'screenshot')
      await page.getByLabel(words.state, { exact: true }).selectOption({ label: words.failed })
      await page.locator('main .empty').waitFor()
      expect(new URL(page.url()).search).to.equal('?state=failed')
      expect(visit.complaints).to.deep.equal([])
      await visit.close()
    })

    it(`tries a message again and gives one up, each with its reason (${language}, ${width} px)`, async () => {
      const visit = await openAt('mail', language, width)
      const { page } = visit
      const asked: string[] = []
      await page.route('**/v1/operator/mail?*', (route) =>
        route.fulfill({ json: { data: [message], next_cursor: null } }),
      )
      await page.route(`**/v1/operator/mail/${message.id}/*`, async (route) => {
        asked.push(`${new URL(route.request().url()).pathname.split('/').at(-1)} ${route.request().postData()}`)
        await route.fulfill({ status: 204 })
      })
      await page.goto('/operator/mail?state=waiting')
      await page.getByText(message.last_error).waitFor()
      for (const [verb, done] of [
        [words.retry, words.retried],
        [words.giveUp, words.givenUp],
      ] as const) {
        await page.getByRole('button', { name: `${verb}: ${words.verify}, ${message.recipient}` }).click()
        const dialog = dialogOf(page)
        await fill(dialog, words.reason, 'the server is back')
        await expectGoodPage(visit)
        await press(dialog, verb)
        await page.getByText(done).waitFor()
      }
      expect(asked).to.deep.equal(['retry {"reason":"the server is back"}', 'give-up {"reason":"the server is back"}'])
      expect(visit.complaints).to.deep.equal([])
      await visit.close()
    })

    it(`shows the standing work as this service does it (${language}, ${width} px)`, async () => {
      const visit = await openAt('jobs', language, width)
      const { page } = visit
      await eventually(async () => {
        if ((await page.getByText(words.sweepHolds, { exact: true }).count()) > 0) return true
        await press(page, words.renew)
        return false
      }, 500)
      await cellOf(page, words.server).first().waitFor()
      await expectGoodPage(visit, 'screenshot')
      expect(visit.complaints).to.deep.equal([])
      await visit.close()
    })

    it(`says of standing work that it failed and why, and that its process is gone (${language}, ${width} px)`, async () => {
      const visit = await openAt('jobs', language, width)
      const { page } = visit
      const job = { scope: 'installation', every_ms: 1_000 }
      const data = [
        { ...job, name: 'send mail', processes: [failed] },
        { ...job, name: 'sweep holds', processes: [report] },
      ]
      await page.route('**/v1/operator/jobs', (route) => route.fulfill({ json: { data } }))
      await page.goto('/operator/jobs')
      const row = (name: string) => page.locator('tbody tr').filter({ hasText: name })
      for (const text of [words.lastFailed, failed.last_failure.message, `${words.server} 1a2b3c`]) {
        await row(words.sendMail).locator('td').filter({ hasText: text }).waitFor()
      }
      for (const text of [words.gone, `${words.worker} 1a2b3c`, words.inAll]) {
        await row(words.sweepHolds).locator('td').filter({ hasText: text }).waitFor()
      }
      await expectGoodPage(visit)
      expect(visit.complaints).to.deep.equal([])
      await visit.close()
    })
  }
}

describeInBrowser('The mail and the standing work of operators, in a browser', suite)
