import { BlockList } from 'node:net'
import { expect } from 'chai'
import fc from 'fast-check'
import { addressNetwork, isInNetworks } from '../../../src/domain/addresses/address-network.ts'

const allows = (network: string, address: string): boolean => {
  const parsed = addressNetwork(network)
  return parsed !== null && isInNetworks([parsed], address)
}

describe('an address in a network', () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['192.0.2.7', '::ffff:192.0.2.7', true],
    ['::ffff:192.0.2.7', '192.0.2.7', true],
    ['::ffff:10.0.0.0/104', '10.9.9.9', true],
    ['10.0.0.9/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '203.0.113.9', true],
    ['2001:db8::/33', '2001:db8:7fff::1', true],
    ['2001:db8::/33', '2001:db8:8000::1', false],
    ['2001:DB8::1', '2001:db8:0:0:0:0:0:1', true],
    ['fe80::1', 'fe80::1%eth0', false],
    ['::/0', 'no address', false],
  ]
  for (const [network, address, isAllowed] of cases) {
    it(`${isAllowed ? 'is' : 'is not'} ${address} for ${network}`, () => {
      expect(allows(network, address)).to.equal(isAllowed)
    })
  }

  it('is the same for Node', () => {
    const part = fc.integer({ min: 0, max: 3 }).map((small) => small * 85)
    const address = fc.tuple(part, part, part, part).map((parts) => parts.join('.'))
    fc.assert(
      fc.property(address, address, fc.integer({ min: 0, max: 32 }), (network, other, bits) => {
        const list = new BlockList()
        list.addSubnet(network, bits, 'ipv4')
        expect(allows(`${network}/${bits}`, other)).to.equal(list.check(other, 'ipv4'))
      }),
    )
  })

  for (const wrong of [
    '',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/08',
    '::1/129',
    '10.0.0/8',
    'a.b.c.d',
    '1.2.3.4/5/6',
  ]) {
    it(`cannot be ${JSON.stringify(wrong)}`, () => {
      expect(addressNetwork(wrong)).to.equal(null)
    })
  }
})
