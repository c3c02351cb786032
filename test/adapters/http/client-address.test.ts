import { expect } from 'chai'
import { addressList } from '../../../src/adapters/http/address-list.ts'
import { originalAddress } from '../../../src/adapters/http/client-address.ts'

const isOurs = addressList(['10.0.0.0/8', '::1']) ?? (() => false)

describe('who called', () => {
  const cases: readonly (readonly [name: string, peer: string, forwardedFor: string, client: string])[] = [
    ['a stranger, whatever it claims', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['nobody but the proxy, when it says nothing', '10.0.0.1', '', '10.0.0.1'],
    ['whom our proxy saw', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['whom our proxy saw, not what the client wrote before', '10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['whom the outermost of our proxies saw', '::1', '1.1.1.1, 198.51.100.1, 10.2.0.1', '198.51.100.1'],
    ['a client of our own network', '10.0.0.1', '10.9.9.9', '10.9.9.9'],
    ['the last proxy, when the rest is no address', '10.0.0.1', 'unknown, 10.2.0.1', '10.2.0.1'],
    ['a client in IPv6 clothing', '::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['a client of IPv6', '10.0.0.1', '2001:db8::7', '2001:db8::7'],
  ]
  for (const [name, peer, forwardedFor, client] of cases) {
    it(`is ${name}`, () => expect(originalAddress(peer, forwardedFor, isOurs)).to.equal(client))
  }
})
