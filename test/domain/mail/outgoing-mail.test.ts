import { expect } from 'chai'
import { countedHour, decideDispatch, nextAttempt } from '../../../src/domain/mail/outgoing-mail.ts'
import type { OutgoingMail } from '../../../src/domain/mail/outgoing-mail.ts'
import { AT, later, someUser } from '../../contract/accounts/identity-stores.ts'

const mail: OutgoingMail = {
  id: '01890000-0000-7000-8000-000000000001',
  kind: 'verify_email',
  recipient: 'anna@example.org',
  locale: 'en',
  detail: null,
  facts: null,
  attempts: 1,
  createdAt: AT,
}

const user = { ...someUser(), deactivatedAt: null, rateLimitPerMinute: null, operatorSince: null }

const DAY_MS = 24 * 60 * 60 * 1000

const at = (sinceMs: number) => ({ nowMs: AT.getTime() + sinceMs, settledMs: AT.getTime() + sinceMs })

describe('outgoing mail', () => {
  it('is tried again after pauses that double up to a quarter of an hour', () => {
    const pauses = [1, 2, 3, 8, 9, 50].map((attempts) => {
      const next = nextAttempt({ ...mail, attempts }, at(0))
      return ((next?.getTime() ?? 0) - AT.getTime()) / 1000
    })
    expect(pauses).to.deep.equal([5, 10, 20, 640, 900, 900])
  })

  it('is given up after a week, not before', () => {
    expect(nextAttempt(mail, at(7 * DAY_MS - 1))).to.not.equal(null)
    expect(nextAttempt(mail, at(7 * DAY_MS))).to.equal(null)
  })

  it('is not given up by a clock that is ahead for a moment', () => {
    const next = nextAttempt(mail, { ...at(8 * DAY_MS), settledMs: AT.getTime() })
    expect(next?.getTime()).to.equal(AT.getTime() + 8 * DAY_MS + 5_000)
  })

  it('is dropped where no user has the address, or the account is closed', () => {
    const needless = { tag: 'drop', outcome: 'needless' }
    expect(decideDispatch(mail, null, true, [])).to.deep.equal(needless)
    expect(decideDispatch(mail, { ...user, deactivatedAt: later(1) }, true, [])).to.deep.equal(needless)
  })

  it('asks for no verification of a verified address, but still sends a reset link', () => {
    const verified = { ...user, emailVerified: true }
    expect(decideDispatch(mail, verified, true, [])).to.deep.equal({ tag: 'drop', outcome: 'needless' })
    expect(decideDispatch({ ...mail, kind: 'reset_password' }, verified, true, []).tag).to.equal('send')
  })

  it('tells the owner what happened, even when more happened since', () => {
    const closed = { ...user, deactivatedAt: later(1), emailVerified: true }
    for (const kind of ['key_created', 'account_deleted'] as const) {
      expect(decideDispatch({ ...mail, kind }, closed, false, [])).to.deep.equal({ tag: 'send', user: closed })
      expect(decideDispatch({ ...mail, kind }, null, true, [])).to.deep.equal({ tag: 'drop', outcome: 'needless' })
    }
  })

  it('gives way to a later one', () => {
    expect(decideDispatch(mail, user, false, [])).to.deep.equal({ tag: 'drop', outcome: 'superseded' })
    expect(decideDispatch(mail, user, true, [])).to.deep.equal({ tag: 'send', user })
  })

  it('is an alert for the verified address of an open account whose owner wants such alerts', () => {
    const alert = { ...mail, kind: 'balance_low' } as const
    const owner = { ...user, emailVerified: true }
    const needless = { tag: 'drop', outcome: 'needless' }
    expect(decideDispatch(alert, owner, false, ['topup_failed'])).to.deep.equal({ tag: 'send', user: owner })
    expect(decideDispatch(alert, owner, true, ['balance_low'])).to.deep.equal(needless)
    expect(decideDispatch(alert, user, true, [])).to.deep.equal(needless)
    expect(decideDispatch(alert, { ...owner, deactivatedAt: later(1) }, true, [])).to.deep.equal(needless)
  })

  it('is counted against the limit of an hour where a clock made it that is a minute ahead, and no more', () => {
    const { from, to } = countedHour(AT.getTime())
    expect([from, to]).to.deep.equal([later(-3_600_000), later(60_000)])
  })
})
