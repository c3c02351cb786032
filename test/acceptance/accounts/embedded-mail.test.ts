import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { frontEnd } from '../../support/accounts/front-end.ts'
import type { FrontEnd } from '../../support/accounts/front-end.ts'
import { eventually } from '../../support/eventually.ts'
import { makeDataDir, runGatewayCommand, startGateway } from '../../support/processes/gateway-process.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { startMailServer } from '../../support/servers/mail-server.ts'

const PASSWORD = 'five small grey cats'

describe('mail without a mail server', () => {
  let dataDir: Awaited<ReturnType<typeof makeDataDir>>
  let gateway: GatewayProcess
  let page: FrontEnd

  before(async () => {
    dataDir = await makeDataDir()
    gateway = await startGateway({ DATA_DIR: dataDir.path })
    page = frontEnd(gateway.url)
  })
  after(async () => {
    await gateway.end('SIGKILL')
    await dataDir.remove()
  })

  const mails = async (): Promise<readonly string[]> => {
    const directory = join(dataDir.path, 'mail')
    const files = await readdir(directory).catch(() => [])
    const mailFiles = files.filter((file) => file.endsWith('.eml')).toSorted()
    return Promise.all(mailFiles.map((file) => readFile(join(directory, file), 'utf8')))
  }

  const mailTo = async (email: string): Promise<string> => {
    let found: string | undefined
    await eventually(async () => {
      found = (await mails()).findLast((mail) => mail.includes(`To: ${email}\r\n`))
      return found !== undefined
    }, 50)
    return found ?? ''
  }

  it('is read in the data directory, and its link works', async () => {
    const email = 'boris@example.org'
    await page.call('POST', '/v1/auth/register', { email, password: PASSWORD })
    const token = /verify-email\?token=([\w-]+)/.exec(await mailTo(email))?.[1]
    const verified = await page.call('POST', '/v1/auth/verify-email', { token, password: PASSWORD })
    expect(verified.body).to.deep.equal({ email, email_verified: true })
    expect(gateway.output()).to.not.include(token ?? '?')
  })

  it('rotates signing keys without a sign-out, and publishes them before they sign', async () => {
    const email = 'vera@example.org'
    await page.call('POST', '/v1/auth/register', { email, password: PASSWORD })
    const before = await page.tokens('/v1/auth/login', { email, password: PASSWORD })
    const beforeSeconds = Date.now() / 1000
    const rotated = await runGatewayCommand(['signing-keys', 'rotate', '--json'], { DATA_DIR: dataDir.path })
    const { kid, signs_from } = JSON.parse(rotated.stdout) as { kid: string; signs_from: number }
    expect(signs_from - 600).to.be.within(beforeSeconds - 1, Date.now() / 1000 + 1)
    const jwks = await page.call('GET', '/.well-known/jwks.json')
    const kids = (jwks.body['keys'] as { kid: string }[]).map((key) => key.kid)
    expect(kids).to.have.length(2).and.include(kid)
    const after = await page.tokens('/v1/auth/login', { email, password: PASSWORD })
    const kidOf = (token: string) =>
      (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid
    expect(kidOf(after.access)).to.not.equal(kid)
    for (const { access } of [before, after]) {
      expect((await page.call('GET', '/v1/me', undefined, access)).status).to.equal(200)
    }
  })

  it('offers no social login that is not configured', async () => {
    const google = await page.call('POST', '/v1/auth/oauth/google', { id_token: 'x' })
    const yandex = await page.call('POST', '/v1/auth/oauth/yandex', { access_token: 'x' })
    const answers = [google, yandex].map(({ status, body }) => [status, body['code']])
    expect(answers).to.deep.equal([
      [404, 'not_found'],
      [404, 'not_found'],
    ])
  })

  it('loses nothing when the service is killed while the mail server is down', async () => {
    const other = await makeDataDir()
    const down = await startMailServer()
    await down.close()
    const environment = {
      DATA_DIR: other.path,
      SMTP_URL: `smtp://127.0.0.1:${down.port}`,
      MAIL_FROM: 'no-reply@example.org',
    }
    const email = 'gleb@example.org'
    const first = await startGateway(environment)
    // The answer comes although no mail server does.
    const registered = await frontEnd(first.url).call('POST', '/v1/auth/register', { email, password: PASSWORD })
    expect(registered.status).to.equal(201)
    await eventually(() => first.output().includes('a mail was not sent'))
    await first.end('SIGKILL')
    const up = await startMailServer({ port: down.port })
    const second = await startGateway(environment)
    try {
      await eventually(() => up.received.some(({ to }) => to.includes(email)), 50)
      const mail = up.received.find(({ to }) => to.includes(email))
      const token = /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1]
      const verified = await frontEnd(second.url).call('POST', '/v1/auth/verify-email', { token, password: PASSWORD })
      expect(verified.body).to.deep.equal({ email, email_verified: true })
    } finally {
      await second.end('SIGKILL')
      await up.close()
      await other.remove()
    }
  })
})
