import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { signUpAt } from '../../../support/console/account-pages.ts'
import { openConsole } from '../../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../../support/console/console-stage.ts'
import type { ConsoleVisit } from '../../../support/console/console-visit.ts'
import { answerFor, openIn } from '../../../support/console/page-actions.ts'
import { describeInBrowser } from '../../../support/processes/browser.ts'

/** As large as a sum can be stored. */
const SUM = '-9223372036854.775807'
const NOW = 1_795_000_000
const ID = '0190a6f0-0000-7000-8000-000000000000'
const MODEL = 'anthropic/claude-sonnet-4.5'

const CALL = {
  id: ID,
  model: MODEL,
  key: { id: ID, name: 'Night batch' },
  usage: { prompt_tokens: 12_345, cached_tokens: 10_240, completion_tokens: 1_234, reasoning_tokens: 512 },
  started_at: NOW,
  ended_at: NOW + 12,
  outcome: 'upstream_failed',
  status: 'charged',
  charge: SUM,
  hold: SUM,
  write_off: SUM,
  currency: 'RUB',
  attempts: [],
  first_word_ms: null,
  tariff_version: null,
}

const MOVEMENT = {
  id: ID,
  type: 'charge',
  amount: SUM,
  balance_after: SUM,
  currency: 'RUB',
  created_at: NOW,
  description: `Chat completion: ${MODEL}`,
  reference: { id: ID, type: 'charge' },
}

const ANSWERS: Readonly<Record<string, unknown>> = {
  'me/requests?*': { data: [CALL], next_cursor: null },
  'me/transactions?*': { data: [MOVEMENT], next_cursor: null },
  [`me/requests/${ID}`]: CALL,
}

const WIDTHS = [360, 640, 641, 700, 880, 881, 1000, 1001, 1100, 1279, 1280]

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
  })
  after(() => stage.close())

  for (const address of ['/', '/wallet', '/requests', `/requests/${ID}`]) {
    for (const language of ['en', 'ru'] as const) {
      it(`fit into ${address} at every width (${language})`, async () => {
        await openIn(page, language, address)
        const wide: string[] = []
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 844 })
          const beyond = await visit.overflow()
          if (beyond > 0) wide.push(`${beyond} px beyond ${width} px`)
        }
        expect(wide).to.deep.equal([])
      })
    }
  }
}

describeInBrowser('Sums as large as they can be, in a browser', suite)
