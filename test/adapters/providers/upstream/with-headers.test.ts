import { expect } from 'chai'
import { left } from 'fp-ts/lib/Either.js'
import type { UpstreamGet, UpstreamHttp } from '../../../../src/adapters/providers/upstream/upstream-http.ts'
import { withHeaders } from '../../../../src/adapters/providers/upstream/with-headers.ts'

describe("an operator's own headers", () => {
  it('go to the provider and to no other host, and never in place of the gateway’s', async () => {
    const asked: UpstreamGet[] = []
    const keep = (request: UpstreamGet) => {
      asked.push(request)
      return Promise.resolve(left({ tag: 'cut', message: '' } as const))
    }
    const http: UpstreamHttp = { get: keep, post: keep, close: () => Promise.resolve() }
    const dressed = withHeaders(http, 'https://a.example.com/v1', () => ({ 'x-title': 'T', accept: 'ours' }))
    const waits = { path: '/', headTimeoutMs: 1, bodyTimeoutMs: 1, deadlineMs: 1 }
    await dressed.get({ ...waits, origin: 'https://a.example.com', headers: { accept: '*/*' } })
    await dressed.post({ ...waits, origin: 'https://cdn.example.com', headers: { accept: '*/*' }, body: '' })
    expect(asked.map(({ headers }) => headers)).to.deep.equal([{ 'x-title': 'T', accept: '*/*' }, { accept: '*/*' }])
  })
})
