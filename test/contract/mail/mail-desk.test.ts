import { expect } from 'chai'
import type { MailDesk } from '../../../src/application/ports/mail/mail-desk.ts'
import type { MailQueue, NewMail } from '../../../src/application/ports/mail/mail-queue.ts'
import { testId } from '../billing/billing-stores.ts'
import { AT, describeIdentity, later, someUser } from '../accounts/identity-stores.ts'

describeIdentity('mail desk contract', (ground) => {
  const queue = (): MailQueue => ground().stores.mail
  const desk = (): MailDesk => ground().stores.mail

  const enqueue = async (change: Partial<NewMail> = {}): Promise<string> => {
    const id = testId()
    const { emailFolded: recipient } = someUser()
    await queue().enqueue({ id, kind: 'verify_email', recipient, locale: 'ru', createdAt: AT, ...change })
    return id
  }
  /** Leaves nothing of an earlier test behind. */
  beforeEach(async () => {
    const waiting = { state: 'waiting', accountId: null, before: null, limit: 1_000 } as const
    for (const mail of await desk().page(waiting)) await queue().end(mail, 'sent', AT, null)
    await queue().prune(later(1e13), 1_000)
  })

  const ids = async (query: Partial<Parameters<MailDesk['page']>[0]> = {}): Promise<readonly string[]> =>
    (await desk().page({ state: null, accountId: null, before: null, limit: 100, ...query })).map(({ id }) => id)

  it('lists messages newest first, a page after another', async () => {
    const made = [await enqueue(), await enqueue(), await enqueue()].toSorted().toReversed()
    expect(await ids()).to.deep.equal(made)
    expect(await ids({ limit: 2 })).to.deep.equal(made.slice(0, 2))
    expect(await ids({ before: made[1] ?? '' })).to.deep.equal(made.slice(2))
  })

  it('lists the messages of one state', async () => {
    const waiting = await enqueue()
    const ended = async (outcome: Parameters<MailQueue['end']>[1]): Promise<string> => {
      const id = await enqueue()
      await queue().end({ id, attempts: 0 }, outcome, later(1), null)
      return id
    }
    const sent = await ended('sent')
    const failed = [await ended('refused'), await ended('given_up')]
    const dropped = [await ended('superseded'), await ended('needless')]
    expect(await ids({ state: 'waiting' })).to.deep.equal([waiting])
    expect(await ids({ state: 'sent' })).to.deep.equal([sent])
    expect(await ids({ state: 'failed' })).to.have.members(failed)
    expect(await ids({ state: 'dropped' })).to.have.members(dropped)
  })

  it('names the account that has the address, and lists the messages to it', async () => {
    const user = someUser()
    await ground().stores.users.add(user)
    const mail = await enqueue({ recipient: user.emailFolded })
    await enqueue()
    expect(await ids({ accountId: user.id })).to.deep.equal([mail])
    expect((await desk().lock(mail))?.accountId).to.equal(user.id)
    expect(await ids({ accountId: testId() })).to.deep.equal([])
  })

  it('tells what became of a message: the claim, the failure, the end', async () => {
    const id = await enqueue()
    const fresh = {
      id,
      kind: 'verify_email',
      accountId: null,
      attempts: 0,
      createdAt: AT,
      nextAttemptAt: AT,
      claimedUntil: null,
      endedAt: null,
      outcome: null,
      lastError: null,
    }
    const seen = async () => {
      const { recipient: _, ...mail } = (await desk().lock(id)) ?? { recipient: '' }
      return mail
    }
    expect(await seen()).to.deep.equal(fresh)
    await queue().claim({ at: AT, until: later(120_000), limit: 1 })
    const claimed = { ...fresh, attempts: 1, nextAttemptAt: later(120_000), claimedUntil: later(120_000) }
    expect(await seen()).to.deep.equal(claimed)
    await queue().postpone({ id, attempts: 1 }, { at: AT, until: later(5_000) }, 'the server is away')
    const postponed = { ...claimed, nextAttemptAt: later(5_000), claimedUntil: null, lastError: 'the server is away' }
    expect(await seen()).to.deep.equal(postponed)
    await queue().claim({ at: later(5_000), until: later(125_000), limit: 1 })
    await queue().end({ id, attempts: 2 }, 'refused', later(6_000), 'no such mailbox')
    expect(await seen()).to.deep.include({ outcome: 'refused', endedAt: later(6_000), lastError: 'no such mailbox' })
    expect(await seen()).to.include({ claimedUntil: null, attempts: 2 })
    expect(await desk().lock(testId())).to.equal(null)
  })

  it('makes a message due again, also one that has ended', async () => {
    const id = await enqueue()
    await queue().end({ id, attempts: 0 }, 'given_up', later(1), 'the server is away')
    await desk().requeue(id, later(10))
    expect(await queue().claim({ at: later(9), until: later(120_000), limit: 9 })).to.deep.equal([])
    expect((await queue().claim({ at: later(10), until: later(120_000), limit: 9 }))[0]).to.include({ id, attempts: 1 })
  })
})
