import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { signInAt } from '../../support/console/account-pages.ts'
import { makeOperator } from '../../support/accounts/operator.ts'
import type { Operator } from '../../support/accounts/operator.ts'
import { openConsole } from '../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../support/console/console-stage.ts'
import type { ConsoleVisit } from '../../support/console/console-visit.ts'
import { dialogOf, loaded, seeTitle, signInHere } from '../../support/console/page-actions.ts'
import { eventually } from '../../support/eventually.ts'
import { describeInBrowser } from '../../support/processes/browser.ts'
import { listenOnLoopback } from '../../support/servers/loopback.ts'
import type { LoopbackServer } from '../../support/servers/loopback.ts'

const PASSWORD = 'seven blue boats at sea'

/** Texts that would run, were they ever taken for markup or for an address. */
const TEXTS = [
  '<img src=x onerror=window.attacked=1>',
  '"><script>window.attacked=1</script>',
  "'-window.attacked=1-'",
  'javascript:window.attacked=1',
  '</textarea></title><svg onload=window.attacked=1>',
  '{{constructor.constructor("window.attacked=1")()}}',
]

/** A page, and whether a stored text has to stand on it. */
interface Place {
  readonly path: string
  readonly shows: boolean
}

/** What stands in an element, or in its field. */
const SHOWN = `[document.title, document.body.innerText,
  ...[...document.querySelectorAll('input, textarea, select')].map((field) => field.value),
  ...[...document.querySelectorAll('[aria-label], [alt]')].map((each) => each.ariaLabel ?? each.alt)].join('\\n')`

/** Elements and attributes that no page of the console makes, and addresses that would run. */
const FOREIGN = `[...document.querySelectorAll(
  'iframe, object, embed, base, form[action], script:not([src^="/console-files/"]), [onload], [onerror], [srcdoc]')]
  .concat([...document.querySelectorAll('[href], [src]')].filter((each) =>
    !['http:', 'https:', 'blob:', 'data:'].includes(new URL(each.href || each.src, location.href).protocol)))
  .map((each) => each.outerHTML.slice(0, 200))`

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  let url: string
  let visit: ConsoleVisit
  let page: Page
  let email: string
  let token: string
  const dialogs: string[] = []

  before(async () => {
    stage = await openConsole(startBrowser)
    url = stage.url
  })
  after(() => stage.close())
  beforeEach(async () => {
    email = `person-${randomUUID()}@example.com`
    await send('POST', '/v1/auth/register', { email, password: PASSWORD })
    token = String((await send('POST', '/v1/auth/login', { email, password: PASSWORD }))['access_token'])
    visit = await stage.visit({ language: 'en', width: 1280 })
    page = visit.page
    dialogs.length = 0
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
  })
  afterEach(() => visit.close())

  const send = async (
    method: string,
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
    bearer: string | null = null,
  ): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status} ${text}`)
    return JSON.parse(text) as Record<string, unknown>
  }
  const asOwner = (method: string, path: string, body: unknown) =>
    send(method, path, body, { 'idempotency-key': randomUUID() }, token)

  const signIn = (): Promise<void> => signInAt(visit, { email, password: PASSWORD })

  /** Expects that nothing of a text has run on the page as it stands, and that the browser had nothing to refuse. */
  const expectHarmless = async (): Promise<void> => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await loaded(page)
    const at = page.url()
    expect(await page.evaluate<unknown>('window.attacked'), `a text ran at ${at}`).to.equal(undefined)
    expect(await page.evaluate<string[]>(FOREIGN), `a text became markup at ${at}`).to.deep.equal([])
    expect(dialogs).to.deep.equal([])
    const refused = visit.complaints.filter((each) => !each.startsWith('Failed to load resource'))
    expect(refused, `the browser complained at ${at}`).to.deep.equal([])
    expect(new URL(at).origin).to.equal(url)
  }

  /** Puts a text into every field that a person can fill, and into what models and programs send back. */
  const plant = async (text: string): Promise<readonly Place[]> => {
    await asOwner('PATCH', '/v1/me', { display_name: text })
    const key = await asOwner('POST', '/v1/me/api-keys', { name: text, note: text, allowed_models: null })
    await asOwner('POST', '/v1/billing/topup', { currency: 'RUB', amount: '100' })
    const chat = { model: 'sandbox/echo', messages: [{ role: 'user', content: text }] }
    await send('POST', '/v1/chat/completions', chat, {}, String(key['key']))
    const webhook = await asOwner('POST', '/v1/me/webhooks', {
      url: `https://example.com/?q=${encodeURIComponent(text)}`,
      description: text,
    })
    const talk = await asOwner('POST', '/v1/me/conversations', { catalog_slug: 'sandbox/echo', title: text })
    await asOwner('POST', `/v1/me/conversations/${String(talk['id'])}/messages`, { content: text })
    await asOwner('POST', '/v1/me/generations', { task: 'sandbox-image', prompt: text })
    await send('POST', '/v1/auth/login', { email, password: PASSWORD }, { 'user-agent': text })
    const requests = await fetch(`${url}/v1/me/requests`, { headers: { authorization: `Bearer ${token}` } })
    const { data } = (await requests.json()) as { data: readonly { id: string; model: string }[] }
    const paid = data.find(({ model }) => model === 'sandbox/echo')?.id ?? ''
    return [
      { path: '/', shows: true },
      { path: '/keys', shows: true },
      { path: '/requests', shows: true },
      { path: `/requests/${paid}`, shows: false },
      { path: '/settings', shows: true },
      { path: '/settings/webhooks', shows: true },
      { path: `/settings/webhooks/${String(webhook['id'])}`, shows: true },
      { path: '/conversations', shows: true },
      { path: `/conversations/${String(talk['id'])}`, shows: true },
      { path: '/gallery', shows: true },
      { path: '/wallet', shows: false },
    ]
  }

  for (const text of TEXTS) {
    it(`shows ${text} as the text that it is, wherever it is stored`, async () => {
      const places = await plant(text)
      await signIn()
      for (const { path, shows } of places) {
        await page.goto(path)
        await expectHarmless()
        if (shows) {
          await eventually(async () => (await page.evaluate<string>(SHOWN)).includes(text))
        }
      }
      await page.goto('/keys')
      await page.getByRole('button', { name: `Change: ${text}` }).click()
      await expectHarmless()
      await page.goto('/gallery')
      await page.getByRole('button', { name: `Open: ${text}` }).click()
      await expectHarmless()
      await page.goto('/playground?model=sandbox/echo')
      await page.getByRole('textbox', { name: 'Message' }).fill(text)
      await page.keyboard.press('Enter')
      await page.getByRole('article').getByText(text, { exact: true }).nth(1).waitFor()
      await expectHarmless()
    })
  }

  describe('on the pages of operators', () => {
    let operator: Operator
    before(async () => {
      operator = await makeOperator(stage.world, url)
    })

    /** What other programs send, as the service would hand it on: a process, a mail server, a provider. */
    const answerWith = async (text: string): Promise<void> => {
      const now = 1_767_225_600
      const counts = { [text]: 1 }
      const process = { process: text, role: 'server', state: 'failed', running_since: null, next_run_at: now }
      const work = { last_run: null, last_counts: counts, total_counts: counts, runs: 1, failures: 1, reported_at: now }
      const failed = { ...process, ...work, last_failure: { at: now, message: text } }
      const jobs = { data: [{ name: text, scope: 'process', every_ms: 1_000, processes: [failed] }] }
      await page.route('**/v1/operator/jobs', (route) => route.fulfill({ json: jobs }))
      const message = { id: text, kind: text, recipient: text, account_id: text, last_error: text, attempts: 1 }
      const state = { state: 'waiting', outcome: null, sending: false, created_at: now, ended_at: null }
      const mail = { data: [{ ...message, ...state, next_attempt_at: now }], next_cursor: null }
      await page.route('**/v1/operator/mail*', (route) => route.fulfill({ json: mail }))
    }

    for (const text of TEXTS) {
      it(`shows ${text} as the text that it is, wherever a customer, an operator or a program left it`, async () => {
        await plant(text)
        const id = await operator.idOf(email)
        const gift = { id: randomUUID(), currency: 'RUB', amount: '1', reason: text }
        expect((await operator.ask(`/accounts/${id}/adjustments`, gift)).status).to.equal(200)
        const off = { provider: 'sandbox', on: false, reason: text }
        expect((await operator.ask('/providers/switch', off)).status).to.equal(200)
        await answerWith(text)
        await signInAt(visit, operator)
        for (const { path, shows } of [
          { path: '/operator', shows: false },
          { path: `/operator/accounts?search=${encodeURIComponent(email)}`, shows: false },
          { path: `/operator/accounts/${id}`, shows: true },
          { path: '/operator/topups', shows: false },
          { path: '/operator/mail', shows: true },
          { path: '/operator/jobs', shows: true },
          { path: '/operator/providers', shows: true },
          { path: '/operator/catalog', shows: false },
          { path: '/operator/actions', shows: true },
        ]) {
          await page.goto(path)
          await expectHarmless()
          if (shows) await eventually(async () => (await page.evaluate<string>(SHOWN)).includes(text))
        }
        await page.goto('/operator/mail')
        await page.getByRole('button', { name: `Try again: ${text}` }).click()
        await dialogOf(page).waitFor()
        await expectHarmless()
        expect((await operator.ask('/providers/switch', { provider: 'sandbox', on: true })).status).to.equal(200)
      })
    }

    it('takes nothing in an address for markup or for code', async () => {
      await signInAt(visit, operator)
      for (const text of TEXTS) {
        const written = encodeURIComponent(text)
        for (const address of [
          `/operator?hours=${written}`,
          `/operator/accounts?search=${written}`,
          `/operator/accounts/${written}`,
          `/operator/topups?status=${written}&account=${written}`,
          `/operator/topups/${written}`,
          `/operator/mail?state=${written}&account=${written}`,
          `/operator/jobs?process=${written}#${written}`,
          `/operator/actions?operator=${written}&subject=${written}`,
          `/operator/${written}`,
        ]) {
          await page.goto(address)
          await expectHarmless()
        }
      }
    })
  })

  it('takes nothing in an address for markup, for code or for the way to another site', async () => {
    await signIn()
    for (const text of TEXTS) {
      const written = encodeURIComponent(text)
      for (const address of [
        `/requests?model=${written}&key=${written}&outcome=${written}&from=${written}`,
        `/models?q=${written}&kind=${written}`,
        `/playground?model=${written}`,
        `/gallery?kind=${written}&source=${written}`,
        `/conversations?archived=${written}`,
        `/wallet?currency=${written}&top-up=${written}`,
        `/settings?linked=${written}&proven=${written}`,
        `/verify-email?token=${written}`,
        `/reset-password?token=${written}`,
        `/unsubscribe?token=${written}`,
        `/oauth/${written}?error=${written}#state=${written}&id_token=${written}`,
        `/models/${written}`,
        `/requests/${written}`,
        `/conversations/${written}`,
        `/settings/webhooks/${written}`,
        `/keys/${written}#${written}`,
      ]) {
        await page.goto(address)
        await expectHarmless()
      }
    }
  })

  for (const address of ['/requests/%E0%A4%A', '/models/%ff%fe', '/conversations/%']) {
    it(`opens ${address}, which is no UTF-8, as a page that finds nothing`, async () => {
      await signIn()
      await page.goto(address)
      await page.locator('.notice.problem, .empty, h1').first().waitFor()
      await expectHarmless()
    })
  }

  for (const next of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '\\\\evil.example',
    'javascript:window.attacked=1',
    'data:text/html,<script>window.attacked=1</script>',
    'http://[',
  ]) {
    it(`goes to the overview after a sign-in that wanted to go on at ${JSON.stringify(next)}`, async () => {
      await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
      await signInHere(page, { email, password: PASSWORD })
      await seeTitle(page, 'Overview')
      expect(page.url()).to.equal(`${url}/`)
      await expectHarmless()
    })
  }

  it('leaves no token where a script could take it along: not in storage, not in cookies, not in the page', async () => {
    await signIn()
    await page.goto('/settings')
    await expectHarmless()
    const kept = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, document.documentElement.outerHTML])',
    )
    expect(kept).to.not.match(/eyJ[\w-]{10}|gateway_session|refresh/)
    const globals = await page.evaluate<string>(
      `Object.keys(window).map((name) => { try { return JSON.stringify(window[name]) } catch { return '' } }).join(' ')`,
    )
    expect(globals).to.not.match(/eyJ[\w-]{10}/)
    const [cookie, ...others] = await page.context().cookies(`${url}/v1/console/session`)
    expect(others).to.deep.equal([])
    expect(cookie).to.include({ httpOnly: true, sameSite: 'Strict', path: '/v1/console/session' })
  })

  it('runs no script that was written into the page, and lets no script write markup', async () => {
    await signIn()
    const attempt = (code: string): Promise<string> =>
      page.evaluate<string>(`(() => { try { ${code}; return 'done' } catch (error) { return error.name } })()`)
    expect(await attempt('document.body.innerHTML = "<img src=x onerror=window.attacked=1>"')).to.equal('TypeError')
    expect(await attempt('document.write("<script>window.attacked=1</script>")')).to.equal('TypeError')
    await attempt(
      "const link = document.createElement('a'); link.href = 'javascript:window.attacked=1'; document.body.append(link); link.click()",
    )
    await eventually(() => visit.complaints.some((each) => /Content Security Policy/.test(each)))
    expect(await page.evaluate<unknown>('window.attacked')).to.equal(undefined)
  })

  describe('at a page of another site', () => {
    let evil: LoopbackServer

    before(async () => {
      const server = createServer((_, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<title>evil</title><body></body>'),
      )
      // Another port of the same host: the same site, so the browser sends the cookie along.
      evil = await listenOnLoopback(server)
    })
    after(() => evil.close())

    it('is shown in no frame', async () => {
      await signIn()
      await page.goto(evil.origin)
      await page.evaluate(
        `{ const frame = document.createElement('iframe'); frame.src = ${JSON.stringify(`${url}/settings`)}; document.body.append(frame) }`,
      )
      await eventually(() => visit.complaints.some((each) => each.includes('frame-ancestors')))
      expect(page.frames().map((frame) => frame.url())).to.not.include(`${url}/settings`)
    })

    /** Resolves once the browser has had its answer, whether or not it lets the other page read it. */
    const answeredAt = (path: string): Promise<unknown> =>
      Promise.race([
        page.waitForEvent('requestfinished', (request) => request.url() === `${url}${path}`),
        page.waitForEvent('requestfailed', (request) => request.url() === `${url}${path}`),
      ])
    const SESSION = '/v1/console/session'
    const cookiesNow = () => page.context().cookies(`${url}${SESSION}`)

    for (const [what, code] of [
      ['a script', "void fetch(address, { method: 'POST', credentials: 'include', mode: 'no-cors' })"],
      [
        'a form',
        "const form = document.createElement('form'); form.method = 'post'; form.action = address; document.body.append(form); form.submit()",
      ],
    ] as const) {
      it(`continues no session for ${what}, and ends none`, async () => {
        await signIn()
        const before = await cookiesNow()
        await page.goto(evil.origin)
        const answered = answeredAt(`${SESSION}/refresh`)
        await page.evaluate(`{ const address = ${JSON.stringify(`${url}${SESSION}/refresh`)}; ${code} }`)
        await answered
        await page.waitForLoadState()
        expect(await cookiesNow()).to.deep.equal(before)
        await page.goto(`${url}/keys`)
        await seeTitle(page, 'API keys')
      })
    }

    it('brings no account of its own into the console by a cookie', async () => {
      const thief = { email: `thief-${randomUUID()}@example.com`, password: PASSWORD }
      await send('POST', '/v1/auth/register', thief)
      const { refresh_token: refreshToken } = await send('POST', '/v1/auth/login', thief)
      await signIn()
      await page.goto(evil.origin)
      // Of two cookies with one name the one with the longer path comes first.
      await page.evaluate(`document.cookie = 'gateway_session=${String(refreshToken)}; path=${SESSION}/refresh'`)
      await page.goto(`${url}/settings`)
      await expectHarmless()
      expect(await page.evaluate<string>(SHOWN)).to.not.include(thief.email)
      await seeTitle(page, 'Sign in')
    })

    it('signs no person in to an account of its own', async () => {
      await page.goto(evil.origin)
      const answered = answeredAt(SESSION)
      const credentials = JSON.stringify(JSON.stringify({ email, password: PASSWORD }))
      await page.evaluate(
        `void fetch('${url}${SESSION}', { method: 'POST', credentials: 'include', mode: 'no-cors', body: ${credentials} })`,
      )
      await answered
      expect(await cookiesNow()).to.deep.equal([])
    })
  })
}

describeInBrowser('Attacks on the console, in a browser', suite)
