import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import { json } from '../../../../src/adapters/http/sending/http-response.ts'
import { serviceSurface } from '../../../../src/adapters/http/service/surface.ts'
import { endpoint } from '../../../../src/adapters/http/endpoint/endpoint.ts'
import { serveForTest } from '../../../support/http-app.ts'

const whoAmI = endpoint({
  id: 'whoAmI',
  method: 'GET',
  path: '/v1/who',
  surface: serviceSurface,
  auth: 'none',
  group: 'Service',
  summary: 'Who am I',
  success: { status: 200, description: 'An address.' },
  failures: [],
  handle: async ({ clientAddress }) => right(json(200, { clientAddress })),
})

const askThrough = async (isTrustedProxy: boolean, forwardedFor: readonly string[]) => {
  const reported: string[] = []
  const app = await serveForTest([whoAmI], {
    isTrustedProxy: () => isTrustedProxy,
    reportProxy: (peer) => reported.push(peer),
  })
  try {
    const seen: unknown[] = []
    for (const address of forwardedFor) {
      const headers: Record<string, string> = address === '' ? {} : { 'x-forwarded-for': address }
      seen.push(
        ((await (await fetch(`${app.url}/v1/who`, { headers })).json()) as Record<string, unknown>)['clientAddress'],
      )
    }
    return { reported, seen }
  } finally {
    await app.close()
  }
}

describe('the address of a caller', () => {
  it('is that of the proxy where an unlisted proxy forwards, which is reported once', async () => {
    const { reported, seen } = await askThrough(false, ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
    expect(reported).to.deep.equal(['127.0.0.1'])
    expect(seen).to.deep.equal(['127.0.0.1', '127.0.0.1', '127.0.0.1'])
  })

  it('is not reported where nothing is forwarded, or the proxy is known', async () => {
    expect((await askThrough(false, [''])).reported).to.deep.equal([])
    expect(await askThrough(true, ['192.0.2.1'])).to.deep.equal({ reported: [], seen: ['192.0.2.1'] })
  })
})
