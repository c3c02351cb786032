import { expect } from 'chai'
import { isRight, left } from 'fp-ts/lib/Either.js'
import { addressNetwork } from '../../../src/domain/addresses/address-network.ts'
import { admitKey, checkNewExpiry } from '../../../src/domain/api-keys/api-key.ts'
import type { KnownKey } from '../../../src/domain/api-keys/api-key.ts'

const principal = {
  keyId: 'key',
  userId: 'user',
  walletId: 'wallet',
  budgetId: 'key',
  allowedModels: null,
  rateLimitPerMinute: null,
  requestsPerMinute: null,
  tokensPerMinute: null,
}

const KNOWN: KnownKey = { principal, expiresAtMs: null, disabled: false, allowedAddresses: null }
const HERE = '192.0.2.7'

const isAdmitted = (key: KnownKey | null, nowMs = 0, clientAddress = HERE): boolean =>
  isRight(admitKey(key, { nowMs, clientAddress }))

describe('API key', () => {
  it('is refused when unknown', () => expect(isAdmitted(null)).to.equal(false))
  it('is good for ever without an expiry', () => expect(isAdmitted(KNOWN, 9e15)).to.equal(true))
  it('is good until the moment it expires', () => {
    expect(isAdmitted({ ...KNOWN, expiresAtMs: 1_000 }, 999)).to.equal(true)
    expect(isAdmitted({ ...KNOWN, expiresAtMs: 1_000 }, 1_000)).to.equal(false)
  })
  it('is refused while it is disabled', () => expect(isAdmitted({ ...KNOWN, disabled: true })).to.equal(false))
  it('is refused from another address than those it is allowed, with its owner for the log alone', () => {
    const allowedAddresses = ['192.0.2.0/29', '2001:db8::/32'].flatMap((text) => addressNetwork(text) ?? [])
    const limited = { ...KNOWN, allowedAddresses }
    for (const address of [HERE, '::ffff:192.0.2.1', '2001:db8:1::9%eth0']) {
      expect(isAdmitted(limited, 0, address), address).to.equal(true)
    }
    for (const address of ['192.0.2.8', '::ffff:192.0.2.8', '2001:db9::1', 'unknown', '']) {
      const refused = admitKey(limited, { nowMs: 0, clientAddress: address })
      expect(refused, address).to.deep.equal(left({ tag: 'invalid_api_key', misusedKeyOf: 'user' }))
    }
    expect(isAdmitted({ ...limited, allowedAddresses: [] })).to.equal(false)
  })
  it('cannot be made already expired', () => {
    expect(isRight(checkNewExpiry(new Date(1_000), 1_000))).to.equal(false)
    expect(isRight(checkNewExpiry(new Date(1_001), 1_000))).to.equal(true)
    expect(isRight(checkNewExpiry(null, 1_000))).to.equal(true)
  })
})
