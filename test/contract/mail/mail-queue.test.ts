import { expect } from 'chai'
import type { MailQueue, NewMail } from '../../../src/application/ports/mail/mail-queue.ts'
import { testId } from '../billing/billing-stores.ts'
import { AT, describeIdentity, later, someUser } from '../accounts/identity-stores.ts'

describeIdentity('mail queue contract', (ground) => {
  const queue = (): MailQueue => ground().stores.mail

  const enqueue = async (change: Partial<NewMail> = {}): Promise<NewMail> => {
    const recipient = someUser().emailFolded
    const fields = {
      id: testId(),
      kind: 'verify_email',
      recipient,
      locale: 'ru',
      createdAt: AT,
      detail: null,
      facts: null,
    } as const
    const mail = { ...fields, ...change }
    await queue().enqueue(mail)
    return mail
  }

  const claim = (at: Date, limit = 100) => queue().claim({ at, until: later(3_600_000), limit })
  /** Leaves nothing that waits behind, so that each test sees its own mail alone. */
  const drain = async (): Promise<void> => {
    const waiting = { state: 'waiting', accountId: null, before: null, limit: 1_000 } as const
    for (const mail of await ground().stores.mail.page(waiting)) await queue().end(mail, 'sent', AT, null)
  }
  beforeEach(drain)

  it('hands out what is due, with its attempts counted', async () => {
    const mail = await enqueue()
    await enqueue({ createdAt: later(1_000) })
    expect(await claim(AT)).to.deep.equal([{ ...mail, attempts: 1 }])
    expect(await claim(AT)).to.deep.equal([])
  })

  it('hands out the longest due first', async () => {
    const second = await enqueue({ createdAt: later(20) })
    const first = await enqueue({ createdAt: later(10) })
    expect((await claim(later(100), 1)).map(({ id }) => id)).to.deep.equal([first.id])
    expect((await claim(later(100), 1)).map(({ id }) => id)).to.deep.equal([second.id])
  })

  it('tells since when the longest waiting mail has been due, claimed or not', async () => {
    expect(await queue().oldestDue()).to.equal(null)
    await enqueue({ createdAt: later(20) })
    await enqueue({ createdAt: later(10) })
    expect(await queue().oldestDue()).to.deep.equal(later(10))
    await claim(later(100))
    expect(await queue().oldestDue()).to.deep.equal(later(3_600_000))
    await drain()
    expect(await queue().oldestDue()).to.equal(null)
  })

  it('hands each mail to one of many who ask at once', async () => {
    const mails = await Promise.all(Array.from({ length: 20 }, () => enqueue()))
    const claimed = (await Promise.all(Array.from({ length: 10 }, () => claim(AT, 5)))).flat()
    const rest = await claim(AT)
    const ids = [...claimed, ...rest].map(({ id }) => id)
    expect(ids.toSorted()).to.deep.equal(mails.map(({ id }) => id).toSorted())
  })

  it('hands a mail out again after its claimer died or put it back', async () => {
    const { id } = await enqueue()
    await queue().claim({ at: AT, until: later(5_000), limit: 9 })
    expect(await claim(later(4_999))).to.deep.equal([])
    expect((await claim(later(5_000)))[0]).to.include({ id, attempts: 2 })
    await queue().postpone({ id, attempts: 2 }, { at: AT, until: later(9_000) }, 'the server\0 refused')
    expect(await claim(later(8_999))).to.deep.equal([])
    expect((await claim(later(9_000)))[0]).to.include({ id, attempts: 3 })
  })

  it('never hands out a mail that ended, and keeps how it ended first', async () => {
    const mail = { id: (await enqueue()).id, attempts: 0 }
    await queue().end(mail, 'sent', later(1), null)
    await queue().postpone(mail, { at: AT, until: AT }, 'too late')
    await queue().end(mail, 'refused', later(2), 'x')
    expect(await claim(later(1e12))).to.deep.equal([])
  })

  it('takes no word of an attempt after which the mail was claimed again', async () => {
    const { id } = await enqueue()
    const seen = async () => {
      const { attempts, outcome, claimedUntil, lastError } = (await ground().stores.mail.lock(id))!
      return [attempts, outcome, claimedUntil, lastError]
    }
    await queue().claim({ at: AT, until: later(1), limit: 1 })
    await queue().claim({ at: later(1), until: later(9), limit: 1 })
    await queue().end({ id, attempts: 1 }, 'sent', later(2), null)
    await queue().postpone({ id, attempts: 1 }, { at: AT, until: later(3) }, 'too late')
    expect(await seen()).to.deep.equal([2, null, later(9), null])
    await queue().postpone({ id, attempts: 2 }, { at: AT, until: later(4) }, 'in time')
    expect(await seen()).to.deep.equal([2, null, null, 'in time'])
  })

  it('finds the latest mail of a kind to an address', async () => {
    const isLatest = (mail: NewMail, at = AT) => queue().isLatest(mail, at)
    const first = await enqueue()
    expect(await isLatest(first)).to.equal(true)
    await enqueue({ recipient: first.recipient, kind: 'reset_password' })
    await enqueue()
    expect(await isLatest(first)).to.equal(true)
    const second = await enqueue({ recipient: first.recipient, id: first.id.replace(/^./, 'f') })
    expect([await isLatest(first), await isLatest(second)]).to.deep.equal([false, true])
  })

  it('takes no mail for a later one that was queued under a clock that was ahead, and hands that out at once', async () => {
    const ahead = new Date(Date.now() + 3_600_000)
    const first = await enqueue({ createdAt: ahead, id: testId().replace(/^./, 'f') })
    const second = await enqueue({ recipient: first.recipient, createdAt: new Date() })
    const now = new Date(Date.now() + 60_000)
    expect([await queue().isLatest(second, now), await queue().isLatest(second, ahead)]).to.deep.equal([true, false])
    const claimed = await queue().claim({ at: now, until: ahead, limit: 9 })
    expect(claimed.map(({ id }) => id)).to.have.members([first.id, second.id])
  })

  it('gives nothing early to a process whose clock is ahead, and lets nothing wait longer for it', async () => {
    const ahead = (ms = 0) => new Date(Date.now() + 86_400_000 + ms)
    const { id } = await enqueue({ createdAt: ahead() })
    const due = async () => (await ground().stores.mail.lock(id))!
    expect(await queue().claim({ at: ahead(), until: ahead(360_000), limit: 9 })).to.have.length(1)
    expect((await due()).nextAttemptAt.getTime()).to.be.at.most(Date.now() + 360_000)
    expect((await due()).claimedUntil?.getTime()).to.be.at.most(Date.now() + 360_000)
    await queue().postpone({ id, attempts: 1 }, { at: ahead(), until: ahead(900_000) }, 'the server is away')
    expect((await due()).nextAttemptAt.getTime()).to.be.at.most(Date.now() + 900_000)
    expect(await queue().claim({ at: ahead(), until: ahead(360_000), limit: 9 })).to.deep.equal([])
    await ground().stores.mail.requeue(id, ahead())
    expect((await due()).nextAttemptAt.getTime()).to.be.at.most(Date.now())
  })

  it('hands out what waits longer than any pause, because the clock was set back since', async () => {
    const now = () => new Date()
    const { id } = await enqueue()
    await queue().claim({ at: now(), until: new Date(Date.now() + 86_400_000), limit: 9 })
    expect(await queue().claim({ at: now(), until: now(), limit: 9 })).to.deep.equal([])
    expect((await queue().claim({ at: now(), until: now(), limit: 9 }))[0]).to.include({ id, attempts: 2 })
  })

  it('keeps what a notice is about', async () => {
    const notice = await enqueue({ kind: 'key_created', detail: 'sk-aiagg-abc…wxyz' })
    expect(await claim(AT)).to.deep.equal([{ ...notice, attempts: 1 }])
  })

  it('counts what was queued for an address between two moments, of one kind, up to a bound', async () => {
    const { recipient } = await enqueue({ kind: 'key_created', createdAt: later(-1) })
    for (let made = 0; made < 3; made += 1) await enqueue({ kind: 'key_created', recipient })
    await enqueue({ kind: 'key_deleted', recipient })
    await enqueue({ kind: 'key_created' })
    await enqueue({ kind: 'key_created', recipient, createdAt: later(9) })
    const count = (most: number) => queue().countWithin({ from: AT, to: later(8) }, recipient, 'key_created', most)
    expect([await count(100), await count(2)]).to.deep.equal([3, 2])
  })

  it('prunes what ended long ago, a little at a time, and nothing else', async () => {
    await queue().prune(later(1e12), 1_000)
    const waiting = await enqueue()
    for (let made = 0; made < 3; made += 1)
      await queue().end({ id: (await enqueue()).id, attempts: 0 }, 'sent', AT, null)
    await queue().end({ id: (await enqueue()).id, attempts: 0 }, 'sent', later(10), null)
    expect(await queue().prune(later(10), 2)).to.equal(2)
    expect(await queue().prune(later(10), 2)).to.equal(1)
    expect((await claim(AT)).map(({ id }) => id)).to.deep.equal([waiting.id])
  })

  it('is empty of what was queued in a unit of work that failed', async () => {
    const boom = new Error('boom')
    const work = ground().unitOfWork.transact(async ({ mail }) => {
      await mail.enqueue({ id: testId(), kind: 'verify_email', recipient: 'x', locale: 'en', createdAt: AT })
      throw boom
    })
    expect(await work.catch((error: unknown) => error)).to.equal(boom)
    expect(await claim(AT)).to.deep.equal([])
  })
})
