import { expect } from 'chai'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { isPublicAddress } from '../../../src/domain/addresses/public-address.ts'

/** What a library of the field says: the second opinion. */
const isUnicast = (text: string): boolean => ipaddr.process(text).range() === 'unicast'

describe('public address', () => {
  it('is no question of a name', () => {
    for (const name of ['example.com', '1.2.3', '1.2.3.4.5', '0x7f.1', '']) {
      expect(isPublicAddress(name), name).to.equal(null)
    }
  })

  it('says no of what only looks like an address', () => {
    for (const text of [
      '256.1.1.1',
      '999.1.1.1',
      'fe80::1%eth0',
      '2a00::1%eth0',
      '08.8.8.8',
      ':',
      '1::2::3',
      `${'1:'.repeat(40)}1`,
    ]) {
      expect(isPublicAddress(text), text).to.equal(false)
    }
  })

  it('holds no IPv4 address for public that the library calls special', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        if (isPublicAddress(address) === true) expect(isUnicast(address), address).to.equal(true)
      }),
      { numRuns: 5_000 },
    )
  })

  it('holds no IPv6 address for public that the library calls special, or that carries an IPv4 address', () => {
    const head = fc.constantFrom('2001', '2002', '2000', '2620', '3fff', '3ffe', 'fc00', 'fe80', '64', '0', '2a00')
    const group = fc.nat(0xffff).map((value) => value.toString(16))
    const address = fc.tuple(head, fc.array(group, { minLength: 7, maxLength: 7 })).map((all) => all.flat().join(':'))
    fc.assert(
      fc.property(fc.oneof(fc.ipV6(), address), (text) => {
        if (isPublicAddress(text) === true) expect(isUnicast(text), text).to.equal(true)
      }),
      { numRuns: 5_000 },
    )
  })

  it('holds the edges of every special range for what they are', () => {
    const inside = ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '100.127.255.255', '198.19.255.255']
    const outside = [
      '9.255.255.255',
      '11.0.0.0',
      '172.15.255.255',
      '172.32.0.0',
      '100.128.0.0',
      '198.20.0.0',
      '1.1.1.1',
    ]
    expect(inside.map(isPublicAddress)).to.deep.equal(inside.map(() => false))
    expect(outside.map(isPublicAddress)).to.deep.equal(outside.map(() => true))
    expect(
      ['2001:200::', '2001:1ff:ffff::', '2003::1', '2001:db7::', '2001:db8::', '1fff::1', '4000::'].map(
        isPublicAddress,
      ),
    ).to.deep.equal([true, false, true, true, false, false, false])
  })
})
