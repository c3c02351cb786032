import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect } from 'chai'
import { isLeft, isRight, right } from 'fp-ts/lib/Either.js'
import { type ClosableMailer, smtpMailer } from '../../../src/adapters/mail/smtp-mailer.ts'
import type { LinkLetter } from '../../../src/application/ports/mailer.ts'
import { type MailServerScript, startMailServer, type TestMailServer } from '../../support/mail-server.ts'

const letter = (change: Partial<LinkLetter> = {}): LinkLetter => ({
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

  const mailerAt = (port: number, account = ''): ClosableMailer => mailerTo(`smtp://${account}127.0.0.1:${port}`)

  const mailerTo = (url: string): ClosableMailer => {
    const mailer = smtpMailer({ url, from: 'Gateway <no-reply@example.org>', stepTimeoutMs: 300 })
    open.push(mailer)
    return mailer
  }

  const start = async (script: MailServerScript = {}): Promise<TestMailServer> => {
    const server = await startMailServer(script)
    open.push(server)
    return server
  }

  const failureOf = async (mailer: ClosableMailer, change: Partial<LinkLetter> = {}) => {
    const sent = await mailer.send(letter(change))
    if (!isLeft(sent)) throw new Error('the letter was taken')
    return sent.left
  }

  it('delivers a letter whole, link and all', async () => {
    const server = await start()
    expect(await mailerAt(server.port).send(letter())).to.deep.equal(right(null))
    const [mail] = server.received
    expect(mail).to.deep.include({ from: 'no-reply@example.org', to: ['anna@example.org'] })
    expect(mail?.text).to.include(letter().link).and.include('Подтвердите, пожалуйста')
    expect(mail?.raw).to.match(/^From: Gateway <no-reply@example\.org>\r$/m)
    expect(mail?.raw).to.match(/^Message-ID: <01890000-0000-7000-8000-000000000001@example\.org>\r$/m)
    expect(mail?.raw).to.match(/^Auto-Submitted: auto-generated\r$/m)
  })

  it('takes an address for one address, whatever it looks like', async () => {
    const server = await start()
    await mailerAt(server.port).send(letter({ to: "o'brien+{x}@example.org" }))
    expect(server.received[0]?.to).to.deep.equal(["o'brien+{x}@example.org"])
  })

  it('sends nothing in the clear to a server elsewhere, unless the operator says so', async () => {
    const server = await start()
    // Any address that is not spelt as this machine's; the system leads it here all the same.
    const elsewhere = `smtp://0.0.0.0:${server.port}`
    expect(await failureOf(mailerTo(elsewhere))).to.include({ tag: 'mail_delayed', mayHaveGone: false })
    expect(await failureOf(mailerTo(`${elsewhere}/?requireTLS=true`))).to.include({ tag: 'mail_delayed' })
    expect(server.received).to.deep.equal([])
    expect(isRight(await mailerTo(`${elsewhere}/?requireTLS=false`).send(letter()))).to.equal(true)
  })

  it('logs in', async () => {
    const server = await start({ user: { name: 'gate way', password: 'p@ss:word' } })
    const account = `${encodeURIComponent('gate way')}:${encodeURIComponent('p@ss:word')}@`
    expect(isRight(await mailerAt(server.port, account).send(letter()))).to.equal(true)
  })

  it('is delayed, and nothing has left, where a login is refused: the operator can mend it', async () => {
    const server = await start({ user: { name: 'gateway', password: 'right' } })
    const failure = await failureOf(mailerAt(server.port, 'gateway:wrong@'))
    expect(failure).to.include({ tag: 'mail_delayed', mayHaveGone: false })
  })

  it('is delayed by a server that is down, and delivers when it is back', async () => {
    const gone = await startMailServer()
    await gone.close()
    const mailer = mailerAt(gone.port)
    expect(await failureOf(mailer)).to.include({ tag: 'mail_delayed', mayHaveGone: false })
    const back = await start({ port: gone.port })
    expect(isRight(await mailer.send(letter()))).to.equal(true)
    expect(back.received).to.have.length(1)
  })

  it('is delayed by a 4xx and delivers the next time', async () => {
    let busy = true
    const server = await start({ onRecipient: () => (busy ? [451, 'greylisted, come back'] : null) })
    const mailer = mailerAt(server.port)
    const failure = await failureOf(mailer)
    expect(failure).to.include({ tag: 'mail_delayed', mayHaveGone: false })
    expect(failure.reason).to.include('greylisted')
    busy = false
    expect(isRight(await mailer.send(letter()))).to.equal(true)
  })

  it('is delayed by a 4xx to the letter itself', async () => {
    const server = await start({ onLetter: () => [452, 'mailbox full'] })
    expect(await failureOf(mailerAt(server.port))).to.include({ tag: 'mail_delayed', mayHaveGone: false })
  })

  it('is refused for good by a 5xx to the recipient or the letter', async () => {
    const strict = await start({ onRecipient: () => [550, 'no such user'] })
    expect(await failureOf(mailerAt(strict.port))).to.include({ tag: 'mail_refused' })
    const picky = await start({ onLetter: () => [554, 'no'] })
    expect(await failureOf(mailerAt(picky.port))).to.include({ tag: 'mail_refused' })
  })

  /** A server of a few lines, to be as rude as no library is. */
  const rude = async (onLine: (line: string, socket: Socket) => void, greeting = '220 hello\r\n') => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.write(greeting)
      socket.setEncoding('utf8').on('data', (text: string) => {
        for (const line of text.split('\r\n')) if (line !== '') onLine(line, socket)
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    open.push({ close: () => server.close() })
    return mailerAt((server.address() as AddressInfo).port)
  }

  const polite = (line: string, socket: Socket): void => {
    const word = line.slice(0, 4).toUpperCase()
    if (['EHLO', 'HELO', 'MAIL', 'RCPT'].includes(word)) socket.write('250 ok\r\n')
    if (word === 'DATA') socket.write('354 go on\r\n')
  }

  it('waits for a silent server only so long', async () => {
    const mailer = await rude(() => undefined, '')
    const startedMs = performance.now()
    expect(await failureOf(mailer)).to.include({ tag: 'mail_delayed', mayHaveGone: false })
    expect(performance.now() - startedMs).to.be.below(2_000)
  })

  it('takes a refusing greeting for a passing trouble', async () => {
    const mailer = await rude(() => undefined, '554 not today\r\n')
    expect(await failureOf(mailer)).to.include({ tag: 'mail_delayed', mayHaveGone: false })
  })

  it('knows that a letter may have arrived when the line breaks, or goes silent, after it', async () => {
    const breaking = await rude((line, socket) => (line === '.' ? socket.destroy() : polite(line, socket)))
    expect(await failureOf(breaking)).to.include({ tag: 'mail_delayed', mayHaveGone: true })
    const silent = await rude(polite)
    expect(await failureOf(silent)).to.include({ tag: 'mail_delayed', mayHaveGone: true })
  })
})
