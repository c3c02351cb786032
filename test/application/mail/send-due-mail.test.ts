import { expect } from 'chai'
import { isRight, left, right } from 'fp-ts/lib/Either.js'
import { sendDueMail } from '../../../src/application/mail/send-due-mail.ts'
import { randomOneTimeSecrets } from '../../../src/adapters/security/random-one-time-secrets.ts'
import type { MailFailure, Mailer, MailMessage } from '../../../src/application/ports/mail/mailer.ts'
import type { Unsubscription } from '../../../src/application/ports/notifications/unsubscribe-tokens.ts'
import type { OneTimePurpose } from '../../../src/domain/identity/one-time-token.ts'
import { describeIdentity } from '../../contract/accounts/identity-stores.ts'
import { identityStack } from '../../support/accounts/identity-stack.ts'
import type { IdentityGround } from '../../support/accounts/identity-stack.ts'
import { freshLogin } from '../../support/accounts/fresh-login.ts'
import { linkOf, sendAll } from '../../support/accounts/mailed-token.ts'

const delayed = (mayHaveBeenSent: boolean): MailFailure => ({ tag: 'mail_delayed', reason: 'down', mayHaveBeenSent })

const tokenIn = (link: string): string => new URL(link).searchParams.get('token') ?? ''

const QUIET = new AbortController().signal

const sending = (ground: IdentityGround) => ({
  ...ground,
  ...ground.stores,
  settledClock: ground.clock,
  oneTimeSecrets: randomOneTimeSecrets,
  linkOf: (_: OneTimePurpose, token: string) => `https://app.test/?token=${token}`,
  unsubscribeOf: ({ kind }: Unsubscription) => ({
    page: `https://app.test/${kind}`,
    oneClick: `https://api.test/${kind}`,
  }),
})

/** A mailer that inspects each mail before the collecting mailer decides its outcome. */
const watched = (ground: IdentityGround) => {
  const links: string[] = []
  const failures: MailFailure[] = []
  const send = sendDueMail({
    ...sending(ground),
    onFailure: (_, failure) => void failures.push(failure),
    mailer: {
      atOnce: 2,
      send: (message) => {
        links.push(linkOf(message))
        return ground.mailer.send(message)
      },
    },
  })
  return { send: () => send(QUIET), links, failures }
}

/** Two places, of which each answers when it may go on. */
const slowMailer = (failure: MailFailure | null = null) => {
  const sent: MailMessage[] = []
  const gate = Promise.withResolvers<null>()
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  const mailer: Mailer = {
    atOnce: 2,
    send: async (message) => {
      sent.push(message)
      for (const { count, resolve } of waiting) if (sent.length >= count) resolve()
      await gate.promise
      return failure === null ? right(null) : left(failure)
    },
  }
  return {
    mailer,
    sent,
    /** Resolves when so many messages are being sent. */
    began: (count: number) => new Promise<void>((resolve) => waiting.push({ count, resolve })),
    goOn: () => gate.resolve(null),
  }
}

describeIdentity('sending mail', (ground) => {
  const begin = async () => {
    await sendAll(identityStack(ground()))
    const login = await freshLogin(ground())
    const messages = () => ground().mailer.messages.filter(({ to }) => to === login.email)
    return { ...login, messages, ...watched(ground()) }
  }

  it('sends a mail once from any number of instances', async () => {
    const { send, messages } = await begin()
    await Promise.all(Array.from({ length: 10 }, send))
    await send()
    expect(messages()).to.have.length(1)
  })

  it('tries again after a pause while the server is down, until the server takes the mail', async () => {
    const { stack, send, messages, failures } = await begin()
    ground().mailer.failures.push(delayed(false), delayed(false))
    await send()
    await send()
    expect(failures).to.have.length(1)
    ground().clock.turn(5_000)
    await send()
    expect([messages().length, failures.length]).to.deep.equal([0, 2])
    ground().clock.turn(9_999)
    await send()
    expect(messages()).to.have.length(0)
    ground().clock.turn(1)
    await send()
    expect(isRight(await stack.verify(tokenIn(linkOf(messages()[0]))))).to.equal(true)
  })

  it('revokes a link that was not sent, and keeps a link that may have arrived beside the next', async () => {
    const { stack, send, links } = await begin()
    ground().mailer.failures.push(delayed(false), delayed(true))
    for (const pauseMs of [0, 5_000, 10_000]) {
      ground().clock.turn(pauseMs)
      await send()
    }
    expect(links).to.have.length(3)
    const [never, perhaps, sure] = links.map(tokenIn)
    expect(isRight(await stack.verify(never ?? ''))).to.equal(false)
    expect(isRight(await stack.verify(perhaps ?? ''))).to.equal(true)
    expect(isRight(await stack.verify(sure ?? ''))).to.equal(false)
  })

  it('sends nothing more to a mailbox that refuses permanently', async () => {
    const { send, links, messages } = await begin()
    ground().mailer.failures.push({ tag: 'mail_refused', reason: '550 no such user' })
    await send()
    ground().clock.turn(24 * 60 * 60 * 1000)
    await send()
    expect([links.length, messages().length]).to.deep.equal([1, 0])
  })

  it('sends a mail that a dead instance had claimed', async () => {
    const { send, messages } = await begin()
    const at = new Date(ground().clock.now())
    await ground().stores.mail.claim({ at, until: new Date(at.getTime() + 120_000), limit: 10 })
    await send()
    expect(messages()).to.have.length(0)
    ground().clock.turn(120_000)
    await send()
    expect(messages()).to.have.length(1)
  })

  it('claims no more than it sends at once, so that no message waits for its turn until its claim is over', async () => {
    const { stack } = await begin()
    for (let made = 0; made < 4; made += 1) await freshLogin(ground())
    const slow = slowMailer()
    const run = sendDueMail({ ...sending(ground()), mailer: slow.mailer, onFailure: () => undefined })(QUIET)
    await slow.began(2)
    await sendAll(stack)
    const others = ground().mailer.messages.length
    slow.goOn()
    expect([await run, slow.sent.length], 'by the slow one').to.deep.equal([2, 2])
    await sendAll(stack)
    expect(ground().mailer.messages.slice(others), 'a second time').to.deep.equal([])
  })

  it('keeps what came of a newer attempt, whatever an older one says later', async () => {
    const { email, send } = await begin()
    const slow = slowMailer(delayed(true))
    const run = sendDueMail({ ...sending(ground()), mailer: slow.mailer, onFailure: () => undefined })(QUIET)
    await slow.began(1)
    ground().clock.turn(360_000)
    await send()
    slow.goOn()
    await run
    const sent = ground().mailer.messages.filter(({ to }) => to === email)
    const page = await ground().stores.mail.page({ state: 'sent', accountId: null, before: null, limit: 1_000 })
    expect(sent).to.have.length(1)
    expect(page.find(({ id }) => id === sent[0]?.id)).to.include({ attempts: 2, lastError: null })
  })

  it('stops between two messages where its process stops', async () => {
    await begin()
    expect(await sendDueMail({ ...sending(ground()), onFailure: () => undefined })(AbortSignal.abort())).to.equal(0)
  })

  it('sends only the latest of two', async () => {
    const { stack, userId, send, messages } = await begin()
    ground().clock.turn(1)
    await stack.resendVerification(userId, 'ru')
    await send()
    expect(messages().map(({ locale }) => locale)).to.deep.equal(['ru'])
  })

  it('counts the life of a link from its sending, not from the request', async () => {
    const { stack, send, messages } = await begin()
    ground().clock.turn(48 * 60 * 60 * 1000)
    await send()
    expect(isRight(await stack.verify(tokenIn(linkOf(messages()[0]))))).to.equal(true)
  })
})
