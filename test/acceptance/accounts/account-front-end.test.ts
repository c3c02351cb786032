import { expect } from 'chai'
import { sql } from 'kysely'
import { freshDatabase } from '../../support/servers/databases.ts'
import type { TestDatabase } from '../../support/servers/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { checkedFrontEnd } from '../../support/accounts/front-end.ts'
import type { FrontEnd, Reply, Tokens } from '../../support/accounts/front-end.ts'
import { runGatewayCommand, startGateway, makeDataDir } from '../../support/processes/gateway-process.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { CLIENT_ID, ISSUER, startIdentityProvider } from '../../support/servers/identity-provider-server.ts'
import type { IdentityProviderServer } from '../../support/servers/identity-provider-server.ts'
import { startMailServer } from '../../support/servers/mail-server.ts'
import type { TestMailServer } from '../../support/servers/mail-server.ts'

const EMAIL = 'Anna.Petrova@example.org'
const PASSWORD = 'five small grey cats'
const CHANGED = 'six large white dogs'
const RESET = 'seven tiny red birds'

/** The stages build on one another, as a person's life with an account does. */
describe('a front end for accounts, whose answers all match the API document', () => {
  let database: TestDatabase
  let dataDir: Awaited<ReturnType<typeof makeDataDir>>
  let mailbox: TestMailServer
  let provider: IdentityProviderServer
  let gateway: GatewayProcess
  let environment: Readonly<Record<string, string>>
  let page: FrontEnd
  let tab: Tokens
  let userId = ''
  let apiKey = ''
  /** Everything that must stand nowhere in the clear. */
  const secrets: string[] = [PASSWORD, CHANGED, RESET]

  before(async () => {
    database = await freshDatabase('postgresql')
    dataDir = await makeDataDir()
    mailbox = await startMailServer()
    provider = await startIdentityProvider()
    environment = {
      DATA_DIR: dataDir.path,
      DATABASE_URL: database.url ?? '',
      SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
      MAIL_FROM: 'no-reply@example.org',
      PUBLIC_APP_URL: 'https://app.example.org',
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_ISSUERS: ISSUER,
      GOOGLE_JWKS_URL: provider.jwksUrl,
      YANDEX_CLIENT_ID: CLIENT_ID,
      YANDEX_USERINFO_URL: provider.userInfoUrl,
      AUTH_RATE_LIMIT_PER_MINUTE: '1000',
      AUTH_RATE_LIMIT_PER_EMAIL_PER_MINUTE: '1000',
      LOG_LEVEL: 'trace',
    }
    gateway = await startGateway(environment)
    page = await checkedFrontEnd(gateway.url, 'ru,en;q=0.5')
  })

  after(async () => {
    await gateway.end('SIGKILL')
    await provider.close()
    await mailbox.close()
    await dataDir.remove()
    await database.close()
  })

  const noted = (tokens: Tokens): Tokens => {
    secrets.push(tokens.access, tokens.refresh)
    return tokens
  }

  const logIn = async (password: string): Promise<Tokens> =>
    noted(await page.tokens('/v1/auth/login', { email: EMAIL, password }))

  const mailsWith = (words: string) => mailbox.received.filter(({ text }) => text.includes(words))

  /** Waits for the `count`-th mail with such a link and takes the token out of it. */
  const mailedToken = async (count: number, link: string): Promise<string> => {
    await eventually(() => mailsWith(link).length >= count)
    const text = mailsWith(link)[count - 1]?.text ?? ''
    const token = new RegExp(`${link}\\?token=([\\w-]{43})`).exec(text)?.[1] ?? ''
    expect(token, text).to.have.length(43)
    secrets.push(token)
    return token
  }

  const outcome = ({ status, body }: Reply): unknown => [status, body['code'] ?? body['detail'] ?? body]

  it('registers, in any language', async () => {
    const reply = await page.call('POST', '/v1/auth/register', { email: EMAIL, password: PASSWORD })
    expect(reply.status).to.equal(201)
    userId = String(reply.body['id'])
    expect(reply.body).to.include({ email: EMAIL, email_verified: false })
  })

  it('signs an unverified user in, and requests the mail again', async () => {
    tab = await logIn(PASSWORD)
    await mailedToken(1, 'https://app.example.org/verify-email')
    const again = await page.call('POST', '/v1/auth/resend-verification', undefined, tab.access)
    expect(outcome(again)).to.deep.equal([200, { sent: true }])
  })

  it('verifies the address in its session with the link of either mail, once', async () => {
    const token = await mailedToken(2, 'https://app.example.org/verify-email')
    const mail = mailsWith('verify-email')[1]
    expect(mail?.text).to.include('Здравствуйте')
    expect(mail?.to).to.deep.equal([EMAIL])
    const verify = (sent: string) => page.call('POST', '/v1/auth/verify-email', { token: sent }, tab.access)
    expect(outcome(await verify(token))).to.deep.equal([200, { email: EMAIL, email_verified: true }])
    for (const dead of [token, secrets.find((secret) => secret.length === 43) ?? '', 'nonsense']) {
      const reply = await verify(dead)
      expect(reply.status).to.equal(422)
      expect((reply.body['detail'] as { loc: unknown }[])[0]?.loc).to.deep.equal(['body', 'token'])
    }
    const resent = await page.call('POST', '/v1/auth/resend-verification', undefined, tab.access)
    expect(outcome(resent)).to.deep.equal([200, { sent: false }])
  })

  it('refreshes in 20 tabs at once: all get one successor', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 20 }, () => page.tokens('/v1/auth/refresh', { refresh_token: tab.refresh })),
    )
    expect(new Set(pairs.map(({ refresh }) => refresh))).to.have.property('size', 1)
    tab = noted(pairs[0] ?? tab)
    expect((await page.call('GET', '/v1/me', undefined, tab.access)).body).to.include({ id: userId })
  })

  it('makes an API key', async () => {
    const made = await page.call('POST', '/v1/me/api-keys', { name: 'laptop' }, tab.access)
    apiKey = String(made.body['key'])
    secrets.push(apiKey)
    expect((await page.call('GET', '/v1/models', undefined, apiKey)).status).to.equal(200)
  })

  it('changes the password: the other session ends, this one continues', async () => {
    const other = await logIn(PASSWORD)
    const change = (current_password: string, new_password: string) =>
      page.call('POST', '/v1/me/change-password', { current_password, new_password }, tab.access)
    expect(outcome(await change('wrong password', CHANGED))).to.deep.equal([403, 'invalid_current_password'])
    const weak = await change(PASSWORD, 'short')
    expect((weak.body['detail'] as { loc: unknown }[])[0]?.loc).to.deep.equal(['body', 'new_password'])
    expect((await change(PASSWORD, CHANGED)).status).to.equal(204)
    expect((await page.call('GET', '/v1/me', undefined, tab.access)).status).to.equal(200)
    expect((await page.call('GET', '/v1/me', undefined, other.access)).status).to.equal(401)
  })

  it('resets a password by mail: every session ends', async () => {
    const forgot = (email: string) => page.call('POST', '/v1/auth/forgot-password', { email })
    expect(outcome(await forgot(EMAIL.toUpperCase()))).to.deep.equal([200, { sent: true }])
    expect(outcome(await forgot('nobody@example.org'))).to.deep.equal([200, { sent: true }])
    const token = await mailedToken(1, 'https://app.example.org/reset-password')
    const reset = (new_password: string) => page.call('POST', '/v1/auth/reset-password', { token, new_password })
    expect((await reset('short')).status).to.equal(422)
    expect(outcome(await reset(RESET))).to.deep.equal([200, { reset: true }])
    expect((await reset(RESET)).status).to.equal(422)
    expect((await page.call('GET', '/v1/me', undefined, tab.access)).status).to.equal(401)
    expect(outcome(await page.call('POST', '/v1/auth/refresh', { refresh_token: tab.refresh }))).to.deep.equal([
      401,
      'invalid_refresh_token',
    ])
    const old = await page.call('POST', '/v1/auth/login', { email: EMAIL, password: CHANGED })
    expect(outcome(old)).to.deep.equal([401, 'invalid_credentials'])
    tab = await logIn(RESET)
    expect((await page.call('GET', '/v1/models', undefined, apiKey)).status).to.equal(200)
  })

  it('signs in through Google by the same address, into the same account', async () => {
    const id_token = await provider.idToken({ sub: 'google-anna', email: EMAIL.toLowerCase(), name: 'Anna' })
    secrets.push(id_token)
    const social = noted(await page.tokens('/v1/auth/oauth/google', { id_token }))
    const { body } = await page.call('GET', '/v1/me', undefined, social.access)
    expect(body).to.deep.include({ id: userId, has_password: true, identities: ['google'] })
    const forged = await page.call('POST', '/v1/auth/oauth/google', { id_token: `${id_token.slice(0, -6)}AAAAAA` })
    expect(outcome(forged)).to.deep.equal([401, 'invalid_credentials'])
  })

  it('links Yandex where the address alone is no proof', async () => {
    provider.people.set('ya-anna', { id: 'ya-1', client_id: CLIENT_ID, default_email: EMAIL })
    secrets.push('ya-anna')
    const body = { access_token: 'ya-anna' }
    const social = await page.call('POST', '/v1/auth/oauth/yandex', body)
    expect(outcome(social)).to.deep.equal([409, 'link_required'])
    const linked = await page.call('POST', '/v1/me/identities/yandex', body, tab.access)
    expect(linked.status).to.equal(200)
    expect(linked.body['identities']).to.deep.equal(['google', 'yandex'])
    const entered = noted(await page.tokens('/v1/auth/oauth/yandex', body))
    expect((await page.call('GET', '/v1/me', undefined, entered.access)).body).to.include({ id: userId })
    provider.people.set('ya-nobody', { id: 'ya-2', client_id: CLIENT_ID })
    const nameless = await page.call('POST', '/v1/auth/oauth/yandex', { access_token: 'ya-nobody' })
    expect(outcome(nameless)).to.deep.equal([422, 'email_required'])
    provider.mood = 'failing'
    const away = await page.call('POST', '/v1/auth/oauth/yandex', body)
    provider.mood = 'well'
    expect(outcome(away)).to.deep.equal([503, 'identity_provider_unavailable'])
    expect(away.headers.get('retry-after')).to.equal('5')
  })

  it('keeps all users signed in while an operator rotates the signing keys', async () => {
    const kids = async () => {
      const { body } = await page.call('GET', '/.well-known/jwks.json')
      return (body['keys'] as { kid: string }[]).map(({ kid }) => kid)
    }
    const [first] = await kids()
    const rotated = await runGatewayCommand(['signing-keys', 'rotate', '--leaked', '--json'], environment)
    expect([rotated.exit, rotated.stderr]).to.deep.equal([0, ''])
    const { kid } = JSON.parse(rotated.stdout) as { kid: string }
    expect(kid).to.not.equal(first)
    // The session behind an old token goes on: a refresh brings a token of a key that is good.
    tab = noted(await page.tokens('/v1/auth/refresh', { refresh_token: tab.refresh }))
    expect((await page.call('GET', '/v1/me', undefined, tab.access)).status).to.equal(200)
  })

  it('lists its sessions and ends one of them', async () => {
    const other = await logIn(RESET)
    const listed = await page.call('GET', '/v1/me/sessions', undefined, tab.access)
    const sessions = listed.body as unknown as { id: string; current: boolean; user_agent: string | null }[]
    expect(sessions.filter(({ current }) => current)).to.have.length(1)
    expect(sessions[0]?.user_agent).to.be.a('string')
    const [newest] = sessions
    const end = (id: string) => page.call('DELETE', `/v1/me/sessions/${id}`, undefined, tab.access)
    expect((await end(newest?.id ?? '')).status).to.equal(204)
    expect((await end(newest?.id ?? '')).status).to.equal(404)
    expect((await end('7')).status).to.equal(422)
    expect((await page.call('GET', '/v1/me', undefined, other.access)).status).to.equal(401)
    expect((await page.call('GET', '/v1/me', undefined, tab.access)).status).to.equal(200)
  })

  it('signs in again, and unlinks Google', async () => {
    const prove = (body: unknown) => page.call('POST', '/v1/auth/reauthenticate', body, tab.access)
    expect(outcome(await prove({ password: 'wrong password' }))).to.deep.equal([403, 'invalid_current_password'])
    for (const body of [{}, { password: RESET, access_token: 'ya-anna' }]) {
      expect((await prove(body)).status).to.equal(422)
    }
    expect((await prove({ password: RESET })).body).to.have.keys('authenticated_at', 'fresh_until')
    expect((await prove({ access_token: 'ya-anna' })).status).to.equal(200)
    const unlink = () => page.call('DELETE', '/v1/me/identities/google', undefined, tab.access)
    expect((await unlink()).status).to.equal(204)
    expect(outcome(await unlink())).to.deep.equal([404, 'not_found'])
    expect((await page.call('GET', '/v1/me', undefined, tab.access)).body['identities']).to.deep.equal(['yandex'])
  })

  it('closes the account: no way into it is left', async () => {
    expect((await page.call('DELETE', '/v1/me', undefined, tab.access)).status).to.equal(204)
    expect((await page.call('GET', '/v1/me', undefined, tab.access)).status).to.equal(401)
    expect((await page.call('GET', '/v1/models', undefined, apiKey)).status).to.equal(401)
    const id_token = await provider.idToken({ sub: 'google-anna', email: EMAIL, name: 'Anna P' })
    const ways = [
      ['/v1/auth/login', { email: EMAIL, password: RESET }],
      ['/v1/auth/oauth/google', { id_token }],
      ['/v1/auth/oauth/yandex', { access_token: 'ya-anna' }],
    ] as const
    for (const [path, body] of ways) {
      expect(outcome(await page.call('POST', path, body)), path).to.deep.equal([401, 'invalid_credentials'])
    }
    const again = await page.call('POST', '/v1/auth/register', { email: EMAIL, password: PASSWORD })
    expect(outcome(again)).to.deep.equal([409, 'email_taken'])
  })

  it('has sent the owner a mail about each change that a thief might have made', async () => {
    const facts = [
      'создан новый ключ API: sk-aiagg-',
      'Пароль вашей учётной записи изменён.',
      'задан новый пароль по ссылке',
      'привязан аккаунт Google',
      'привязан аккаунт Yandex',
      'через Google больше нельзя',
      'Ваша учётная запись закрыта.',
    ]
    await eventually(() => facts.every((fact) => mailsWith(fact).length === 1))
    expect(mailbox.received.every(({ text }) => !text.includes(apiKey))).to.equal(true)
  })

  it('accepts the address for a new account once an operator freed it', async () => {
    const freed = await runGatewayCommand(['users', 'free', EMAIL], environment)
    expect([freed.exit, freed.stderr]).to.deep.equal([0, ''])
    const anew = await page.call('POST', '/v1/auth/register', { email: EMAIL, password: PASSWORD })
    expect(anew.status).to.equal(201)
    expect(anew.body['id']).to.not.equal(userId)
    const refused = await runGatewayCommand(['users', 'free', EMAIL], environment)
    expect(refused.exit).to.equal(1)
    expect(refused.stderr).to.include('deactivate the account first')
  })

  it('stores and logs no secret as clear text', async () => {
    await eventually(() => mailbox.received.length >= 4)
    const client = database.open
    const tables = await client.db.introspection.getTables()
    const rows = await Promise.all(tables.map(async ({ name }) => JSON.stringify(await textsOf(database, name))))
    const dump = rows.join('\n')
    expect(dump).to.include(EMAIL.toLowerCase())
    const places = { dump, log: gateway.output() }
    expect(secrets.length).to.be.above(10)
    for (const [place, text] of Object.entries(places)) {
      expect(text.length).to.be.above(1_000)
      expect(text, place).to.not.include('?token=')
      for (const secret of secrets) {
        const hex = Buffer.from(secret).toString('hex')
        expect(text.includes(secret) || text.includes(hex), `${place} holds ${secret.slice(0, 6)}…`).to.equal(false)
      }
    }
  })
})

/** Every row of a table, as PostgreSQL writes it. */
const textsOf = async ({ db }: TestDatabase, table: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom(sql<{ row: string }>`(select t::text as row from ${sql.table(table)} t)`.as('dump'))
    .select('row')
    .execute()
  return rows.map(({ row }) => row)
}
