import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { sql } from 'kysely'
import { freshDatabase } from '../../support/servers/databases.ts'
import type { TestDatabase } from '../../support/servers/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { checkedFrontEnd } from '../../support/accounts/front-end.ts'
import type { FrontEnd, Reply, Tokens } from '../../support/accounts/front-end.ts'
import { makeDataDir, startGateway } from '../../support/processes/gateway-process.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { CLIENT_ID, ISSUER, startIdentityProvider } from '../../support/servers/identity-provider-server.ts'
import type { IdentityProviderServer } from '../../support/servers/identity-provider-server.ts'
import { startMailServer } from '../../support/servers/mail-server.ts'
import type { TestMailServer } from '../../support/servers/mail-server.ts'

const ATTACKER_PASSWORD = 'five small grey cats'
const OWNER_PASSWORD = 'six large white dogs'

/** The two attacks of the try-out, by real mail and over real HTTP. */
describe('an account cannot be stolen', () => {
  let database: TestDatabase
  let dataDir: Awaited<ReturnType<typeof makeDataDir>>
  let mailbox: TestMailServer
  let provider: IdentityProviderServer
  let gateway: GatewayProcess
  let page: FrontEnd

  before(async () => {
    database = await freshDatabase('postgresql')
    dataDir = await makeDataDir()
    mailbox = await startMailServer()
    provider = await startIdentityProvider()
    gateway = await startGateway({
      DATA_DIR: dataDir.path,
      DATABASE_URL: database.url ?? '',
      SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
      MAIL_FROM: 'no-reply@example.org',
      PUBLIC_APP_URL: 'https://app.example.org',
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_ISSUERS: ISSUER,
      GOOGLE_JWKS_URL: provider.jwksUrl,
      AUTH_RATE_LIMIT_PER_MINUTE: '1000',
      AUTH_RATE_LIMIT_PER_EMAIL_PER_MINUTE: '1000',
    })
    page = await checkedFrontEnd(gateway.url)
  })

  after(async () => {
    await gateway.end('SIGKILL')
    await provider.close()
    await mailbox.close()
    await dataDir.remove()
    await database.close()
  })

  const outcome = ({ status, body }: Reply): unknown => [status, body['code'] ?? body]

  const register = async (password: string) => {
    const email = `victim-${randomUUID()}@example.org`
    expect((await page.call('POST', '/v1/auth/register', { email, password })).status).to.equal(201)
    const tokens = await page.tokens('/v1/auth/login', { email, password })
    const made = await page.call('POST', '/v1/me/api-keys', { name: 'key' }, tokens.access)
    return { email, tokens, key: String(made.body['key']) }
  }

  const mailedToken = async (email: string, link: string): Promise<string> => {
    const mails = () => mailbox.received.filter(({ to, text }) => to.includes(email) && text.includes(link))
    await eventually(() => mails().length > 0)
    return new RegExp(`${link}\\?token=([\\w-]{43})`).exec(mails().at(-1)?.text ?? '')?.[1] ?? ''
  }

  const google = (sub: string, email: string) => provider.idToken({ sub, email, jti: randomUUID() })

  const stateOf = async (email: string, password: string, tokens: Tokens, key: string) => ({
    login: (await page.call('POST', '/v1/auth/login', { email, password })).status,
    session: (await page.call('GET', '/v1/me', undefined, tokens.access)).status,
    refresh: (await page.call('POST', '/v1/auth/refresh', { refresh_token: tokens.refresh })).status,
    key: (await page.call('GET', '/v1/models', undefined, key)).status,
  })

  it('by registering its address before its owner, who verifies it and then enters with Google', async () => {
    const { email, tokens, key } = await register(ATTACKER_PASSWORD)
    const token = await mailedToken(email, 'verify-email')
    const verified = await page.call('POST', '/v1/auth/verify-email', { token })
    expect(verified.status).to.equal(200)
    expect(verified.body).to.include({ email, email_verified: true, access_reset: true })
    expect(verified.headers.get('cache-control')).to.equal('no-store')
    const entered = await page.tokens('/v1/auth/oauth/google', { id_token: await google(email, email) })
    const me = await page.call('GET', '/v1/me', undefined, entered.access)
    expect(me.body).to.deep.include({ email, has_password: false, identities: ['google'] })
    const state = await stateOf(email, ATTACKER_PASSWORD, tokens, key)
    expect(state).to.deep.equal({ login: 401, session: 401, refresh: 401, key: 401 })
  })

  it('by registering its address, whose owner sets a password with the token that the verification gave', async () => {
    const { email, tokens, key } = await register(ATTACKER_PASSWORD)
    const token = await mailedToken(email, 'verify-email')
    const { body } = await page.call('POST', '/v1/auth/verify-email', { token })
    const reset = { token: body['reset_token'], new_password: OWNER_PASSWORD }
    expect(outcome(await page.call('POST', '/v1/auth/reset-password', reset))).to.deep.equal([200, { reset: true }])
    await page.tokens('/v1/auth/login', { email, password: OWNER_PASSWORD })
    const state = await stateOf(email, ATTACKER_PASSWORD, tokens, key)
    expect(state).to.deep.equal({ login: 401, session: 401, refresh: 401, key: 401 })
  })

  it('refuses a verification that would end the access of a bad bearer token, and keeps its link valid', async () => {
    const { email, tokens } = await register(OWNER_PASSWORD)
    const token = await mailedToken(email, 'verify-email')
    const verify = (access: string) => page.call('POST', '/v1/auth/verify-email', { token }, access)
    expect(outcome(await verify('stale'))).to.deep.equal([401, 'unauthenticated'])
    expect(outcome(await verify(tokens.access))).to.deep.equal([200, { email, email_verified: true }])
  })

  it('but its owner, whose bearer token is bad, may prove the address with the password of the account', async () => {
    const { email, tokens, key } = await register(OWNER_PASSWORD)
    const token = await mailedToken(email, 'verify-email')
    const proof = { token, password: OWNER_PASSWORD }
    const verified = await page.call('POST', '/v1/auth/verify-email', proof, 'stale')
    expect(outcome(verified)).to.deep.equal([200, { email, email_verified: true }])
    expect(await stateOf(email, OWNER_PASSWORD, tokens, key)).to.include({ login: 200, session: 200, key: 200 })
  })

  it('and its owner needs no good bearer token for a link that is void, or that proves nothing new', async () => {
    const { email, tokens } = await register(OWNER_PASSWORD)
    const verify = (sent: string) => page.call('POST', '/v1/auth/verify-email', { token: sent }, 'stale')
    expect((await verify('a'.repeat(43))).status).to.equal(422)
    const token = await mailedToken(email, 'verify-email')
    const owned = sql`update users set owner_proven_at = now(), email_verified = true where email = ${email}`
    await owned.execute(database.db)
    const verified = await verify(token)
    expect(outcome(verified)).to.deep.equal([200, { email, email_verified: true }])
    expect((await page.call('GET', '/v1/me', undefined, tokens.access)).status).to.equal(200)
  })

  it('with a stolen access token: a link needs a fresh sign-in, the owner gets a mail, and a reset removes it', async () => {
    const { email, tokens } = await register(OWNER_PASSWORD)
    const token = await mailedToken(email, 'verify-email')
    await page.call('POST', '/v1/auth/verify-email', { token }, tokens.access)
    const thief = randomUUID()
    const link = async () =>
      page.call('POST', '/v1/me/identities/google', { id_token: await google(thief, `${thief}@x.org`) }, tokens.access)
    const age = sql`update sessions set authenticated_at = now() - interval '11 minutes'`
    await age.execute(database.db)
    expect(outcome(await link())).to.deep.equal([403, 'reauthentication_required'])
    const unlink = () => page.call('DELETE', '/v1/me/identities/google', undefined, tokens.access)
    expect(outcome(await unlink())).to.deep.equal([403, 'reauthentication_required'])
    // A thief who was quick enough, or knew the password.
    const prove = { password: OWNER_PASSWORD }
    expect((await page.call('POST', '/v1/auth/reauthenticate', prove, tokens.access)).status).to.equal(200)
    expect((await link()).status).to.equal(200)
    const made = await page.call('POST', '/v1/me/api-keys', { name: 'thief' }, tokens.access)
    const hasMail = (words: string) =>
      mailbox.received.some(({ to, text }) => to.includes(email) && text.includes(words))
    await eventually(() => hasMail('Google account was linked') && hasMail('new API key was made'))
    await page.call('POST', '/v1/auth/forgot-password', { email })
    const resetToken = await mailedToken(email, 'reset-password')
    const reset = { token: resetToken, new_password: ATTACKER_PASSWORD, drop_access: true }
    expect((await page.call('POST', '/v1/auth/reset-password', reset)).status).to.equal(200)
    const mine = await page.tokens('/v1/auth/login', { email, password: ATTACKER_PASSWORD })
    const { body } = await page.call('GET', '/v1/me', undefined, mine.access)
    expect(body['identities']).to.deep.equal([])
    expect((await page.call('GET', '/v1/models', undefined, String(made.body['key']))).status).to.equal(401)
    const entered = await page.tokens('/v1/auth/oauth/google', { id_token: await google(thief, `${thief}@x.org`) })
    const asAttacker = await page.call('GET', '/v1/me', undefined, entered.access)
    expect(asAttacker.body['id']).to.not.equal(body['id'])
    const last = await page.call('DELETE', '/v1/me/identities/google', undefined, entered.access)
    expect(outcome(last)).to.deep.equal([409, 'last_way_in'])
  })

  it('with an ID token that its owner has used: it is valid for one sign-in', async () => {
    const id_token = await google(randomUUID(), `${randomUUID()}@example.org`)
    const enter = () => page.call('POST', '/v1/auth/oauth/google', { id_token })
    expect((await enter()).status).to.equal(200)
    expect((await enter()).status).to.equal(200)
    await sql`update used_identity_tokens set used_at = used_at - interval '11 seconds'`.execute(database.db)
    expect(outcome(await enter())).to.deep.equal([401, 'invalid_credentials'])
  })
})
