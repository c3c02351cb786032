import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import { changePasswordEndpoint } from '../../../../../src/adapters/http/account/passwords/change-password.ts'
import { resendVerificationEndpoint } from '../../../../../src/adapters/http/account/registration/resend-verification.ts'
import type {
  ChangePasswordFailure,
  ChangePasswordInput,
} from '../../../../../src/application/accounts/passwords/change-password.ts'
import { admitted, GOOD_TOKEN, openAdmission, serveForTest } from '../../../../support/http-app.ts'
import type { RunningApp } from '../../../../support/http-app.ts'

const refused = { ...admitted, allowed: false, remaining: 0, retryAfterSeconds: 7 }
const PASSWORDS = { current_password: 'old', new_password: 'new' }

describe('limits for a signed-in user', () => {
  let app: RunningApp
  let failure: ChangePasswordFailure | null = null
  let addressVerdict = admitted
  let emailVerdict = admitted
  const asked: ChangePasswordInput[] = []
  const buckets: string[] = []

  before(async () => {
    const endpoints = [
      changePasswordEndpoint(async (input) => {
        asked.push(input)
        return failure === null ? right(null) : left(failure)
      }),
      resendVerificationEndpoint(async (userId, locale) => userId === 'user-1' && locale === 'ru'),
    ]
    const admission = {
      ...openAdmission,
      admitSignIn: async () => addressVerdict,
      admitSignInTo: async (bucket: string) => {
        buckets.push(bucket)
        return emailVerdict
      },
    }
    app = await serveForTest(endpoints, { admission })
  })
  after(() => app.close())
  beforeEach(() => {
    failure = null
    addressVerdict = admitted
    emailVerdict = admitted
    asked.length = 0
    buckets.length = 0
  })

  const post = async (path: string, body: unknown, token = GOOD_TOKEN, language = 'ru') => {
    const response = await fetch(app.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'accept-language': language },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : (JSON.parse(text) as unknown),
    }
  }
  const change = (body: unknown = PASSWORDS, token?: string) => post('/v1/me/change-password', body, token)

  it('admit a few requests', async () => {
    expect((await change()).status).to.equal(204)
    expect(asked[0]?.caller).to.deep.equal({ userId: 'user-1', sessionId: 'session-1', isOperator: false })
    expect(buckets).to.deep.equal(['user:user-1'])
    expect((await post('/v1/auth/resend-verification', undefined)).body).to.deep.equal({ sent: true })
    expect((await post('/v1/auth/resend-verification', undefined, GOOD_TOKEN, 'en')).body).to.deep.equal({
      sent: false,
    })
  })

  it('count by address and by account', async () => {
    addressVerdict = refused
    const byAddress = await change()
    expect([byAddress.status, byAddress.headers.get('retry-after')]).to.deep.equal([429, '7'])
    addressVerdict = admitted
    emailVerdict = refused
    expect((await change()).status).to.equal(429)
    expect((await post('/v1/auth/resend-verification', undefined)).status).to.equal(429)
    expect(asked).to.deep.equal([])
  })

  it('have a different answer for each failure', async () => {
    failure = { tag: 'invalid_current_password' }
    const wrong = await change()
    expect(wrong.status).to.equal(403)
    expect(wrong.body).to.include({ code: 'invalid_current_password' })
    failure = { tag: 'overloaded' }
    expect((await change()).status).to.equal(503)
    failure = { tag: 'weak_password', rule: 'common' }
    const weak = await change()
    expect(weak.status).to.equal(422)
    expect(weak.body).to.deep.equal({
      detail: [
        {
          loc: ['body', 'new_password'],
          msg: 'must not be one of the passwords everybody tries first',
          type: 'weak_password',
        },
      ],
    })
    expect((await change({ current_password: 'x' })).status).to.equal(422)
    expect((await change(PASSWORDS, 'bad')).status).to.equal(401)
  })
})
