import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import { expect } from 'chai'
import { isLeft, isRight, right } from 'fp-ts/lib/Either.js'
import { smtpMailer } from '../../../src/adapters/mail/smtp-mailer.ts'
import type { ClosableMailer } from '../../../src/adapters/mail/smtp-mailer.ts'
import type { LinkMail } from '../../../src/application/ports/mail/mailer.ts'
import { listenOnLoopback } from '../../support/servers/loopback.ts'
import { startMailServer } from '../../support/servers/mail-server.ts'
import type { MailServerScript, TestMailServer } from '../../support/servers/mail-server.ts'

const message = (change: Partial<LinkMail> = {}): LinkMail => ({
  id: '01890000-0000-7000-8000-000000000001',
  to: 'anna@example.org',
  kind: 'verify_email',
  locale: 'ru',
  link: `https://app.example.org/some/rather/long/path/verify-email?token=${'aB-_'.repeat(11)}`,
  ...change,
})

describe('the SMTP mailer', () => {
  const open: { close(): unknown }[] = []
  afterEach(async () => {
    for (const each of open.splice(0).toReversed()) await each.close()
  })

  const mailerAt = (port: number, account = '', stepTimeoutMs = 60_000): ClosableMailer =>
    mailerTo(`smtp://${account}127.0.0.1:${port}`, stepTimeoutMs)

  const mailerTo = (url: string, stepTimeoutMs = 60_000, attemptTimeoutMs = 60_000): ClosableMailer => {
    const mailer = smtpMailer({ url, from: 'Gateway <no-reply@example.org>', stepTimeoutMs, attemptTimeoutMs })
    open.push(mailer)
    return mailer
  }

  const start = async (script: MailServerScript = {}): Promise<TestMailServer> => {
    const server = await startMailServer(script)
    open.push(server)
    return server
  }

  const failureOf = async (mailer: ClosableMailer, change: Partial<LinkMail> = {}) => {
    const sent = await mailer.send(message(change))
    if (!isLeft(sent)) throw new Error('the message was taken')
    return sent.left
  }

  it('delivers the whole mail with its link', async () => {
    const server = await start()
    expect(await mailerAt(server.port).send(message())).to.deep.equal(right(null))
    const [mail] = server.received
    expect(mail).to.deep.include({ from: 'no-reply@example.org', to: ['anna@example.org'] })
    expect(mail?.text).to.include(message().link).and.include('Подтвердите, пожалуйста')
    expect(mail?.raw).to.match(/^From: Gateway <no-reply@example\.org>\r$/m)
    expect(mail?.raw).to.match(/^Message-ID: <01890000-0000-7000-8000-000000000001@example\.org>\r$/m)
    expect(mail?.raw).to.match(/^Auto-Submitted: auto-generated\r$/m)
  })

  it('takes an address as one address, whatever characters it has', async () => {
    const server = await start()
    await mailerAt(server.port).send(message({ to: "o'brien+{x}@example.org" }))
    expect(server.received[0]?.to).to.deep.equal(["o'brien+{x}@example.org"])
  })

  it('sends nothing unencrypted to another machine, unless the operator allows it', async () => {
    const server = await start()
    // An address that is not spelt as this machine's. The system still connects it to this machine.
    const elsewhere = `smtp://0.0.0.0:${server.port}`
    expect(await failureOf(mailerTo(elsewhere))).to.include({ tag: 'mail_delayed', mayHaveBeenSent: false })
    expect(await failureOf(mailerTo(`${elsewhere}/?requireTLS=true`))).to.include({ tag: 'mail_delayed' })
    expect(server.received).to.deep.equal([])
    expect(isRight(await mailerTo(`${elsewhere}/?requireTLS=false`).send(message()))).to.equal(true)
  })

  it('logs in', async () => {
    const server = await start({ user: { name: 'gate way', password: 'p@ss:word' } })
    const account = `${encodeURIComponent('gate way')}:${encodeURIComponent('p@ss:word')}@`
    expect(isRight(await mailerAt(server.port, account).send(message()))).to.equal(true)
  })

  it('reports a delay, with nothing sent, when the server refuses the login, which the operator can correct', async () => {
    const server = await start({ user: { name: 'gateway', password: 'right' } })
    const failure = await failureOf(mailerAt(server.port, 'gateway:wrong@'))
    expect(failure).to.include({ tag: 'mail_delayed', mayHaveBeenSent: false })
  })

  it('reports a delay while the server is down, and delivers when it is back', async () => {
    const gone = await startMailServer()
    await gone.close()
    const mailer = mailerAt(gone.port)
    expect(await failureOf(mailer)).to.include({ tag: 'mail_delayed', mayHaveBeenSent: false })
    const back = await start({ port: gone.port })
    expect(isRight(await mailer.send(message()))).to.equal(true)
    expect(back.received).to.have.length(1)
  })

  it('reports a delay for a 4xx, and delivers the next time', async () => {
    let busy = true
    const server = await start({ onRecipient: () => (busy ? [451, 'greylisted, come back'] : null) })
    const mailer = mailerAt(server.port)
    const failure = await failureOf(mailer)
    expect(failure).to.include({ tag: 'mail_delayed', mayHaveBeenSent: false })
    expect(failure.reason).to.include('greylisted')
    busy = false
    expect(isRight(await mailer.send(message()))).to.equal(true)
  })

  it('reports a delay for a 4xx to the mail itself', async () => {
    const server = await start({ onMessage: () => [452, 'mailbox full'] })
    expect(await failureOf(mailerAt(server.port))).to.include({ tag: 'mail_delayed', mayHaveBeenSent: false })
  })

  it('reports a final refusal for a 5xx to the recipient or the mail', async () => {
    const strict = await start({ onRecipient: () => [550, 'no such user'] })
    expect(await failureOf(mailerAt(strict.port))).to.include({ tag: 'mail_refused' })
    const picky = await start({ onMessage: () => [554, 'no'] })
    expect(await failureOf(mailerAt(picky.port))).to.include({ tag: 'mail_refused' })
  })

  for (const [code, text] of [
    [550, '5.4.5 Daily user sending limit exceeded. For more information on Gmail sending limits go to'],
    [552, '5.7.0 Daily sending quota exceeded'],
    [554, 'too many messages: your rate is limited'],
  ] as const) {
    it(`reports a delay where its quota is used up: ${code} ${text}`, async () => {
      const full = await start({ onMessage: () => [code, text] })
      expect(await failureOf(mailerAt(full.port))).to.include({ tag: 'mail_delayed', mayHaveBeenSent: false })
    })
  }

  for (const [code, text] of [
    [554, '5.7.1 <anna@example.org>: Relay access denied'],
    [553, '5.7.1 <no-reply@example.org>: Sender address rejected: not owned by user gateway'],
    [554, '5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org'],
    [530, '5.7.0 Must issue a STARTTLS command first'],
    [550, '5.1.8 <no-reply@example.org>: Sender address rejected: Domain not found'],
    [550, 'relay not permitted'],
  ] as const) {
    it(`reports a delay for a refusal that an operator can end, although it names a recipient: ${text}`, async () => {
      const strict = await start({ onRecipient: () => [code, text] })
      expect(await failureOf(mailerAt(strict.port))).to.include({ tag: 'mail_delayed', mayHaveBeenSent: false })
    })
  }

  for (const [code, text] of [
    [550, '5.1.1 The email account that you tried to reach does not exist'],
    [552, '5.2.2 The email account that you tried to reach is over quota'],
    [550, '5.4.1 Recipient address rejected: Access denied'],
    [552, 'mailbox over quota'],
  ] as const) {
    it(`reports a final refusal for a recipient that is none: ${text}`, async () => {
      const strict = await start({ onRecipient: () => [code, text] })
      expect(await failureOf(mailerAt(strict.port))).to.include({ tag: 'mail_refused' })
    })
  }

  it('reports a final refusal for a mail that a server takes for spam: it would be refused for a week', async () => {
    const picky = await start({ onMessage: () => [554, '5.7.1 Message rejected under suspicion of SPAM'] })
    expect(await failureOf(mailerAt(picky.port))).to.include({ tag: 'mail_refused' })
  })

  /** A server of a few lines that can break the protocol, which no library does. */
  const rude = async (
    onLine: (line: string, socket: Socket) => void,
    { greeting = '220 hello\r\n', stepTimeoutMs = 60_000, attemptTimeoutMs = 60_000 } = {},
  ) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.write(greeting)
      socket.setEncoding('utf8').on('data', (text: string) => {
        for (const line of text.split('\r\n')) if (line !== '') onLine(line, socket)
      })
    })
    const listening = await listenOnLoopback(server)
    open.push(listening)
    return mailerTo(`smtp://127.0.0.1:${listening.port}`, stepTimeoutMs, attemptTimeoutMs)
  }

  const polite = (line: string, socket: Socket): void => {
    const word = line.slice(0, 4).toUpperCase()
    if (['EHLO', 'HELO', 'MAIL', 'RCPT'].includes(word)) socket.write('250 ok\r\n')
    if (word === 'DATA') socket.write('354 go on\r\n')
  }

  it('waits a bounded time for a silent server', async () => {
    const mailer = await rude(() => undefined, { greeting: '', stepTimeoutMs: 300 })
    expect(await failureOf(mailer)).to.include({ tag: 'mail_delayed', mayHaveBeenSent: false })
  })

  it('waits a bounded time for a server that never ends its reply', async () => {
    const replies: NodeJS.Timeout[] = []
    open.push({ close: () => replies.forEach((each) => clearInterval(each)) })
    const endless = (_line: string, socket: Socket): void => {
      replies.push(setInterval(() => socket.write('250-wait\r\n'), 50))
    }
    const failure = await failureOf(await rude(endless, { attemptTimeoutMs: 500 }))
    expect(failure).to.include({ tag: 'mail_delayed', mayHaveBeenSent: true })
  })

  it('reports a delay for a greeting that refuses', async () => {
    const mailer = await rude(() => undefined, { greeting: '554 not today\r\n' })
    expect(await failureOf(mailer)).to.include({ tag: 'mail_delayed', mayHaveBeenSent: false })
  })

  it('reports that a mail may have arrived when the connection breaks or goes silent after it', async () => {
    const breaking = await rude((line, socket) => (line === '.' ? socket.destroy() : polite(line, socket)))
    expect(await failureOf(breaking)).to.include({ tag: 'mail_delayed', mayHaveBeenSent: true })
    // Long enough that a busy machine does not take one of the earlier answers for silence.
    const silent = await rude(polite, { stepTimeoutMs: 2_500 })
    expect(await failureOf(silent)).to.include({ tag: 'mail_delayed', mayHaveBeenSent: true })
  })
})
