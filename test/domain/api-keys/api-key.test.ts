import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import { admitKey, checkNewExpiry } from '../../../src/domain/api-keys/api-key.ts'

const principal = {
  keyId: 'key',
  userId: 'user',
  walletId: 'wallet',
  budgetId: 'key',
  allowedModels: null,
  rateLimitPerMinute: null,
}

describe('API key', () => {
  it('is refused when unknown', () => expect(isRight(admitKey(null, 0))).to.equal(false))
  it('is good for ever without an expiry', () => {
    expect(isRight(admitKey({ principal, expiresAtMs: null }, 9e15))).to.equal(true)
  })
  it('is good until the moment it expires', () => {
    expect(isRight(admitKey({ principal, expiresAtMs: 1_000 }, 999))).to.equal(true)
    expect(isRight(admitKey({ principal, expiresAtMs: 1_000 }, 1_000))).to.equal(false)
  })
  it('cannot be made already expired', () => {
    expect(isRight(checkNewExpiry(new Date(1_000), 1_000))).to.equal(false)
    expect(isRight(checkNewExpiry(new Date(1_001), 1_000))).to.equal(true)
    expect(isRight(checkNewExpiry(null, 1_000))).to.equal(true)
  })
})
