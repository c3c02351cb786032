import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import { sendDueMail } from '../../../src/application/mail/send-due-mail.ts'
import { randomOneTimeSecrets } from '../../../src/adapters/security/random-one-time-secrets.ts'
import type { MailFailure } from '../../../src/application/ports/mailer.ts'
import { describeIdentity } from '../../contract/identity-stores.ts'
import { type IdentityGround, identityStack } from '../../support/identity-stack.ts'
import { logInAnew } from '../../support/log-in-anew.ts'
import { linkOf, sendAll } from '../../support/mailed-token.ts'

const delayed = (mayHaveGone: boolean): MailFailure => ({ tag: 'mail_delayed', reason: 'down', mayHaveGone })

const tokenIn = (link: string): string => new URL(link).searchParams.get('token') ?? ''

/** A mailer that looks at each letter before the collecting one decides what becomes of it. */
const watched = (ground: IdentityGround) => {
  const links: string[] = []
  const failures: MailFailure[] = []
  const send = sendDueMail({
    ...ground,
    ...ground.stores,
    oneTimeSecrets: randomOneTimeSecrets,
    linkOf: (_, token) => `https://app.test/?token=${token}`,
    onFailure: (_, failure) => void failures.push(failure),
    mailer: {
      send: (letter) => {
        links.push(linkOf(letter))
        return ground.mailer.send(letter)
      },
    },
  })
  return { send, links, failures }
}

describeIdentity('sending mail', (ground) => {
  const begin = async () => {
    await sendAll(identityStack(ground()))
    const login = await logInAnew(ground())
    const letters = () => ground().mailer.letters.filter(({ to }) => to === login.email)
    return { ...login, letters, ...watched(ground()) }
  }

  it('sends a mail once, however many instances look', async () => {
    const { send, letters } = await begin()
    await Promise.all(Array.from({ length: 10 }, send))
    await send()
    expect(letters()).to.have.length(1)
  })

  it('tries again after a pause when the server is down, until it is taken', async () => {
    const { stack, send, letters, failures } = await begin()
    ground().mailer.failures.push(delayed(false), delayed(false))
    await send()
    await send()
    expect(failures).to.have.length(1)
    ground().clock.turn(5_000)
    await send()
    expect([letters().length, failures.length]).to.deep.equal([0, 2])
    ground().clock.turn(9_999)
    await send()
    expect(letters()).to.have.length(0)
    ground().clock.turn(1)
    await send()
    expect(isRight(await stack.verify(tokenIn(linkOf(letters()[0]))))).to.equal(true)
  })

  it('voids a link that never left, and keeps one that may have arrived beside the next', async () => {
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

  it('writes no more to a mailbox that refuses for good', async () => {
    const { send, links, letters } = await begin()
    ground().mailer.failures.push({ tag: 'mail_refused', reason: '550 no such user' })
    await send()
    ground().clock.turn(24 * 60 * 60 * 1000)
    await send()
    expect([links.length, letters().length]).to.deep.equal([1, 0])
  })

  it('sends what a dead instance had claimed', async () => {
    const { send, letters } = await begin()
    const at = new Date(ground().clock.now())
    await ground().stores.mail.claim({ at, until: new Date(at.getTime() + 120_000), limit: 10 })
    await send()
    expect(letters()).to.have.length(0)
    ground().clock.turn(120_000)
    await send()
    expect(letters()).to.have.length(1)
  })

  it('sends the latest of two alone', async () => {
    const { stack, userId, send, letters } = await begin()
    ground().clock.turn(1)
    await stack.resendVerification(userId, 'ru')
    await send()
    expect(letters().map(({ locale }) => locale)).to.deep.equal(['ru'])
  })

  it('counts the life of a link from when it is sent, not from when it was asked for', async () => {
    const { stack, send, letters } = await begin()
    ground().clock.turn(48 * 60 * 60 * 1000)
    await send()
    expect(isRight(await stack.verify(tokenIn(linkOf(letters()[0]))))).to.equal(true)
  })
})
