import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { showDemoAccount } from '../../../src/infrastructure/demo/show-demo-account.ts'

const demo = {
  email: 'demo@example.com',
  password: 'the-password',
  apiKey: 'sk-aiagg-demo',
  balances: { RUB: 1_000_000_000n, TOKEN: 1_500_000n },
}

describe('the credentials of the demo account', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'gateway-demo-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true }))

  const show = (isTerminal: boolean) => showDemoAccount(demo, { dataDir, baseUrl: 'http://127.0.0.1:1', isTerminal })

  it('stand in a file that only its owner can read', () => {
    show(false)
    const file = join(dataDir, 'demo-account.json')
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'))
    expect(stored).to.deep.equal({ email: demo.email, password: demo.password, api_key: demo.apiKey })
    expect(statSync(file).mode & 0o777).to.equal(0o600)
  })

  it('are shown to a terminal, with where to go and a line to paste', () => {
    expect(show(true))
      .to.contain(demo.password)
      .and.to.contain('http://127.0.0.1:1/docs')
      .and.to.match(/curl 'http:\/\/127\.0\.0\.1:1\/v1\/chat\/completions' .*\n.*sk-aiagg-demo/)
  })

  it('are shown with what its wallets hold, to the last part', () => {
    expect(show(true)).to.contain('1000.00 RUB and 1.5 TOKEN\n')
  })

  it('are not printed anywhere else: one line names the file', () => {
    const printed = show(false)
    expect(printed.trim().split('\n')).to.have.length(1)
    expect(printed).to.contain(join(dataDir, 'demo-account.json'))
    expect(printed).not.to.contain(demo.password).and.not.to.contain(demo.apiKey)
  })
})
