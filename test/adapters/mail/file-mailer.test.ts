import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { isLeft, right } from 'fp-ts/lib/Either.js'
import { fileMailer } from '../../../src/adapters/mail/file-mailer.ts'
import { manualClock } from '../../support/manual-clock.ts'

const message = {
  id: '01890000-0000-7000-8000-000000000001',
  to: 'анна@example.org',
  kind: 'reset_password',
  locale: 'ru',
  link: `https://app.example.org/reset-password?token=${'aB-_'.repeat(11)}`,
} as const

describe('the file mailer', () => {
  let home: string
  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'gateway-mail-'))
  })
  after(() => rm(home, { recursive: true, force: true }))

  it('writes a mail that a person can read, in a file for this user alone', async () => {
    const directory = join(home, 'deep', 'mail')
    const mailer = fileMailer({ directory, from: 'gateway@example.org', clock: manualClock() })
    expect(await mailer.send(message)).to.deep.equal(right(null))
    const files = await readdir(directory)
    expect(files).to.deep.equal([`2026-01-01T00-00-00.000Z-${message.id}.eml`])
    const path = join(directory, files[0] ?? '')
    expect((await stat(path)).mode & 0o777).to.equal(0o600)
    expect((await stat(directory)).mode & 0o777).to.equal(0o700)
    const text = await readFile(path, 'utf8')
    expect(text)
      .to.include(`\r\n${message.link}\r\n`)
      .and.include('Здравствуйте!')
      .and.include('To: анна@example.org\r\n')
    expect(text).to.match(/^Subject: =\?UTF-8\?B\?[\w+/=]+\?=\r$/m)
  })

  it('reports a delay, with nothing sent, when it cannot write', async () => {
    const directory = join(home, 'occupied')
    await writeFile(directory, '')
    const sent = await fileMailer({ directory, from: 'x@example.org', clock: manualClock() }).send(message)
    expect(isLeft(sent) && sent.left).to.include({ tag: 'mail_delayed', mayHaveBeenSent: false })
  })

  it('leaves no part of a mail that it could not finish', async () => {
    const directory = join(home, 'unfinished')
    const name = `2026-01-01T00-00-00.000Z-${message.id}.eml`
    await mkdir(join(directory, name), { recursive: true })
    const sent = await fileMailer({ directory, from: 'x@example.org', clock: manualClock() }).send(message)
    expect(isLeft(sent)).to.equal(true)
    expect(await readdir(directory)).to.deep.equal([name])
  })
})
