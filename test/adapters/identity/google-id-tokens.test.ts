import { expect } from 'chai'
import { isLeft, isRight, left, right } from 'fp-ts/lib/Either.js'
import { base64url, generateKeyPair, importJWK, SignJWT } from 'jose'
import type { JWTPayload } from 'jose'
import { googleIdTokens } from '../../../src/adapters/identity/google-id-tokens.ts'
import { boundedGot } from '../../../src/adapters/service-http/bounded-got.ts'
import type { IdentityProvider } from '../../../src/application/ports/accounts/identity-provider.ts'
import { manualClock } from '../../support/manual-clock.ts'
import { CLIENT_ID, ISSUER, startIdentityProvider } from '../../support/servers/identity-provider-server.ts'
import type { IdentityProviderServer } from '../../support/servers/identity-provider-server.ts'

const INVALID = left({ tag: 'invalid_identity_token' })
const UNAVAILABLE = left({ tag: 'identity_provider_unavailable' })
const PERSON = { sub: '1234', email: 'Anna@example.org', name: 'Anna \u0000Petrova' }
const HOUR = 3_600

const seconds = (): number => Math.floor(Date.now() / 1000)

const encoded = (value: unknown): string => base64url.encode(JSON.stringify(value))

interface Reader {
  identify(token: string, nonce?: string): ReturnType<IdentityProvider['identify']>
}

const reading = (provider: IdentityProvider): Reader => ({
  identify: (token, nonce) => provider.identify({ token, nonce: nonce ?? null }),
})

/** The token's own claims, for tests that are about the person. */
const personIn = (identity: Awaited<ReturnType<Reader['identify']>>) => {
  if (isLeft(identity)) return identity
  const { singleUse, ...person } = identity.right
  expect(singleUse?.hash).to.match(/^[0-9a-f]{64}$/)
  return right(person)
}

describe('Google ID tokens', () => {
  let server: IdentityProviderServer
  let google: Reader

  const open = (timeoutMs = 60_000): Reader =>
    reading(
      googleIdTokens({
        http: boundedGot,
        clientId: CLIENT_ID,
        issuers: [ISSUER, 'accounts.test'],
        jwksUrl: server.jwksUrl,
        clock: manualClock(Date.now()),
        timeoutMs,
      }),
    )

  beforeEach(async () => {
    server = await startIdentityProvider()
    google = open()
  })
  afterEach(() => server.close())

  it('give the identity of the person', async () => {
    const identity = personIn(await google.identify(await server.idToken(PERSON)))
    expect(identity).to.deep.equal(
      right({
        provider: 'google',
        subject: '1234',
        email: { address: 'Anna@example.org', folded: 'anna@example.org' },
        emailVouched: true,
        displayName: 'Anna  Petrova',
      }),
    )
    expect(isRight(await google.identify(await server.idToken({ ...PERSON, iss: 'accounts.test' })))).to.equal(true)
  })

  it('are accepted without an address', async () => {
    const identity = personIn(await google.identify(await server.idToken({ sub: '1' })))
    expect(identity).to.deep.equal(
      right({ provider: 'google', subject: '1', email: null, emailVouched: false, displayName: null }),
    )
  })

  const bad: readonly (readonly [string, (nowSeconds: number) => JWTPayload])[] = [
    ['another issuer', () => ({ iss: 'https://accounts.evil' })],
    ['another audience', () => ({ aud: 'another-service' })],
    ['our audience among others', () => ({ aud: [CLIENT_ID, 'another-service'] })],
    ['no audience', () => ({ aud: undefined })],
    ['a past expiry', (now) => ({ exp: now - 301 })],
    ['no expiry', () => ({ exp: undefined })],
    ['an expiry in a far future', (now) => ({ exp: now + 26 * HOUR })],
    ['no moment of issue', () => ({ iat: undefined })],
    ['a moment of issue in the future', (now) => ({ iat: now + 400 })],
    ['a beginning in the future', (now) => ({ nbf: now + 400 })],
    ['no subject', () => ({ sub: undefined })],
    ['an empty subject', () => ({ sub: '' })],
    ['an endless subject', () => ({ sub: 'x'.repeat(256) })],
    ['a subject with a NUL', () => ({ sub: 'x\0' })],
    ['a subject with half a character', () => ({ sub: 'x\ud800' })],
    ['an unverified address', () => ({ email_verified: false })],
    ['an address without the claim that it is verified', () => ({ email_verified: undefined })],
    ['what is no address', () => ({ email: 'anna' })],
    ['a subject that is a number', () => ({ sub: 1234 as unknown as string })],
    ['a party it was made for that is not us', () => ({ azp: 'another-service' })],
    ['a party it was made for that is no text', () => ({ azp: [CLIENT_ID] })],
  ]
  for (const [name, claims] of bad) {
    it(`are refused with ${name}`, async () => {
      expect(await google.identify(await server.idToken({ ...PERSON, ...claims(seconds()) }))).to.deep.equal(INVALID)
    })
  }

  it('are accepted when they were issued to this service', async () => {
    expect(isRight(await google.identify(await server.idToken({ ...PERSON, azp: CLIENT_ID })))).to.equal(true)
  })

  it('have the nonce that the client asked for, where it asked for one', async () => {
    const token = await server.idToken({ ...PERSON, nonce: 'n-1' })
    expect(isRight(await google.identify(token, 'n-1'))).to.equal(true)
    expect(isRight(await google.identify(token))).to.equal(true)
    expect(await google.identify(token, 'n-2')).to.deep.equal(INVALID)
    expect(await google.identify(await server.idToken(PERSON), 'n-1')).to.deep.equal(INVALID)
  })

  it('have one id for one signed text, and are refused with another spelling of the signature', async () => {
    const token = await server.idToken(PERSON)
    const [one, again] = [await google.identify(token), await google.identify(token)]
    expect(one).to.deep.equal(again)
    // 256 bytes make 342 characters, the last of which has four bits to spare.
    const last = token.slice(-1)
    const other = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const respelt = other[other.indexOf(last) + 1] ?? ''
    expect(Buffer.from(`${token.slice(-2, -1)}${respelt}`, 'base64url')).to.deep.equal(
      Buffer.from(token.slice(-2), 'base64url'),
    )
    expect(await google.identify(`${token.slice(0, -1)}${respelt}`)).to.deep.equal(INVALID)
  })

  it('are accepted within five minutes of skew', async () => {
    const late = await server.idToken({ ...PERSON, exp: seconds() - 290 })
    const early = await server.idToken({ ...PERSON, iat: seconds() + 290 })
    expect(isRight(await google.identify(late))).to.equal(true)
    expect(isRight(await google.identify(early))).to.equal(true)
  })

  it('are refused without a signature, or signed with the public key as a secret', async () => {
    const claims = {
      ...PERSON,
      iss: ISSUER,
      aud: CLIENT_ID,
      iat: seconds(),
      exp: seconds() + HOUR,
      email_verified: true,
    }
    const none = `${encoded({ alg: 'none', kid: 'key-1' })}.${encoded(claims)}.`
    expect(await google.identify(none)).to.deep.equal(INVALID)
    const secret = new TextEncoder().encode(String(server.published()[0]?.['n']))
    const hs256 = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'key-1' }).sign(secret)
    expect(await google.identify(hs256)).to.deep.equal(INVALID)
    const { privateKey } = await generateKeyPair('RS256')
    const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'key-1' }).sign(privateKey)
    expect(await google.identify(forged)).to.deep.equal(INVALID)
    const ps256 = await generateKeyPair('PS256')
    const other = await new SignJWT(claims).setProtectedHeader({ alg: 'PS256', kid: 'key-1' }).sign(ps256.privateKey)
    expect(await google.identify(other)).to.deep.equal(INVALID)
  })

  it('are refused with a key of their own, or with none named', async () => {
    const pair = await generateKeyPair('RS256', { extractable: true })
    const jwk = await importJWK(server.published()[0] ?? {}, 'RS256')
    expect(jwk).to.not.equal(undefined)
    const header = { kid: 'evil', jku: server.jwksUrl, x5u: server.jwksUrl }
    const claims = {
      ...PERSON,
      iss: ISSUER,
      aud: CLIENT_ID,
      iat: seconds(),
      exp: seconds() + HOUR,
      email_verified: true,
    }
    const own = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', ...header }).sign(pair.privateKey)
    expect(await google.identify(own)).to.deep.equal(INVALID)
    expect(await google.identify(await server.idToken(PERSON, { kid: undefined }))).to.deep.equal(INVALID)
  })

  it('are refused when they are no tokens, without a request for the keys', async () => {
    for (const token of ['', 'x', 'a.b.c', 'é.é.é', `${'a'.repeat(9_000)}.b.c`, '..']) {
      expect(await google.identify(token), token.slice(0, 10)).to.deep.equal(INVALID)
    }
    expect(server.asked).to.deep.equal([])
  })

  it('cause one request for the keys, and unknown keys cause no repeated requests', async () => {
    for (let asked = 0; asked < 5; asked += 1) await google.identify(await server.idToken(PERSON))
    expect(server.asked).to.have.length(1)
    for (let asked = 0; asked < 5; asked += 1) await google.identify(await server.idToken(PERSON, { kid: 'unknown' }))
    expect(server.asked.length).to.be.at.most(2)
  })

  it('of a newly published key are accepted after the keys are fetched again', async () => {
    await server.rotate()
    expect(isRight(await open().identify(await server.idToken(PERSON)))).to.equal(true)
  })

  it('are unavailable while the keys cannot be fetched, and accepted afterwards', async () => {
    const token = await server.idToken(PERSON)
    for (const mood of ['failing', 'nonsense'] as const) {
      server.mood = mood
      expect(await google.identify(token), mood).to.deep.equal(UNAVAILABLE)
    }
    server.mood = 'silent'
    const impatient = open(100)
    const before = server.asked.length
    expect(await impatient.identify(token)).to.deep.equal(UNAVAILABLE)
    expect(server.asked.length - before, 'asks once').to.be.at.most(1)
    server.mood = 'well'
    expect(isRight(await google.identify(token))).to.equal(true)
    const { jwksUrl } = server
    const unplugged = reading(
      googleIdTokens({
        http: boundedGot,
        clientId: CLIENT_ID,
        issuers: [ISSUER],
        jwksUrl: jwksUrl.replace(/:\d+/, ':1'),
        clock: manualClock(Date.now()),
      }),
    )
    expect(await unplugged.identify(token)).to.deep.equal(UNAVAILABLE)
  })

  it('are unavailable when the keys have no end, or are packed', async () => {
    const token = await server.idToken(PERSON)
    for (const mood of ['endless', 'packed'] as const) {
      server.mood = mood
      expect(await google.identify(token), mood).to.deep.equal(UNAVAILABLE)
    }
  })
})
