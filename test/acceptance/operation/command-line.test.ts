import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { eventually } from '../../support/eventually.ts'
import { runNode } from '../../support/processes/child-process.ts'
import type { TestProcess } from '../../support/processes/child-process.ts'
import { runGatewayCommand } from '../../support/processes/gateway-process.ts'

const entry = resolve(import.meta.dirname, '../../../bin/gateway.js')

describe('the command line beside a server on the embedded database', () => {
  let dataDir: string
  let server: TestProcess
  let url: string

  const env = () => ({
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    NODE_ENV: 'test',
    DATABASE_URL: '',
    REDIS_URL: '',
    PUBLIC_BASE_URL: '',
  })
  const gateway = (...argv: readonly string[]) => runGatewayCommand(argv, env())
  const serve = async (): Promise<void> => {
    server = runNode([entry, 'serve'], env())
    url = (await server.printed(/"url":"([^"]+)"/))[1] ?? ''
  }
  const statusWith = async (key: string): Promise<number> => {
    const response = await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })
    await response.body?.cancel()
    return response.status
  }

  before(async () => {
    dataDir = join(mkdtempSync(join(tmpdir(), 'gateway-cli-')), 'data')
    await serve()
  })
  after(async () => {
    await server.kill()
    rmSync(resolve(dataDir, '..'), { recursive: true, force: true })
  })

  it('works inside the server: a key that it makes is valid at once, one that it revokes is refused at once', async () => {
    const made = await gateway('keys', 'create', 'demo@example.com', '--json')
    expect(made.exit).to.equal(0)
    const { id, key } = JSON.parse(made.stdout) as { readonly id: string; readonly key: string }
    expect(await statusWith(key)).to.equal(200)
    expect((await gateway('keys', 'revoke', id)).exit).to.equal(0)
    expect(await statusWith(key)).to.equal(401)
  })

  it('opens an account whose password works, limits its key, lists both, and leaves a record without secrets', async () => {
    const made = await gateway('users', 'create', 'carol@example.com', '--json')
    const { password } = JSON.parse(made.stdout) as { readonly password: string }
    const login = await fetch(`${url}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'carol@example.com', password }),
    })
    expect(login.status).to.equal(200)
    const { access_token: session } = (await login.json()) as { readonly access_token: string }
    const limits = [
      '--spend-limit',
      '5',
      '--spend-limit-period',
      'weekly',
      '--spend-limit-time-zone',
      'Europe/Moscow',
      '--requests-per-minute',
      '60',
      '--tokens-per-minute',
      '9000',
      '--allowed-addresses',
      '127.0.0.0/8,::1',
      '--allowed-models',
      'sandbox/echo',
      '--expires-at',
      '2999-01-31',
      '--note',
      'by night',
    ]
    const created = await gateway('keys', 'create', 'carol@example.com', 'nightly', ...limits)
    const [, id = '', key = ''] = /^id +(\S+)\nkey +(\S+)\n$/.exec(created.stdout) ?? []
    expect(await statusWith(key)).to.equal(200)
    const shown = async (): Promise<{ readonly last_used_at: number | null }> => {
      const answer = await fetch(`${url}/v1/me/api-keys`, { headers: { authorization: `Bearer ${session}` } })
      const [only] = (await answer.json()) as readonly [{ readonly last_used_at: number | null }]
      return only
    }
    // The last use is written some seconds after the call; nothing of the key changes after it.
    await eventually(async () => (await shown()).last_used_at !== null, 100)
    const [listed] = JSON.parse((await gateway('keys', 'list', 'carol@example.com', '--json')).stdout) as unknown[]
    expect(listed).to.deep.include({ id, name: 'nightly', spend_limit: '5.00', allowed_models: ['sandbox/echo'] })
    expect(listed, 'as the API shows it').to.deep.equal(await shown())
    expect((await gateway('keys', 'list', 'carol@example.com')).stdout)
      .to.contain('of 5.00 RUB weekly (Europe/Moscow)')
      .and.contain('60 calls, 9000 tokens')
      .and.contain('127.0.0.0/8, ::1')
      .and.contain('by night')
    await gateway('users', 'credit', 'carol@example.com', '7', '--reason', 'a gift')
    expect((await gateway('topups', 'list', 'carol@example.com')).stdout).to.match(/^ID +STATUS/)
    const trail = await gateway('operations', 'list')
    for (const each of ['users create', 'keys create', 'reason=a gift', 'spend-limit=5']) {
      expect(trail.stdout).to.contain(each)
    }
    expect(trail.stdout).not.to.contain(key).and.not.to.contain(password)
  })

  it('prints its version', async () => {
    expect((await gateway('--version')).stdout).to.match(/^\d+\.\d+\.\d+\n$/)
  })

  it('makes no empty database beside the wrong directory', async () => {
    const nowhere = join(dataDir, '..', 'nowhere')
    const lost = await runGatewayCommand(['users', 'list'], { ...env(), DATA_DIR: nowhere })
    expect(lost).to.include({ exit: 1, stdout: '' })
    expect(lost.stderr).to.contain('there is no database in')
    expect(readdirSync(join(dataDir, '..'))).to.deep.equal(['data'])
  })

  it('credits once for one id, however often it is repeated, and leaves a clean ledger', async () => {
    const id = '01890000-0000-7000-8000-00000000c0de'
    const credits = await Promise.all(
      Array.from({ length: 3 }, () => gateway('users', 'credit', 'demo@example.com', '0.000001', '--id', id)),
    )
    expect(credits.map(({ exit }) => exit)).to.deep.equal([0, 0, 0])
    const users = JSON.parse((await gateway('users', 'list', '--json')).stdout) as readonly {
      readonly wallets: readonly { readonly currency: string; readonly balance: string }[]
    }[]
    const roubles = users[0]?.wallets.find(({ currency }) => currency === 'RUB')
    expect(roubles?.balance).to.match(/\.000001$/)
    expect(await gateway('ledger', 'audit')).to.include({ exit: 0, stderr: '' })
  })

  it('prunes stored files that nothing refers to, except recent ones', async () => {
    const directory = join(dataDir, 'media', 'ab', 'cd')
    mkdirSync(directory, { recursive: true })
    const [old, young] = [`abcd${'0'.repeat(60)}`, `abcd${'1'.repeat(60)}`]
    for (const name of [old, young]) writeFileSync(join(directory, name), 'bytes')
    utimesSync(join(directory, old), 1, 1)
    expect(await gateway('media', 'prune', '--dry-run')).to.deep.equal({
      exit: 0,
      stdout: '1 file(s), 5 byte(s) would be deleted\n',
      stderr: '',
    })
    expect((await gateway('media', 'prune')).stdout).to.equal('1 file(s), 5 byte(s) deleted\n')
    expect(readdirSync(directory)).to.deep.equal([young])
  })

  it('does not serve twice from one directory, and names the process that serves', async () => {
    const second = await gateway('serve')
    expect(second.exit).to.equal(1)
    expect(second.stderr).to.contain(`held by process ${server.pid} on `)
  })

  it('prints no key, password or token into the log of the server', async () => {
    await statusWith('sk-aiagg-0123456789012345678901234567890123456789012')
    const log = server
      .stdout()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .join('\n')
    expect(log).to.contain('"request"')
    expect(log).to.not.match(/sk-aiagg-\w|eyJ/)
  })

  it('opens the database itself once the server was killed, and a new server starts at once', async () => {
    await server.kill('SIGKILL')
    const audit = await gateway('ledger', 'audit')
    expect(audit).to.include({ exit: 0, stderr: '' })
    await serve()
    expect((await gateway('users', 'list')).stdout).to.contain('demo@example.com')
  })

  it('leaves the directory free after a graceful stop', async () => {
    await server.kill('SIGTERM')
    expect(await server.ended()).to.equal(0)
    expect((await gateway('holds', 'sweep')).exit).to.equal(0)
  })

  it('reloads no catalogue where no service runs, and does not say that it did', async () => {
    const reloaded = await gateway('catalog', 'reload')
    expect(reloaded).to.include({ exit: 1, stdout: '' })
    expect(reloaded.stderr).to.contain('nothing was reloaded: no service runs on this database')
  })
})
