import { expect } from 'chai'
import {
  SESSION_ABSOLUTE_TIMEOUT_MS,
  decideRefresh,
  RECENT_SIGN_IN_MS,
  REFRESH_GRACE_MS,
  SESSION_IDLE_TIMEOUT_MS,
  isFresh,
  isLive,
  isOpen,
} from '../../../src/domain/identity/session.ts'
import type { RefreshDecision, Session } from '../../../src/domain/identity/session.ts'

const BEGAN = Date.UTC(2026, 0, 1)
const HOUR = 3_600_000
const TURNED = BEGAN + HOUR

const rotated: Session = {
  id: 'session',
  userId: 'user',
  secretId: 'secret',
  currentHash: 'current',
  previousHash: 'previous',
  rotatedAt: new Date(TURNED),
  createdAt: new Date(BEGAN),
  revokedAt: null,
  authenticatedAt: new Date(BEGAN),
  userAgent: null,
}
const fresh: Session = { ...rotated, previousHash: null, rotatedAt: rotated.createdAt }
const revoked: Session = { ...rotated, revokedAt: new Date(TURNED + 1) }
/** Used so often that only its whole age ends it. */
const old: Session = { ...rotated, rotatedAt: new Date(BEGAN + SESSION_ABSOLUTE_TIMEOUT_MS - HOUR) }

describe('a session', () => {
  it('is fresh for ten minutes from the last proof, however often it is refreshed', () => {
    expect(isFresh(rotated, BEGAN + RECENT_SIGN_IN_MS - 1)).to.equal(true)
    expect(isFresh(rotated, BEGAN + RECENT_SIGN_IN_MS)).to.equal(false)
    expect(isFresh({ authenticatedAt: new Date(TURNED) }, TURNED + RECENT_SIGN_IN_MS - 1)).to.equal(true)
  })

  it('counts until it is revoked, idle for too long, or too old', () => {
    const states = (session: Session, nowMs: number) => [isOpen(session, nowMs), isLive(session, nowMs)]
    expect(states(rotated, TURNED)).to.deep.equal([true, true])
    expect(states(rotated, TURNED + SESSION_IDLE_TIMEOUT_MS)).to.deep.equal([true, false])
    expect(states(old, BEGAN + SESSION_ABSOLUTE_TIMEOUT_MS)).to.deep.equal([false, false])
    expect(states(revoked, TURNED)).to.deep.equal([false, false])
  })
})

describe('refresh decision', () => {
  const cases: readonly (readonly [string, Session, string, number, RefreshDecision['tag']])[] = [
    ['the first token', fresh, 'current', BEGAN, 'rotate'],
    ['the current token', rotated, 'current', TURNED + HOUR, 'rotate'],
    ['the predecessor at once', rotated, 'previous', TURNED, 'repeat'],
    ['the predecessor at the end of the grace', rotated, 'previous', TURNED + REFRESH_GRACE_MS, 'repeat'],
    ['the predecessor after the grace', rotated, 'previous', TURNED + REFRESH_GRACE_MS + 1, 'reuse'],
    ['the predecessor by a clock that is behind', rotated, 'previous', TURNED - 3_000, 'repeat'],
    ['an older token inside the grace', rotated, 'older', TURNED + 1, 'reuse'],
    ['an unknown token of a fresh session', fresh, 'older', BEGAN + 1, 'reuse'],
    ['the current token just before the idle end', rotated, 'current', TURNED + SESSION_IDLE_TIMEOUT_MS - 1, 'rotate'],
    ['the current token at the idle end', rotated, 'current', TURNED + SESSION_IDLE_TIMEOUT_MS, 'expired'],
    [
      'the current token just before the absolute end',
      old,
      'current',
      BEGAN + SESSION_ABSOLUTE_TIMEOUT_MS - 1,
      'rotate',
    ],
    ['the current token at the absolute end', old, 'current', BEGAN + SESSION_ABSOLUTE_TIMEOUT_MS, 'expired'],
    ['the current token of a revoked session', revoked, 'current', TURNED + 2, 'revoked'],
    ['the predecessor in a revoked session', revoked, 'previous', TURNED + 2, 'revoked'],
  ]
  for (const [name, session, hash, nowMs, tag] of cases) {
    it(`${name}: ${tag}`, () => expect(decideRefresh(session, hash, nowMs)).to.deep.equal({ tag }))
  }
})
