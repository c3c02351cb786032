import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { expect } from 'chai'
import { ROUTES } from '../../../console/routes.ts'
import type { PageName } from '../../../console/routes.ts'
import { makeOperator } from '../../support/accounts/operator.ts'
import type { Operator } from '../../support/accounts/operator.ts'
import { expectGoodPage } from '../../support/console/account-pages.ts'
import { openConsole } from '../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../support/console/console-stage.ts'
import { eventually } from '../../support/eventually.ts'
import { describeInBrowser } from '../../support/processes/browser.ts'

/** What the account of these images has: one of each thing that has a page. */
interface Things {
  readonly request: string
  readonly conversation: string
  readonly webhook: string
  readonly account: string
  readonly topUp: string
}

/** Pages of which other tests keep images at 360 and 1280 px, in the middle of what people do there. */
const IMAGED_ELSEWHERE: ReadonlySet<PageName> = new Set([
  'overview',
  'playground',
  'playground-images',
  'playground-speech',
  'playground-video',
  'keys',
  'request',
  'wallet',
  'settings',
  'operator-overview',
  'operator-accounts',
  'operator-account',
  'operator-top-ups',
  'operator-top-up',
  'operator-mail',
  'operator-jobs',
  'operator-providers',
  'operator-catalog',
  'operator-actions',
  'sign-in',
  'sign-up',
  'verify-email',
  'reset-password',
] satisfies readonly PageName[])

/** The address of a route with its things. */
const addressOf = (page: PageName, path: string, things: Things): string => {
  const ids: Partial<Readonly<Record<PageName, string>>> = {
    model: 'sandbox/echo',
    request: things.request,
    conversation: things.conversation,
    webhook: things.webhook,
    oauth: 'google',
    'operator-account': things.account,
    'operator-top-up': things.topUp,
  }
  const address = path.replace(/[:*]\w+$/, ids[page] ?? '')
  return path === '/unsubscribe' || path === '/verify-email' || path === '/reset-password'
    ? `${address}?token=${'a'.repeat(43)}`
    : address
}

/** Makes one of each thing, with the API alone. */
const makeThings = async (url: string, operator: Operator): Promise<Things> => {
  const askAs = async (token: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${url}/v1${path}`, {
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Record<string, unknown>
  }
  const ask = (path: string, body?: object) => askAs(operator.accessToken, path, body)
  const newest = async (path: string): Promise<string> => {
    let id: unknown
    await eventually(async () => {
      const { data } = (await ask(path)) as { readonly data: readonly { readonly id: string }[] }
      id = data[0]?.id
      return id !== undefined
    }, 50)
    return String(id)
  }
  await ask('/billing/topup', { currency: 'RUB', amount: '1500' })
  await ask('/billing/topup', { currency: 'TOKEN', amount: '500' })
  const { key } = await ask('/me/api-keys', { name: 'Night batch', note: 'runs at 3 o’clock', spend_limit: '300' })
  for (const model of ['sandbox/echo', 'sandbox/reasoning']) {
    const messages = [{ role: 'user', content: 'Which boats lie in the harbour today?' }]
    await askAs(String(key), '/chat/completions', { model, messages })
  }
  const { id } = await ask('/me/conversations', { catalog_slug: 'sandbox/echo', title: 'About boats' })
  await ask(`/me/conversations/${String(id)}/messages`, { content: 'Which boats lie in the harbour today?' })
  await ask('/me/generations', { task: 'sandbox-image', prompt: 'A red boat at sea' })
  const webhook = await ask('/me/webhooks', {
    url: 'https://hooks.example.com/gateway',
    description: 'The book-keeping',
  })
  return {
    request: await newest('/me/requests'),
    conversation: String(id),
    webhook: String(webhook['id']),
    account: await operator.idOf(operator.email),
    topUp: await newest('/operator/topups'),
  }
}

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  let operator: Operator
  let things: Things

  before(async () => {
    stage = await openConsole(startBrowser)
    operator = await makeOperator(stage.world, stage.url)
    things = await makeThings(stage.url, operator)
  })
  after(() => stage.close())

  for (const [language, width] of [
    ['en', 768],
    ['en', 1280],
    ['ru', 360],
  ] as const) {
    for (const isSignedIn of [false, true]) {
      it(`are good ${isSignedIn ? 'for an operator' : 'for a visitor'} (${language}, ${width} px)`, async () => {
        const visit = await stage.visit({ language, width })
        const { page } = visit
        if (isSignedIn) {
          await page.goto('/sign-in')
          await page.locator('input[type="email"]').fill(operator.email)
          await page.locator('input[type="password"]').fill(operator.password)
          await page.keyboard.press('Enter')
          await page.locator('nav').waitFor({ state: 'attached' })
        }
        for (const route of ROUTES) {
          if ((route.audience !== 'everybody') !== isSignedIn) continue
          if (width !== 768 && IMAGED_ELSEWHERE.has(route.page)) continue
          await page.goto(addressOf(route.page, route.path, things))
          await expectGoodPage(visit, 'screenshot')
        }
        expect(visit.foreign).to.deep.equal([])
        await visit.close()
      })
    }
  }
}

describeInBrowser('All pages of the console, filled, in a browser', suite)
