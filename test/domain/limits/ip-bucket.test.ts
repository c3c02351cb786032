import { expect } from 'chai'
import { ipBucket, networkOf } from '../../../src/domain/limits/ip-bucket.ts'

const CASES: readonly (readonly [address: string, bucket: string])[] = [
  ['192.0.2.7', 'ip:192.0.2.7'],
  ['::ffff:192.0.2.7', 'ip:192.0.2.7'],
  ['::FFFF:c000:207', 'ip:192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', 'ip:2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', 'ip:2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::192.0.2.1', 'ip:2001:db8:1:2::/64'],
  ['2001:db8::1', 'ip:2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'ip:fe80:0:0:0::/64'],
  ['::1', 'ip:0:0:0:0::/64'],
  ['', 'ip:unknown'],
  ['unix:', 'ip:unknown'],
  ['256.1.1.1', 'ip:unknown'],
  ['1.2.3', 'ip:unknown'],
  ['01.2.3.4', 'ip:unknown'],
  ['1:2:3:4:5:6:7', 'ip:unknown'],
  ['1::2::3', 'ip:unknown'],
  ['1:2:3:4:5:6:7:8:9', 'ip:unknown'],
  ['12345::', 'ip:unknown'],
]

describe('ip bucket', () => {
  for (const [address, bucket] of CASES) {
    it(`counts ${JSON.stringify(address)} as ${bucket}`, () => {
      expect(ipBucket(address)).to.equal(bucket)
    })
  }

  it('puts an IPv4 address into its /24 and an IPv6 address into its /64', () => {
    expect(networkOf('192.0.2.7')).to.equal('192.0.2.0/24')
    expect(networkOf('::ffff:192.0.2.255')).to.equal('192.0.2.0/24')
    expect(networkOf('192.0.3.7')).to.equal('192.0.3.0/24')
    expect(networkOf('2001:db8:1:2:3:4:5:6')).to.equal('2001:db8:1:2::/64')
    expect(networkOf('no address')).to.equal('unknown')
  })
})
