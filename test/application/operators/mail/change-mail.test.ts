import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import { mailChanges } from '../../../../src/application/operators/mail/change-mail.ts'
import { describeIdentity, someUser } from '../../../contract/accounts/identity-stores.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'

describeIdentity('mail messages in the hands of an operator', (ground) => {
  const bench = async () => {
    const { stores, unitOfWork, clock } = ground()
    const operator = someUser({ emailVerified: true })
    await stores.users.add(operator)
    const setRole = (since: Date | null) => stores.users.setOperatorSince(operator.id, since)
    await setRole(new Date(clock.now()))
    const changes = mailChanges({ unitOfWork, ids: { next: testId }, clock })
    const id = testId()
    const { emailFolded: recipient } = someUser()
    const at = (ms = 0): Date => new Date(clock.now() + ms)
    await stores.mail.enqueue({ id, kind: 'reset_password', recipient, locale: 'ru', createdAt: at(-1) })
    const change = (verb: keyof typeof changes) =>
      changes[verb]({ operatorId: operator.id, mailId: id, reason: 'the server is back' })
    return {
      stores,
      clock,
      id,
      at,
      setRole,
      retry: () => change('retry'),
      giveUp: () => change('giveUp'),
      /** What a sender gets that looks for due mail now. */
      claim: async () => {
        const claimed = await stores.mail.claim({ at: at(), until: at(120_000), limit: 1_000 })
        return claimed.filter((each) => each.id === id).map(({ attempts }) => attempts)
      },
      noted: async () =>
        (await stores.operatorLog.page({ operator: null, subject: id, before: null, limit: 9 })).map(
          ({ command, before, after, reason }) => ({ command, before, after, reason }),
        ),
    }
  }

  it('are sent at once where they wait for a later attempt', async () => {
    const { stores, id, at, claim, retry, noted } = await bench()
    await claim()
    await stores.mail.postpone({ id, attempts: 1 }, { at: at(), until: at(600_000) }, 'the server is away')
    expect(await claim()).to.deep.equal([])
    expect(await retry()).to.deep.equal(right(null))
    expect(await claim()).to.deep.equal([2])
    expect(await noted()).to.deep.equal([
      {
        command: 'mail retry',
        before: { state: 'waiting' },
        after: { state: 'waiting' },
        reason: 'the server is back',
      },
    ])
  })

  it('are left alone while a sender has claimed them, until the claim is over', async () => {
    const { clock, claim, retry, giveUp, noted, stores, id } = await bench()
    expect(await claim()).to.deep.equal([1])
    expect(await retry()).to.have.nested.property('left.tag', 'mail_claimed')
    expect(await giveUp()).to.have.nested.property('left.tag', 'mail_claimed')
    expect(await claim()).to.deep.equal([])
    expect(await noted()).to.deep.equal([])
    clock.turn(120_001)
    expect(await giveUp()).to.deep.equal(right(null))
    expect(await claim()).to.deep.equal([])
    expect((await stores.mail.lock(id))?.outcome).to.equal('given_up')
  })

  it('are sent once more after they failed, and not after they were sent or dropped', async () => {
    const { stores, id, at, claim, retry, giveUp } = await bench()
    await claim()
    await stores.mail.end({ id, attempts: 1 }, 'refused', at(), 'no such mailbox')
    expect(await giveUp()).to.have.nested.property('left.tag', 'mail_ended')
    expect(await retry()).to.deep.equal(right(null))
    expect(await claim()).to.deep.equal([2])
    await stores.mail.end({ id, attempts: 2 }, 'sent', at(), null)
    for (const change of [retry, giveUp]) expect(await change()).to.have.nested.property('left.tag', 'mail_ended')
    expect(await claim()).to.deep.equal([])
  })

  it('do not change for an operator who lost the role a moment ago', async () => {
    const { setRole, giveUp, stores, id, noted } = await bench()
    await setRole(null)
    expect(await giveUp()).to.have.nested.property('left.tag', 'forbidden')
    expect((await stores.mail.lock(id))?.outcome).to.equal(null)
    expect(await noted()).to.deep.equal([])
  })
})
