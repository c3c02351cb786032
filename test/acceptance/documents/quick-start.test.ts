import { randomBytes } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { freshDatabase } from '../../support/servers/databases.ts'
import { makeDataDir, runGatewayCommand, startGateway } from '../../support/processes/gateway-process.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'

describe('the first start on an empty directory', () => {
  let dataDir: Awaited<ReturnType<typeof makeDataDir>>
  let gateway: GatewayProcess

  before(async () => {
    dataDir = await makeDataDir()
    gateway = await startGateway({ DATA_DIR: dataDir.path })
  })
  after(async () => {
    await gateway.end('SIGKILL')
    await dataDir.remove()
  })

  /** The file that the first start leaves for its owner. */
  const demo = async () =>
    JSON.parse(await readFile(join(dataDir.path, 'demo-account.json'), 'utf8')) as {
      readonly email: string
      readonly password: string
      readonly api_key: string
    }

  it('writes a working key with roubles into a file that it names', async () => {
    const [, file] = await gateway.printed(/credentials stand in (\S+demo-account\.json)/)
    expect(file).to.equal(join(await realpath(dataDir.path), 'demo-account.json'))
    const { api_key: key } = await demo()
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'sandbox/echo', messages: [{ role: 'user', content: 'Hello, gateway' }] }),
    })
    const body = (await response.json()) as { choices: { message: { content: string } }[] }
    expect(response.status).to.equal(200)
    expect(body.choices[0]?.message.content).to.equal('Hello, gateway')
    expect(response.headers.get('x-gateway-cost-rub')).to.equal('0.006')
  })

  it('logs at once what it does, and then what is on offer', () => {
    const messages = gateway
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => (JSON.parse(line) as { msg: string }).msg)
    expect(messages[0]).to.match(/^starting/)
    expect(messages).to.include.members(['on offer', 'serving'])
    const { port } = new URL(gateway.url)
    expect(gateway.output()).to.match(new RegExp(`"listening":"127\\.0\\.0\\.1:${port}".*"msg":"serving"`))
  })

  it('prints no key and no password where its output may be collected', async () => {
    const { password, api_key: key } = await demo()
    expect(gateway.output().split('\n')).to.have.length.above(2)
    expect(gateway.output()).not.to.contain(key).and.not.to.contain(password)
  })

  it('is refused to a second process, which names the first one and exits', async () => {
    const second = await runGatewayCommand(['serve'], { DATA_DIR: dataDir.path })
    expect(second.exit).to.equal(1)
    expect(second.stderr).to.match(/held by process \d+/)
  })

  it('runs operator commands inside the serving process', async () => {
    const environment = { DATA_DIR: dataDir.path }
    const credit = await runGatewayCommand(['users', 'credit', 'demo@example.com', '12.5'], environment)
    expect([credit.exit, credit.stderr]).to.deep.equal([0, ''])
    const audit = await runGatewayCommand(['ledger', 'audit'], environment)
    expect(audit.stdout).to.include('the ledger is clean')
    expect(audit.exit).to.equal(0)
  })

  it('gives the role of an operator back to its account after it was taken away', async () => {
    const environment = { DATA_DIR: dataDir.path }
    for (const verb of ['revoke', 'grant']) {
      const changed = await runGatewayCommand(['users', verb, 'demo@example.com', 'operator'], environment)
      expect(changed, verb).to.include({ exit: 0, stderr: '' })
    }
  })

  it('keeps its account over a restart and prints no second one', async () => {
    const { api_key: key } = await demo()
    expect(await gateway.end('SIGTERM')).to.equal(0)
    gateway = await startGateway({ DATA_DIR: dataDir.path })
    expect(gateway.output()).not.to.include('demo account')
    const response = await fetch(`${gateway.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })
    expect(response.status).to.equal(200)
  })

  it('does not serve production from there, and logs what production needs', async () => {
    const refused = await runGatewayCommand(['serve'], { DATA_DIR: dataDir.path, NODE_ENV: 'production' })
    expect(refused.exit).to.equal(2)
    for (const name of ['DATABASE_URL', 'PUBLIC_BASE_URL', 'MASTER_KEY']) expect(refused.stderr).to.contain(name)
  })

  it('makes no demo account in production', async () => {
    const [other, database] = [await makeDataDir(), await freshDatabase('postgresql')]
    const environment = {
      NODE_ENV: 'production',
      DATA_DIR: other.path,
      DATABASE_URL: database.url ?? '',
      PUBLIC_BASE_URL: 'http://127.0.0.1:1',
      ALLOW_HTTP: 'on',
      MASTER_KEY: randomBytes(32).toString('base64'),
    }
    const production = await startGateway(environment)
    try {
      expect(production.output()).not.to.include('demo account')
      const { MASTER_KEY: _key, PUBLIC_BASE_URL: _url, ...ofCommands } = environment
      const users = await runGatewayCommand(['users', 'list', '--json'], ofCommands)
      expect(JSON.parse(users.stdout)).to.deep.equal([])
    } finally {
      await production.end('SIGKILL')
      await database.close()
      await other.remove()
    }
  })
})
