import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import { addressList } from '../../../../src/adapters/http/request/address-list.ts'
import { forwardedAddress } from '../../../../src/adapters/http/middleware/resolve-client-address.ts'
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

const isOurs = addressList(['10.0.0.0/8', '::1']) ?? (() => false)

describe('who called', () => {
  const cases: readonly (readonly [name: string, peer: string, forwardedFor: string, client: string])[] = [
    ['a client outside our network, whatever it claims', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['the proxy itself, when it forwards no address', '10.0.0.1', '', '10.0.0.1'],
    ['whom our proxy saw', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['whom our proxy saw, not what the client wrote before', '10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['whom the outermost of our proxies saw', '::1', '1.1.1.1, 198.51.100.1, 10.2.0.1', '198.51.100.1'],
    ['a client of our own network', '10.0.0.1', '10.9.9.9', '10.9.9.9'],
    ['the last proxy, when the rest is no address', '10.0.0.1', 'unknown, 10.2.0.1', '10.2.0.1'],
    ['a client in IPv6 clothing', '::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['a client of IPv6', '10.0.0.1', '2001:db8::7', '2001:db8::7'],
  ]
  for (const [name, peer, forwardedFor, client] of cases) {
    it(`is ${name}`, () => expect(forwardedAddress(peer, forwardedFor, isOurs)).to.equal(client))
  }
})
