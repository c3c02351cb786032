import { expect } from 'chai'
import { addressList } from '../../../../src/adapters/http/request/address-list.ts'
import type { AddressList } from '../../../../src/adapters/http/request/address-list.ts'

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
