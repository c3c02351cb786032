import { expect } from 'chai'
import { addressList, forwardedAddress } from '../../../../src/adapters/http/request/client-address.ts'
import type { AddressList } from '../../../../src/adapters/http/request/client-address.ts'

const listOf = (...entries: readonly string[]): AddressList => {
  const list = addressList(entries)
  if (list === null) throw new Error('refused')
  return list
}

describe('a list of addresses', () => {
  const list = listOf('127.0.0.1', '185.71.76.0/27', '2a02:5180::/32')
  const cases: readonly (readonly [address: string, isOn: boolean])[] = [
    ['127.0.0.1', true],
    ['127.0.0.2', false],
    ['::ffff:127.0.0.1', true],
    ['185.71.76.31', true],
    ['185.71.76.32', false],
    ['2a02:5180:ffff::1', true],
    ['2a02:5181::1', false],
    ['fe80::1%eth0', false],
    ['', false],
    ['localhost', false],
  ]
  for (const [address, isOn] of cases) {
    it(`${isOn ? 'has' : 'has not'} "${address}"`, () => expect(list(address)).to.equal(isOn))
  }

  for (const entry of ['', 'localhost', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::/129', '10.0.0']) {
    it(`is refused for "${entry}"`, () => expect(addressList(['127.0.0.1', entry])).to.equal(null))
  }
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
