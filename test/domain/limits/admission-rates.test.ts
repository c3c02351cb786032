import { expect } from 'chai'
import {
  accountRate,
  emailRateLimits,
  gatewayRateLimit,
  lookUpRateLimit,
  mailRateLimits,
} from '../../../src/domain/limits/admission-rates.ts'
import { principal } from '../../support/http-app.ts'

const RATES = { perAccount: 60, perUser: 300, publicPerAddress: 600, signInPerAddress: 20, signInPerEmail: 10 }
const EMAIL = 'ann@example.org'

describe('admission buckets', () => {
  it('count one e-mail address per network, and ten times as often over all networks', () => {
    const [one, neighbour, attacker] = ['192.0.2.1', '192.0.2.250', '198.51.100.1'].map((address) =>
      emailRateLimits(RATES, EMAIL, address),
    )
    expect(one?.fromNetwork).to.deep.equal(neighbour?.fromNetwork)
    expect(one?.fromNetwork.bucket).to.not.equal(attacker?.fromNetwork.bucket)
    expect(one?.fromNetwork).to.include({ limit: 10, windowMs: 60_000 })
    expect(one?.fromAnywhere).to.deep.equal(attacker?.fromAnywhere)
    expect(one?.fromAnywhere).to.include({ limit: 100, windowMs: 60_000 })
  })

  it('count mail messages apart from sign-ins, in quarters of an hour', () => {
    const { fromNetwork, fromAnywhere } = mailRateLimits(EMAIL, '192.0.2.1')
    expect(fromNetwork).to.include({ limit: 3, windowMs: 900_000 })
    expect(fromAnywhere).to.include({ limit: 12, windowMs: 900_000 })
    const signIn = emailRateLimits(RATES, EMAIL, '192.0.2.1')
    expect([signIn.fromNetwork.bucket, signIn.fromAnywhere.bucket]).to.not.include.members([
      fromNetwork.bucket,
      fromAnywhere.bucket,
    ])
  })

  it('give an account the rate of its own where it has one', () => {
    expect(gatewayRateLimit(RATES, principal).limit).to.equal(60)
    expect(gatewayRateLimit(RATES, { ...principal, rateLimitPerMinute: 7 }).limit).to.equal(7)
    expect([null, 1, 600].map((own) => accountRate(RATES, own))).to.deep.equal([60, 1, 600])
  })

  it('count the calls of a key with a limit of its own in its bucket, too', () => {
    const limited = { ...principal, rateLimitPerMinute: 7, requestsPerMinute: 3 }
    const { narrower, ...ofAccount } = gatewayRateLimit(RATES, limited)
    expect(ofAccount).to.deep.equal(gatewayRateLimit(RATES, { ...principal, rateLimitPerMinute: 7 }))
    expect(narrower).to.deep.equal({ bucket: `key:${principal.keyId}`, limit: 3, windowMs: 60_000 })
  })

  it('count the look-ups of an account apart from its calls, whatever rate the account has', () => {
    expect(lookUpRateLimit('ann')).to.include({ limit: 300, windowMs: 60_000 })
    const calls = gatewayRateLimit(RATES, { ...principal, rateLimitPerMinute: 7 })
    expect(lookUpRateLimit('ann').bucket).to.not.equal(calls.bucket)
  })
})
