import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { signUpAt } from '../../../support/console/account-pages.ts'
import { openConsole } from '../../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../../support/console/console-stage.ts'
import type { ConsoleVisit } from '../../../support/console/console-visit.ts'
import { answerFor, openIn } from '../../../support/console/page-actions.ts'
import { describeInBrowser } from '../../../support/processes/browser.ts'

/** As long as a name, a title and an address may be, and without a space at which it could be broken. */
const NAME = 'W'.repeat(100)
const TITLE = 'W'.repeat(200)
const EMAIL = `${'m'.repeat(64)}@${'d'.repeat(63)}.${'d'.repeat(63)}.example.com`

const NOW = 1_795_000_000
const ID = '0190a6f0-0000-7000-8000-000000000000'

const CONVERSATION = {
  id: ID,
  title: TITLE,
  model: 'sandbox/echo',
  catalog_slug: 'sandbox/echo',
  kind: 'text',
  archived: false,
  updated_at: NOW,
}

const CALL = {
  id: ID,
  model: 'sandbox/echo',
  key: { id: ID, name: NAME },
  usage: null,
  started_at: NOW,
  ended_at: NOW,
  outcome: 'upstream_failed',
  status: 'released',
  charge: '0.00',
  hold: '1.00',
  write_off: '0.00',
  currency: 'RUB',
  attempts: [{ outcome: 'misconfigured', upstream_code: NAME }],
  first_word_ms: null,
  tariff_version: null,
}

const WEBHOOK = {
  id: ID,
  url: `https://hooks.example.com/${NAME}`,
  description: NAME,
  events: null,
  enabled: true,
  disabled_reason: null,
  created_at: NOW,
  last_delivered_at: null,
}

const MAIL = {
  id: ID,
  created_at: NOW,
  kind: 'verify_email',
  recipient: EMAIL,
  account_id: ID,
  state: 'waiting',
  outcome: null,
  sending: false,
  attempts: 12,
  next_attempt_at: NOW,
  last_error: NAME,
}

const WALLET = { balance: '1234567.89', held: '987654.32', available: '246913.57' }

/** What the service answers about an account of such names, behind the addresses of the API. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  'me/wallets': [
    { ...WALLET, currency: 'RUB' },
    { ...WALLET, currency: 'TOKEN' },
  ],
  'me/conversations?*': { data: [CONVERSATION], total: 1 },
  [`me/conversations/${ID}`]: CONVERSATION,
  [`me/requests/${ID}`]: CALL,
  'me/webhooks': [WEBHOOK],
  catalog: {
    models: [
      {
        id: `sandbox/${NAME}`,
        kind: 'chat',
        owned_by: NAME,
        created: NOW,
        capabilities: ['tools', 'json_schema', 'image_input'],
        limits: { context_tokens: null, sizes: null },
        prices: { unit: 'characters', per_million: '1000000000.00' },
        turn_price: null,
      },
    ],
  },
  'operator/mail': {
    data: [MAIL, { ...MAIL, id: 'failed', state: 'failed' }, { ...MAIL, id: 'sent', state: 'sent' }],
    next_cursor: null,
  },
}

const PAGES = [
  '/',
  '/wallet',
  '/settings',
  '/settings/webhooks',
  '/conversations',
  `/conversations/${ID}`,
  '/models',
  `/models/sandbox/${NAME}`,
  `/requests/${ID}`,
  '/operator/mail',
] as const

/** On either side of the widths at which the form of the page changes. */
const WIDTHS = [360, 640, 641, 880, 881, 1024, 1279, 1280, 1920]

/** The large figures of a page of which one stands over the next. */
const OVERLAPPING = `(() => {
  const boxes = [...document.querySelectorAll('.figures .large .figure')].map((each) => each.getBoundingClientRect())
  const isOver = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
  return boxes.filter((box, at) => boxes.some((other, place) => place > at && isOver(box, other))).length
})()`

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  let visit: ConsoleVisit
  let page: Page

  before(async () => {
    stage = await openConsole(startBrowser)
    visit = await stage.visit({ language: 'en', width: 1280 })
    page = visit.page
    await signUpAt(visit)
    await answerFor(page, ANSWERS)
    await page.route('**/v1/me', async (route) => {
      const response = await route.fetch()
      const user = (await response.json()) as object
      await route.fulfill({ response, json: { ...user, email: EMAIL, display_name: NAME, is_operator: true } })
    })
  })
  after(() => stage.close())

  for (const address of PAGES) {
    for (const language of ['en', 'ru'] as const) {
      it(`of every length fit into ${address} at every width (${language})`, async () => {
        await openIn(page, language, address)
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 844 })
          expect(await visit.overflow(), `pixels beyond a window of ${width} px`).to.be.at.most(0)
          expect(await page.evaluate<number>(OVERLAPPING), `figures over others at ${width} px`).to.equal(0)
        }
      })
    }
  }

  it('break no sum behind its sign', async () => {
    await page.route('**/v1/me/transactions?*', (route) =>
      route.fulfill({
        json: {
          data: [
            {
              id: ID,
              type: 'adjustment',
              amount: '-1000000.00',
              balance_after: '0.00',
              currency: 'RUB',
              created_at: NOW,
              description: `Adjustment: ${TITLE}`,
              reference: { id: ID, type: 'adjustment' },
            },
          ],
          next_cursor: null,
        },
      }),
    )
    await page.setViewportSize({ width: 700, height: 844 })
    await openIn(page, 'en', '/wallet')
    await page.getByText('-₽1,000,000.00').waitFor()
    const lines = "document.querySelector('td .figure').getClientRects().length"
    expect(await page.evaluate<number>(lines)).to.equal(1)
  })

  it('that are not there have no label in the list of a phone', async () => {
    await page.setViewportSize({ width: 360, height: 844 })
    await openIn(page, 'en', '/operator/mail')
    await page.locator('td').first().waitFor()
    const seen = `[...document.querySelectorAll('td[data-title="Change"]')].map((each) => each.checkVisibility())`
    expect(await page.evaluate<readonly boolean[]>(seen)).to.deep.equal([true, true, false])
  })

  it('of many columns become a list of labelled rows on a tablet', async () => {
    await page.setViewportSize({ width: 1024, height: 844 })
    await openIn(page, 'en', '/operator/mail')
    await page.locator('td').first().waitFor()
    const form = "getComputedStyle(document.querySelector('td')).display"
    expect(await page.evaluate<string>(form)).to.equal('grid')
    await page.setViewportSize({ width: 1280, height: 844 })
    expect(await page.evaluate<string>(form)).to.equal('table-cell')
  })
}

describeInBrowser('Names, sums and rows of the console, in a browser', suite)
