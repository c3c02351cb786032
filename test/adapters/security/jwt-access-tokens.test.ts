import { createHmac, createPrivateKey, sign } from 'node:crypto'
import { expect } from 'chai'
import { exportSPKI, generateKeyPair, importJWK, SignJWT } from 'jose'
import type { CryptoKey } from 'jose'
import { jwtAccessTokens, openKeyRing } from '../../../src/adapters/security/jwt-access-tokens.ts'
import { uuidV7Ids } from '../../../src/adapters/runtime/uuid-v7-ids.ts'
import type { SigningKey } from '../../../src/domain/identity/signing-key.ts'
import { manualClock } from '../../support/manual-clock.ts'
import { memorySigningKeys } from '../../twins/secrets/installation-keys.ts'

const ISSUER = 'https://gateway.test'
const AUDIENCE = 'gateway'

const setUp = async () => {
  const clock = manualClock()
  const keys: SigningKey[] = []
  const ring = await openKeyRing({ keys: memorySigningKeys(keys), clock, monotonicMs: clock.now })
  const ids = uuidV7Ids(clock)
  const tokens = jwtAccessTokens({ ring, ids, clock, issuer: ISSUER, audience: AUDIENCE })
  const issuedAtSeconds = clock.now() / 1000
  const claims = { userId: 'user', sessionId: 'session', issuedAtSeconds, expiresAtSeconds: issuedAtSeconds + 900 }
  const [key] = keys
  if (key === undefined) throw new Error('no key was made')
  const privateKey = (await importJWK({ ...key.privateJwk }, 'EdDSA')) as CryptoKey
  return { clock, key, privateKey, ring, tokens, claims }
}

type SetUp = Awaited<ReturnType<typeof setUp>>

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token as ours would be, but for what the test changes. */
const forge = (
  { claims, key, privateKey }: SetUp,
  change: { header?: object; payload?: object; key?: CryptoKey } = {},
): Promise<string> =>
  new SignJWT({
    sub: claims.userId,
    sid: claims.sessionId,
    iss: ISSUER,
    aud: AUDIENCE,
    iat: claims.issuedAtSeconds,
    exp: claims.expiresAtSeconds,
    jti: 'j',
    ...change.payload,
  })
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid, typ: 'at+jwt', ...change.header })
    .sign(change.key ?? privateKey)

describe('JWT access tokens', () => {
  it('say who calls in which session', async () => {
    const { tokens, claims, key } = await setUp()
    const token = await tokens.issue(claims)
    const header: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
    expect(header).to.deep.equal({ alg: 'EdDSA', kid: key.kid, typ: 'at+jwt' })
    expect(await tokens.verify(token)).to.deep.equal(claims)
  })

  it('are accepted when forged with nothing changed, so that the refusals below mean something', async () => {
    const ours = await setUp()
    expect(await ours.tokens.verify(await forge(ours))).to.deep.equal(ours.claims)
  })

  const changes: readonly (readonly [string, Parameters<typeof forge>[1]])[] = [
    ['another issuer', { payload: { iss: 'https://evil.test' } }],
    ['another audience', { payload: { aud: 'other' } }],
    ['another type', { header: { typ: 'JWT' } }],
    ['no type', { header: { typ: undefined } }],
    ['an unknown key name', { header: { kid: 'other' } }],
    ['no key name', { header: { kid: undefined } }],
    ['no session', { payload: { sid: undefined } }],
    ['no expiry', { payload: { exp: undefined } }],
    ['a session that is no text', { payload: { sid: 7 } }],
    ['a year of life under the right key', { payload: { exp: 9_999_999_999 } }],
    ['an age no token of ours has', { payload: { iat: 1, exp: 9_999_999_999 } }],
    ['a time before it counts', { payload: { nbf: 9_999_999_999 } }],
  ]
  for (const [name, change] of changes) {
    it(`refuses ${name}`, async () => {
      const ours = await setUp()
      expect(await ours.tokens.verify(await forge(ours, change))).to.equal(null)
    })
  }

  it('refuses a header that asks for an extension it does not know', async () => {
    const ours = await setUp()
    const [, payload = ''] = (await forge(ours)).split('.')
    const header = base64url({ alg: 'EdDSA', kid: ours.key.kid, typ: 'at+jwt', crit: ['x'], x: 1 })
    const key = createPrivateKey({ key: { ...ours.key.privateJwk }, format: 'jwk' })
    const signature = sign(null, Buffer.from(`${header}.${payload}`), key).toString('base64url')
    expect(await ours.tokens.verify(`${header}.${payload}.${signature}`)).to.equal(null)
  })

  it('refuses the signature of another key under our key name', async () => {
    const ours = await setUp()
    const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
    expect(await ours.tokens.verify(await forge(ours, { key: privateKey }))).to.equal(null)
  })

  it('refuses a key that comes with the token', async () => {
    const ours = await setUp()
    const foreign = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: 'AAAA' }
    const token = await forge(ours, { key: foreign.privateKey, header: { jwk, kid: undefined } })
    expect(await ours.tokens.verify(token)).to.equal(null)
  })

  it('refuses the algorithm "none"', async () => {
    const { tokens, claims, key } = await setUp()
    const token = await tokens.issue(claims)
    const payload = token.split('.')[1] ?? ''
    for (const alg of ['none', 'None', 'NONE']) {
      const header = base64url({ alg, kid: key.kid, typ: 'at+jwt' })
      expect(await tokens.verify(`${header}.${payload}.`)).to.equal(null)
      expect(await tokens.verify(`${header}.${payload}.${token.split('.')[2] ?? ''}`)).to.equal(null)
    }
  })

  it('refuses HS256 with the public key as its secret', async () => {
    const { tokens, claims, key, ring } = await setUp()
    const payload = (await tokens.issue(claims)).split('.')[1] ?? ''
    const publicKey = await ring.verifying(key.kid)
    if (publicKey === null) throw new Error('the key is gone')
    const header = base64url({ alg: 'HS256', kid: key.kid, typ: 'at+jwt' })
    for (const secret of [await exportSPKI(publicKey), String(key.publicJwk['x']), JSON.stringify(key.publicJwk)]) {
      const signature = createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url')
      expect(await tokens.verify(`${header}.${payload}.${signature}`)).to.equal(null)
    }
  })

  it('refuses a changed payload and what is no token', async () => {
    const { tokens, claims } = await setUp()
    const [header = '', , signature = ''] = (await tokens.issue(claims)).split('.')
    expect(await tokens.verify(`${header}.${base64url({ ...claims, sub: 'other' })}.${signature}`)).to.equal(null)
    for (const text of ['', '.', '..', 'a.b.c', 'token', 'é.é.é', 'x'.repeat(5_000)]) {
      expect(await tokens.verify(text)).to.equal(null)
    }
  })

  it('expire, give or take five seconds between clocks', async () => {
    const { tokens, claims, clock } = await setUp()
    const token = await tokens.issue(claims)
    clock.turn(904_000)
    expect(await tokens.verify(token)).to.deep.equal(claims)
    clock.turn(2_000)
    expect(await tokens.verify(token)).to.equal(null)
  })

  it('are accepted from an instance whose clock is some minutes ahead or behind, and no more', async () => {
    const { tokens, claims, clock } = await setUp()
    const token = await tokens.issue(claims)
    clock.turn(-600_000)
    expect(await tokens.verify(token)).to.deep.equal(claims)
    clock.turn(-2_000)
    expect(await tokens.verify(token)).to.equal(null)
    clock.turn(902_000)
    expect(await tokens.verify(token)).to.deep.equal(claims)
  })

  it('publish what verifies and nothing that signs', async () => {
    const { tokens, key } = await setUp()
    const keys = await tokens.publicKeys()
    expect(keys).to.deep.equal([
      { kty: 'OKP', crv: 'Ed25519', x: key.publicJwk['x'], kid: key.kid, alg: 'EdDSA', use: 'sig' },
    ])
    expect(JSON.stringify(keys)).to.not.contain(String(key.privateJwk['d']))
  })
})
