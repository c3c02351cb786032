import { expect } from 'chai'
import { left } from 'fp-ts/lib/Either.js'
import { noteAction } from '../../../../src/application/operators/note-action.ts'
import { AT, describeIdentity } from '../../../contract/accounts/identity-stores.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { freshLogin } from '../../../support/accounts/fresh-login.ts'
import { good, identityStack } from '../../../support/accounts/identity-stack.ts'

describeIdentity('the role of an operator', (ground) => {
  const freshOperator = async () => {
    const login = await freshLogin(ground())
    await ground().stores.users.proveOwner(login.userId, AT)
    good(await login.stack.grantRole(login.userId))
    return login
  }

  it('is in open sessions at once, and gone from them at once; elsewhere within five seconds', async () => {
    const { stack, userId, pair } = await freshOperator()
    const other = identityStack(ground())
    const isOperator = async (at = stack) => good(await at.authenticateSession(pair.accessToken)).isOperator
    expect(await isOperator()).to.equal(true)
    expect(await isOperator(other)).to.equal(true)
    good(await stack.revokeRole(userId))
    expect(await isOperator()).to.equal(false)
    ground().clock.turn(5_000)
    expect(await isOperator(other)).to.equal(false)
  })

  it('is given to no account that another person could take over, and to none that is not there', async () => {
    const { stack, userId } = await freshLogin(ground())
    expect(await stack.grantRole(userId)).to.deep.equal(left({ tag: 'address_not_proven' }))
    expect(await stack.grantRole(testId())).to.deep.equal(left({ tag: 'user_not_found' }))
    expect(await stack.revokeRole(testId())).to.deep.equal(left({ tag: 'user_not_found' }))
  })

  it('is granted again to an operator whose address is not proven, who has it since the same moment', async () => {
    const { stack, userId } = await freshLogin(ground())
    await ground().stores.users.setOperatorSince(userId, AT)
    ground().clock.turn(5_000)
    good(await stack.grantRole(userId))
    expect((await ground().stores.users.find(userId))?.operatorSince).to.deep.equal(AT)
  })

  it('is asked for again where an action is recorded: a revoked operator changes nothing more', async () => {
    const { stack, userId, email } = await freshOperator()
    const [subject, nowMs] = [testId(), ground().clock.now()]
    const note = () =>
      ground().unitOfWork.transact((stores) =>
        noteAction({ ids: { next: testId }, clock: ground().clock }, stores, {
          operatorId: userId,
          command: 'users credit',
          subject,
          arguments: { amount: '5' },
          before: { balance: '0' },
          after: { balance: '5' },
          reason: 'a gift',
        }),
      )
    good(await note())
    good(await stack.revokeRole(userId))
    expect(await note()).to.deep.equal(left({ tag: 'forbidden' }))
    good(await stack.grantRole(userId))
    good(await stack.deactivateUser(userId))
    expect(await note()).to.deep.equal(left({ tag: 'forbidden' }))
    const page = { operator: null, subject, before: null, limit: 10 }
    const recorded = await ground().stores.operatorLog.page(page)
    expect(recorded).to.have.length(1)
    expect(recorded[0]).to.deep.include({ operator: email, operatorId: userId, at: new Date(nowMs), exitCode: 0 })
  })
})
