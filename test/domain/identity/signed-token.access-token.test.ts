import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import { accessClaims, admitBearer } from '../../../src/domain/identity/signed-token.ts'
import { SESSION_ABSOLUTE_TIMEOUT_MS } from '../../../src/domain/identity/session.ts'

const BEGAN = Date.UTC(2026, 0, 1)
const session = { id: 'session', userId: 'user', createdAt: new Date(BEGAN) }

describe('access token', () => {
  it('lives a quarter of an hour', () => {
    const { issuedAtSeconds, expiresAtSeconds } = accessClaims(session, BEGAN + 999)
    expect(issuedAtSeconds).to.equal(BEGAN / 1000)
    expect(expiresAtSeconds - issuedAtSeconds).to.equal(900)
  })

  it('never outlives its session', () => {
    const { issuedAtSeconds, expiresAtSeconds } = accessClaims(session, BEGAN + SESSION_ABSOLUTE_TIMEOUT_MS - 60_000)
    expect(expiresAtSeconds - issuedAtSeconds).to.equal(60)
  })

  const claims = accessClaims(session, BEGAN)
  const known = { userId: 'user', endsAtMs: BEGAN + SESSION_ABSOLUTE_TIMEOUT_MS, isOperator: true }
  const refused = left({ tag: 'unauthenticated' })

  it('admits its bearer while the session counts', () => {
    const admitted = { userId: 'user', sessionId: 'session', isOperator: true }
    expect(admitBearer(claims, known, BEGAN)).to.deep.equal(right(admitted))
  })
  it('admits no bearer without a session', () => expect(admitBearer(claims, null, BEGAN)).to.deep.equal(refused))
  it('admits no bearer with the session of another user', () => {
    expect(admitBearer(claims, { ...known, userId: 'other' }, BEGAN)).to.deep.equal(refused)
  })
  it('admits no bearer when the session is over', () => {
    expect(admitBearer(claims, known, known.endsAtMs)).to.deep.equal(refused)
  })
})
