import { expect } from 'chai'
import { readHealthEndpoint } from '../../../../src/adapters/http/health/read-health.ts'
import { serveForTest } from '../../../support/http-app.ts'

describe('the health of a process', () => {
  it('tells a caller without a key that it serves and how it counts, and nothing of versions and engines', async () => {
    const app = await serveForTest([readHealthEndpoint(() => ({ limits: 'memory' }))])
    const answer: unknown = await (await fetch(`${app.url}/v1/health`)).json()
    await app.close()
    expect(answer).to.deep.equal({ status: 'ok', limits: 'memory' })
  })
})
