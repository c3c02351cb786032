import { expect } from 'chai'
import { openMetricsServer } from '../../../src/infrastructure/server/metrics-server.ts'
import type { MetricsServer } from '../../../src/infrastructure/server/metrics-server.ts'

describe('the server of metrics', () => {
  const servers: MetricsServer[] = []
  const errors: unknown[] = []
  after(() => Promise.all(servers.map((server) => server.close())))

  const open = async (token: string | null, expose = () => 'a_total 1\n'): Promise<string> => {
    const config = { host: '127.0.0.1', port: 0, token }
    const server = await openMetricsServer(expose, (error) => void errors.push(error), config)
    servers.push(server)
    return server.url
  }

  it('answers at /metrics alone, and only to readers', async () => {
    const url = await open(null)
    const read = await fetch(url)
    expect([read.status, await read.text()]).to.deep.equal([200, 'a_total 1\n'])
    expect(read.headers.get('content-type')).to.equal('text/plain; version=0.0.4; charset=utf-8')
    expect((await fetch(`${url}?name=x`)).status).to.equal(200)
    expect(await (await fetch(url, { method: 'HEAD' })).text()).to.equal('')
    expect((await fetch(url, { method: 'POST', body: 'x' })).status).to.equal(405)
    for (const path of ['/', '/v1/models', '/metrics/', '/v1/health'])
      expect((await fetch(new URL(path, url))).status).to.equal(404)
  })

  it('asks for its token where it has one', async () => {
    const url = await open('secret-of-metrics')
    const statusWith = async (authorization: string): Promise<number> =>
      (await fetch(url, authorization === '' ? {} : { headers: { authorization } })).status
    expect(await statusWith('')).to.equal(401)
    expect(await statusWith('Bearer wrong')).to.equal(401)
    expect(await statusWith('secret-of-metrics')).to.equal(401)
    expect(await statusWith('Bearer secret-of-metrics')).to.equal(200)
  })

  it('answers 500 and reports the cause where a figure cannot be read', async () => {
    const cause = new Error('no figure')
    const url = await open(null, () => {
      throw cause
    })
    expect((await fetch(url)).status).to.equal(500)
    expect(errors).to.deep.equal([cause])
  })
})
