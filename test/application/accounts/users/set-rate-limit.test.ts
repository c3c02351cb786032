import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import { describeIdentity } from '../../../contract/accounts/identity-stores.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { freshLogin } from '../../../support/accounts/fresh-login.ts'
import { good, identityStack } from '../../../support/accounts/identity-stack.ts'

describeIdentity('the requests a minute of an account', (ground) => {
  const bench = async () => {
    const { stack, userId } = await freshLogin(ground())
    const { key } = good(await stack.createApiKey({ userId, name: 'laptop', expiresAt: null, limits: {} }))
    const own = async (at = stack) => good(await at.authenticateApiKey(key)).rateLimitPerMinute
    return { stack, userId, own }
  }

  it('are those of the call after the change, and of the installation again; elsewhere within five seconds', async () => {
    const { stack, userId, own } = await bench()
    const other = identityStack(ground())
    expect([await own(), await own(other)]).to.deep.equal([null, null])
    for (const requests of [3, 1_000_000, null]) {
      expect(await stack.setRateLimit(userId, requests)).to.deep.equal(right(null))
      expect(await own()).to.equal(requests)
      ground().clock.turn(5_000)
      expect(await own(other)).to.equal(requests)
    }
  })

  it('are those of one account alone, and of none that is not there', async () => {
    const [limited, free] = [await bench(), await bench()]
    good(await limited.stack.setRateLimit(limited.userId, 3))
    expect(await free.own()).to.equal(null)
    expect(await limited.stack.setRateLimit(testId(), 3)).to.deep.equal(left({ tag: 'user_not_found' }))
  })

  it('stay as they are where what goes with the change is refused', async () => {
    const { stack, userId, own } = await bench()
    good(await stack.setRateLimit(userId, 3))
    const refusal = left({ tag: 'forbidden' } as const)
    expect(await stack.setRateLimit(userId, 600, async () => refusal)).to.deep.equal(refusal)
    expect(await own()).to.equal(3)
  })
})
