import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import { setRateLimit } from '../../../../src/application/accounts/users/set-rate-limit.ts'
import { limitAccount } from '../../../../src/application/operators/accounts/limit-account.ts'
import type { Invalidated } from '../../../../src/application/ports/process/invalidation.ts'
import { describeIdentity, someUser } from '../../../contract/accounts/identity-stores.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'

describeIdentity('the requests a minute of an account in the hands of an operator', (ground) => {
  const bench = async () => {
    const { stores, unitOfWork, clock } = ground()
    const [operator, customer] = [someUser(), someUser()]
    for (const user of [operator, customer]) await stores.users.add(user)
    const setRole = (since: Date | null) => stores.users.setOperatorSince(operator.id, since)
    await setRole(new Date(clock.now()))
    const announced: Invalidated[] = []
    const invalidation = { announce: async (what: Invalidated) => announced.push(what) }
    const limit = limitAccount({
      setRateLimit: setRateLimit({ unitOfWork, invalidation }),
      ids: { next: testId },
      clock,
    })
    return {
      customer,
      announced,
      setRole,
      limit: (requestsPerMinute: number | null, accountId = customer.id) =>
        limit({ operatorId: operator.id, accountId, requestsPerMinute, reason: 'a nightly run' }),
      kept: async () => (await stores.users.find(customer.id))?.rateLimitPerMinute,
      noted: () => stores.operatorLog.page({ operator: null, subject: customer.id, before: null, limit: 9 }),
    }
  }

  it('are set with a record of what they were, in the words of the command', async () => {
    const { customer, limit, kept, noted } = await bench()
    for (const requests of [600, 3, null]) {
      expect(await limit(requests)).to.deep.equal(right(null))
      expect(await kept()).to.equal(requests)
    }
    const record = (before: number | 'default', after: number | 'default') => ({
      command: 'users limit',
      arguments: { email: customer.email, 'requests-per-minute': String(after) },
      before: { requests_per_minute: before },
      after: { requests_per_minute: after },
      reason: 'a nightly run',
      exitCode: 0,
    })
    const recorded = (await noted()).map(({ command, arguments: given, before, after, reason, exitCode }) => ({
      command,
      arguments: given,
      before,
      after,
      reason,
      exitCode,
    }))
    expect(recorded).to.deep.equal([record(3, 'default'), record(600, 3), record('default', 600)])
  })

  it('are not changed by an operator whose role is gone, nor for an account that is not there', async () => {
    const { announced, setRole, limit, kept, noted } = await bench()
    expect(await limit(600, testId())).to.deep.equal(left({ tag: 'not_found' }))
    await setRole(null)
    expect(await limit(600)).to.deep.equal(left({ tag: 'forbidden' }))
    expect(await kept()).to.equal(null)
    expect(await noted()).to.deep.equal([])
    expect(announced).to.deep.equal([])
  })
})
