import { expect } from 'chai'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import { yandexUserInfo } from '../../../src/adapters/identity/yandex-user-info.ts'
import { boundedGot } from '../../../src/adapters/service-http/bounded-got.ts'
import { CLIENT_ID, startIdentityProvider } from '../../support/servers/identity-provider-server.ts'
import type { IdentityProviderServer } from '../../support/servers/identity-provider-server.ts'

const INVALID = left({ tag: 'invalid_identity_token' })
const UNAVAILABLE = left({ tag: 'identity_provider_unavailable' })

describe('Yandex access tokens', () => {
  let server: IdentityProviderServer

  before(async () => {
    server = await startIdentityProvider()
  })
  after(() => server.close())
  afterEach(() => {
    server.mood = 'well'
  })

  const open = (userInfoUrl: string, timeoutMs: number) =>
    yandexUserInfo({ http: boundedGot, clientId: CLIENT_ID, userInfoUrl, timeoutMs })
  const identify = (token: string, timeoutMs = 60_000) =>
    open(server.userInfoUrl, timeoutMs).identify({ token, nonce: null })

  const ask = (info: Readonly<Record<string, unknown>>) => {
    server.people.set('token', info)
    return identify('token')
  }

  const identityOf = async (info: Readonly<Record<string, unknown>>) => {
    const identity = await ask({ id: '7', client_id: CLIENT_ID, ...info })
    if (isLeft(identity)) throw new Error(identity.left.tag)
    return identity.right
  }

  it('give the identity of the person', async () => {
    expect(
      await ask({ id: '7', client_id: CLIENT_ID, default_email: 'Anna@Yandex.ru', display_name: ' anna ', login: 'a' }),
    ).to.deep.equal(
      right({
        provider: 'yandex',
        subject: '7',
        email: { address: 'Anna@Yandex.ru', folded: 'anna@yandex.ru' },
        emailVouched: true,
        displayName: 'anna',
        singleUse: null,
      }),
    )
  })

  const domains: readonly (readonly [string, boolean])[] = [
    ['anna@yandex.ru', true],
    ['anna@ya.ru', true],
    ['anna@yandex.com', true],
    ['anna@YANDEX.KZ', true],
    ['anna@gmail.com', false],
    ['anna@yandex.ru.example.org', false],
    ['anna@notyandex.ru', false],
    ['anna@mail.yandex.ru', false],
  ]
  for (const [address, vouched] of domains) {
    it(`${vouched ? 'vouch' : 'do not vouch'} for ${address}`, async () => {
      const { email, emailVouched } = await identityOf({ default_email: address })
      expect([email?.address, emailVouched]).to.deep.equal([address, vouched])
    })
  }

  it('are accepted without an address, or with one in the list alone', async () => {
    expect(await identityOf({})).to.include({ email: null, emailVouched: false })
    expect(await identityOf({ default_email: null, emails: [] })).to.include({ email: null })
    expect(await identityOf({ default_email: 'broken', emails: ['anna@ya.ru'] })).to.deep.include({
      email: { address: 'anna@ya.ru', folded: 'anna@ya.ru' },
    })
    expect(await identityOf({ display_name: 7, real_name: 'Anna' })).to.include({ displayName: 'Anna' })
  })

  it('of another service are refused', async () => {
    expect(await ask({ id: '7', client_id: 'another-service', default_email: 'anna@ya.ru' })).to.deep.equal(INVALID)
    expect(await ask({ id: '', client_id: CLIENT_ID })).to.deep.equal(INVALID)
  })

  it('that Yandex does not know are refused, and text that is no token is not sent to Yandex', async () => {
    expect(await identify('unknown')).to.deep.equal(INVALID)
    const asked = server.asked.length
    for (const token of ['', 'two words', 'line\nbreak', 'é', 'x'.repeat(5_000)]) {
      expect(await identify(token)).to.deep.equal(INVALID)
    }
    expect(server.asked).to.have.length(asked)
  })

  it('are unavailable when Yandex is down, slow, or sends an unreadable answer', async () => {
    for (const mood of ['failing', 'nonsense'] as const) {
      server.mood = mood
      expect(await identify('token'), mood).to.deep.equal(UNAVAILABLE)
    }
    server.mood = 'silent'
    const before = server.asked.length
    expect(await identify('token', 100)).to.deep.equal(UNAVAILABLE)
    expect(server.asked.length - before, 'asks once').to.be.at.most(1)
    const away = open('http://127.0.0.1:1/info', 60_000)
    expect(await away.identify({ token: 'token', nonce: null })).to.deep.equal(UNAVAILABLE)
    server.mood = 'well'
    expect(await ask({ client_id: CLIENT_ID })).to.deep.equal(UNAVAILABLE)
  })

  it('are unavailable when the answer has no end, or is packed', async () => {
    for (const mood of ['endless', 'packed'] as const) {
      server.mood = mood
      expect(await ask({ id: '7', client_id: CLIENT_ID }), mood).to.deep.equal(UNAVAILABLE)
    }
  })
})
