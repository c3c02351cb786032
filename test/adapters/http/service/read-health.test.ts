import { expect } from 'chai'
import { readHealthEndpoint } from '../../../../src/adapters/http/service/read-health.ts'
import { serveForTest } from '../../../support/http-app.ts'

describe('the health of a process', () => {
  it('shows a caller without a key that it serves and where it counts limits, but no version and no engine', async () => {
    const app = await serveForTest([readHealthEndpoint(() => ({ limits: 'memory' }))])
    const answer: unknown = await (await fetch(`${app.url}/v1/health`)).json()
    await app.close()
    expect(answer).to.deep.equal({ status: 'ok', limits: 'memory' })
  })
})
