import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { isRight, left } from 'fp-ts/lib/Either.js'
import { pruneSessions } from '../../../../src/application/accounts/sessions/prune-sessions.ts'
import {
  SESSION_ABSOLUTE_TIMEOUT_MS,
  REFRESH_GRACE_MS,
  SESSION_IDLE_TIMEOUT_MS,
} from '../../../../src/domain/identity/session.ts'
import { describeIdentity } from '../../../contract/accounts/identity-stores.ts'
import { good, identityStack } from '../../../support/accounts/identity-stack.ts'
import { freshLogin, PASSWORD } from '../../../support/accounts/fresh-login.ts'

const REFUSED = left({ tag: 'invalid_refresh_token' })
const REUSED = left({ tag: 'refresh_token_reused' })
const UNAUTHENTICATED = left({ tag: 'unauthenticated' })

describeIdentity('refreshing a session', (ground) => {
  it('rotates the token at every use', async () => {
    const { stack, pair } = await freshLogin(ground())
    const second = good(await stack.refreshSession(pair.refreshToken))
    const third = good(await stack.refreshSession(second.refreshToken))
    expect(new Set([pair, second, third].map(({ refreshToken }) => refreshToken)).size).to.equal(3)
    expect(isRight(await stack.authenticateSession(third.accessToken))).to.equal(true)
  })

  it('gives one successor to fifty who come at once, on two instances', async () => {
    const { stack, pair } = await freshLogin(ground())
    const other = identityStack(ground())
    const pairs = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? stack : other).refreshSession(pair.refreshToken)),
    )
    expect(new Set(pairs.map((outcome) => good(outcome).refreshToken)).size).to.equal(1)
    const next = good(await stack.refreshSession(good(pairs[0] ?? REFUSED).refreshToken))
    expect(isRight(await stack.authenticateSession(next.accessToken))).to.equal(true)
  })

  it('gives the predecessor the same successor for ten seconds', async () => {
    const { stack, pair } = await freshLogin(ground())
    const second = good(await stack.refreshSession(pair.refreshToken))
    ground().clock.turn(REFRESH_GRACE_MS)
    expect(good(await stack.refreshSession(pair.refreshToken)).refreshToken).to.equal(second.refreshToken)
  })

  it('ends the session when the predecessor comes later', async () => {
    const { stack, pair } = await freshLogin(ground())
    const second = good(await stack.refreshSession(pair.refreshToken))
    expect(isRight(await stack.authenticateSession(second.accessToken))).to.equal(true)
    ground().clock.turn(REFRESH_GRACE_MS + 1)
    expect(await stack.refreshSession(pair.refreshToken)).to.deep.equal(REUSED)
    expect(await stack.refreshSession(second.refreshToken)).to.deep.equal(REFUSED)
    expect(await stack.authenticateSession(second.accessToken)).to.deep.equal(UNAUTHENTICATED)
  })

  it('ends the session when a token two generations old comes, even at once', async () => {
    const { stack, pair } = await freshLogin(ground())
    const second = good(await stack.refreshSession(pair.refreshToken))
    const third = good(await stack.refreshSession(second.refreshToken))
    expect(await stack.refreshSession(pair.refreshToken)).to.deep.equal(REUSED)
    expect(await stack.refreshSession(third.refreshToken)).to.deep.equal(REFUSED)
  })

  it('refuses made-up tokens and ends no session because of them', async () => {
    const { stack, pair } = await freshLogin(ground())
    const madeUp = randomBytes(48).toString('base64url')
    for (const token of ['', 'nonsense', madeUp]) expect(await stack.refreshSession(token)).to.deep.equal(REFUSED)
    expect(isRight(await stack.refreshSession(pair.refreshToken))).to.equal(true)
  })

  it('ends one session and not the others of the user', async () => {
    const { stack, email, pair } = await freshLogin(ground())
    const phone = good(await stack.logIn({ email, password: PASSWORD }))
    good(await stack.refreshSession(pair.refreshToken))
    ground().clock.turn(REFRESH_GRACE_MS + 1)
    expect(await stack.refreshSession(pair.refreshToken)).to.deep.equal(REUSED)
    expect(isRight(await stack.refreshSession(phone.refreshToken))).to.equal(true)
  })

  it('ends after fourteen idle days', async () => {
    const { stack, pair } = await freshLogin(ground())
    ground().clock.turn(SESSION_IDLE_TIMEOUT_MS)
    expect(await stack.refreshSession(pair.refreshToken)).to.deep.equal(REFUSED)
  })

  it('ends after thirty days however busy, and is pruned then', async () => {
    const login = await freshLogin(ground())
    const step = SESSION_IDLE_TIMEOUT_MS - 1000
    let token = login.pair.refreshToken
    for (let passed = step; passed < SESSION_ABSOLUTE_TIMEOUT_MS; passed += step) {
      ground().clock.turn(step)
      token = good(await login.stack.refreshSession(token)).refreshToken
    }
    ground().clock.turn(step)
    expect(await login.stack.refreshSession(token)).to.deep.equal(REFUSED)
    const { stores, clock } = ground()
    expect(await pruneSessions({ ...stores, clock })()).to.be.at.least(1)
  })
})
