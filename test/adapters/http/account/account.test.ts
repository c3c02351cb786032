import { expect } from 'chai'
import { changeApiKeyEndpoint } from '../../../../src/adapters/http/account/api-keys/change-api-key.ts'
import { changeProfileEndpoint } from '../../../../src/adapters/http/account/profile/change-profile.ts'
import { createApiKeyEndpoint } from '../../../../src/adapters/http/account/api-keys/create-api-key.ts'
import { deleteAccountEndpoint } from '../../../../src/adapters/http/account/profile/delete-account.ts'
import { deleteApiKeyEndpoint } from '../../../../src/adapters/http/account/api-keys/delete-api-key.ts'
import { listApiKeysEndpoint } from '../../../../src/adapters/http/account/api-keys/list-api-keys.ts'
import { logInEndpoint } from '../../../../src/adapters/http/account/sessions/log-in.ts'
import { logOutEndpoint } from '../../../../src/adapters/http/account/sessions/log-out.ts'
import { readJwksEndpoint } from '../../../../src/adapters/http/service/read-jwks.ts'
import { readProfileEndpoint } from '../../../../src/adapters/http/account/profile/read-profile.ts'
import { refreshSessionEndpoint } from '../../../../src/adapters/http/account/sessions/refresh-session.ts'
import { registerEndpoint } from '../../../../src/adapters/http/account/registration/register.ts'
import { changeProfile } from '../../../../src/application/accounts/profile/change-profile.ts'
import { listApiKeys } from '../../../../src/application/accounts/api-keys/list-api-keys.ts'
import { readProfile } from '../../../../src/application/accounts/profile/read-profile.ts'
import { admitted, openAdmission, serveForTest } from '../../../support/http-app.ts'
import type { RunningApp } from '../../../support/http-app.ts'
import { identityStack, memoryGround } from '../../../support/accounts/identity-stack.ts'
import type { IdentityGround } from '../../../support/accounts/identity-stack.ts'

const PASSWORD = 'five small grey cats'
const UNKNOWN_ID = '01990000-0000-7000-8000-000000000000'

interface Reply {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Headers
}

const problemAt = (reply: Reply): unknown => {
  const detail = reply.body['detail']
  return Array.isArray(detail) ? (detail[0] as { loc: unknown }).loc : detail
}

describe('account endpoints', () => {
  let app: RunningApp
  let ground: IdentityGround
  const emails: string[] = []

  before(async () => {
    ground = await memoryGround()
    const stack = identityStack(ground)
    const endpoints = [
      registerEndpoint(stack.register),
      logInEndpoint(stack.logIn),
      refreshSessionEndpoint(stack.refreshSession),
      logOutEndpoint(stack.logOut),
      readProfileEndpoint(readProfile(ground.stores)),
      changeProfileEndpoint(changeProfile(ground.stores)),
      deleteAccountEndpoint(stack.deactivateUser),
      createApiKeyEndpoint(stack.createApiKey),
      listApiKeysEndpoint(listApiKeys({ ...ground.stores, clock: ground.clock })),
      changeApiKeyEndpoint(stack.changeApiKey),
      deleteApiKeyEndpoint(stack.deleteApiKey),
      readJwksEndpoint(ground.accessTokens),
    ]
    const admission = {
      ...openAdmission,
      authenticateSession: stack.authenticateSession,
      admitSignInTo: async (account: string) => {
        emails.push(account)
        return admitted
      },
    }
    app = await serveForTest(endpoints, { admission })
  })

  after(() => app.close())

  const call = async (method: string, path: string, body?: unknown, token = ''): Promise<Reply> => {
    const response = await fetch(app.url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const parsed = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
    return { status: response.status, body: parsed, headers: response.headers }
  }

  let people = 0
  const newPerson = async () => {
    const email = `Person-${(people += 1)}@Example.org`
    const { body: user } = await call('POST', '/v1/auth/register', { email, password: PASSWORD })
    const { body: pair } = await call('POST', '/v1/auth/login', { email, password: PASSWORD })
    return { email, user, pair, token: String(pair['access_token']) }
  }

  it('register a user', async () => {
    const body = { email: 'Anna@Example.org', password: PASSWORD, display_name: null, unknown: 1 }
    const reply = await call('POST', '/v1/auth/register', body)
    expect(reply.status).to.equal(201)
    expect(reply.body).to.deep.equal({
      id: reply.body['id'],
      email: 'Anna@Example.org',
      email_verified: false,
      created_at: ground.clock.now() / 1000,
    })
    expect(emails).to.include('anna@example.org')
    const again = await call('POST', '/v1/auth/register', { ...body, email: 'ANNA@example.org' })
    expect([again.status, again.body['code']]).to.deep.equal([409, 'email_taken'])
  })

  const badRegistrations: readonly (readonly [string, unknown, readonly string[]])[] = [
    ['no e-mail', { password: PASSWORD }, ['body', 'email']],
    ['no address', { email: 'anna', password: PASSWORD }, ['body', 'email']],
    ['a number for an address', { email: 7, password: PASSWORD }, ['body', 'email']],
    ['no password', { email: 'a@example.org' }, ['body', 'password']],
    ['a short password', { email: 'a@example.org', password: 'short' }, ['body', 'password']],
    ['an endless password', { email: 'a@example.org', password: 'ab'.repeat(5_000) }, ['body', 'password']],
    ['a common password', { email: 'a@example.org', password: 'password123' }, ['body', 'password']],
    ['the address as password', { email: 'some@example.org', password: 'SOME@example.org' }, ['body', 'password']],
    ['an empty name', { email: 'a@example.org', password: PASSWORD, display_name: '' }, ['body', 'display_name']],
  ]
  for (const [name, body, loc] of badRegistrations) {
    it(`refuse to register with ${name}`, async () => {
      const reply = await call('POST', '/v1/auth/register', body)
      expect(reply.status).to.equal(422)
      expect(problemAt(reply)).to.deep.equal(loc)
    })
  }

  it('log in, refresh and log out', async () => {
    const { email, pair } = await newPerson()
    expect(pair).to.have.all.keys('access_token', 'refresh_token', 'token_type', 'expires_in')
    expect(pair).to.include({ token_type: 'bearer', expires_in: 900 })
    const refreshed = await call('POST', '/v1/auth/refresh', { refresh_token: pair['refresh_token'] })
    expect(refreshed.status).to.equal(200)
    expect(refreshed.headers.get('cache-control')).to.equal('no-store')
    const token = String(refreshed.body['access_token'])
    expect((await call('GET', '/v1/me', undefined, token)).body['email']).to.equal(email)
    expect((await call('POST', '/v1/auth/logout', undefined, token)).status).to.equal(204)
    const after = await call('GET', '/v1/me', undefined, token)
    expect([after.status, after.body['code']]).to.deep.equal([401, 'unauthenticated'])
    const late = await call('POST', '/v1/auth/refresh', { refresh_token: refreshed.body['refresh_token'] })
    expect([late.status, late.body['code']]).to.deep.equal([401, 'invalid_refresh_token'])
  })

  it('answer every wrong login alike', async () => {
    const { email } = await newPerson()
    const wrong = [
      { email, password: 'wrong' },
      { email: 'nobody@example.org', password: PASSWORD },
      { email: 'no address', password: PASSWORD },
    ]
    const replies = await Promise.all(wrong.map((body) => call('POST', '/v1/auth/login', body)))
    for (const { status, body } of replies) {
      expect(status).to.equal(401)
      expect(body).to.deep.equal(replies[0]?.body)
      expect(body['code']).to.equal('invalid_credentials')
    }
  })

  it('show and change the profile', async () => {
    const { email, user, token } = await newPerson()
    const me = await call('GET', '/v1/me', undefined, token)
    const expected = {
      id: user['id'],
      email,
      email_verified: false,
      display_name: null,
      has_password: true,
      identities: [],
      is_operator: false,
      created_at: user['created_at'],
    }
    expect(me.body).to.deep.equal(expected)
    const patch = async (body: unknown) => (await call('PATCH', '/v1/me', body, token)).body['display_name']
    expect(await patch({ display_name: 'Анна' })).to.equal('Анна')
    expect(await patch({})).to.equal('Анна')
    expect(await patch({ display_name: null })).to.equal(null)
    expect((await call('PATCH', '/v1/me', { display_name: 7 }, token)).status).to.equal(422)
  })

  it('close the account', async () => {
    const { email, token } = await newPerson()
    expect((await call('DELETE', '/v1/me', undefined, token)).status).to.equal(204)
    expect((await call('GET', '/v1/me', undefined, token)).status).to.equal(401)
    expect((await call('POST', '/v1/auth/login', { email, password: PASSWORD })).status).to.equal(401)
    expect((await call('POST', '/v1/auth/register', { email, password: PASSWORD })).status).to.equal(409)
  })

  it('make a key that is shown in full once', async () => {
    const { token } = await newPerson()
    const limits = { expires_at: ground.clock.now() / 1000 + 60, spend_limit: '12.5', allowed_models: ['a/b', 'a/b'] }
    const made = await call('POST', '/v1/me/api-keys', { name: 'laptop', ...limits }, token)
    expect(made.status).to.equal(201)
    const key = String(made.body['key'])
    expect(key).to.match(/^sk-aiagg-[0-9A-Za-z]{43}$/)
    const { key: _key, ...shown } = made.body
    expect(shown).to.deep.equal({
      id: made.body['id'],
      name: 'laptop',
      prefix: key.slice(0, 12),
      last_four: key.slice(-4),
      created_at: ground.clock.now() / 1000,
      last_used_at: null,
      expires_at: limits.expires_at,
      spend_limit: '12.50',
      spend_limit_period: null,
      spend_limit_time_zone: 'UTC',
      requests_per_minute: null,
      tokens_per_minute: null,
      allowed_models: ['a/b'],
      allowed_addresses: null,
      spent: '0.00',
      period_spent: null,
      period_ends_at: null,
      note: null,
      disabled: false,
    })
    const list = await call('GET', '/v1/me/api-keys', undefined, token)
    expect(list.body).to.deep.equal([shown])
    expect(JSON.stringify(list.body)).to.not.contain(key)
  })

  it('change the given fields of a key, clear those that are null, and leave the others', async () => {
    const { token } = await newPerson()
    const create = { name: 'laptop', spend_limit: '5', allowed_models: ['a/b'] }
    const { body: made } = await call('POST', '/v1/me/api-keys', create, token)
    const path = `/v1/me/api-keys/${String(made['id'])}`
    const renamed = await call('PATCH', path, { name: 'server' }, token)
    expect(renamed.body).to.include({ name: 'server', spend_limit: '5.00' })
    const cleared = await call('PATCH', path, { spend_limit: null, allowed_models: null }, token)
    expect(cleared.body).to.include({ name: 'server', spend_limit: null, allowed_models: null })
    expect((await call('DELETE', path, undefined, token)).status).to.equal(204)
    expect((await call('DELETE', path, undefined, token)).status).to.equal(404)
    expect((await call('PATCH', path, { name: 'x' }, token)).status).to.equal(404)
  })

  const badKeys: readonly (readonly [string, unknown, string])[] = [
    ['no name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a long name', { name: 'x'.repeat(101) }, 'name'],
    ['a past expiry', { name: 'x', expires_at: 1 }, 'expires_at'],
    ['an expiry that is no whole second', { name: 'x', expires_at: 1.5 }, 'expires_at'],
    ['a limit that is a number', { name: 'x', spend_limit: 5 }, 'spend_limit'],
    ['a limit of nothing', { name: 'x', spend_limit: '0' }, 'spend_limit'],
    ['a negative limit', { name: 'x', spend_limit: '-1' }, 'spend_limit'],
    ['no model in the list', { name: 'x', allowed_models: [] }, 'allowed_models'],
    ['a model that is a number', { name: 'x', allowed_models: [7] }, 'allowed_models'],
  ]
  for (const [name, body, field] of badKeys) {
    it(`refuse a key with ${name}`, async () => {
      const { token } = await newPerson()
      const reply = await call('POST', '/v1/me/api-keys', body, token)
      expect(reply.status).to.equal(422)
      expect(problemAt(reply)).to.deep.equal(['body', field])
    })
  }

  it('refuse a malformed key id as such and an unknown one as unknown', async () => {
    const { token } = await newPerson()
    expect((await call('DELETE', '/v1/me/api-keys/7', undefined, token)).status).to.equal(422)
    expect((await call('DELETE', `/v1/me/api-keys/${UNKNOWN_ID}`, undefined, token)).status).to.equal(404)
  })

  it('publish the keys of access tokens', async () => {
    const reply = await call('GET', '/.well-known/jwks.json')
    expect(reply.status).to.equal(200)
    expect(reply.headers.get('cache-control')).to.contain('max-age=300')
    expect(reply.body).to.deep.equal({ keys: await ground.accessTokens.publicKeys() })
  })

  it('answer 401 without a token', async () => {
    for (const [method, path] of [
      ['GET', '/v1/me'],
      ['PATCH', '/v1/me'],
      ['DELETE', '/v1/me'],
      ['POST', '/v1/auth/logout'],
      ['GET', '/v1/me/api-keys'],
      ['POST', '/v1/me/api-keys'],
    ] as const) {
      expect((await call(method, path)).status, `${method} ${path}`).to.equal(401)
    }
    expect(app.errors).to.deep.equal([])
  })
})
