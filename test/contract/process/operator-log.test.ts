import { expect } from 'chai'
import type { OperatorAction } from '../../../src/application/ports/process/operator-log.ts'
import { describeIdentity, AT, later, someUser } from '../accounts/identity-stores.ts'
import { testId } from '../billing/billing-stores.ts'
import { right } from 'fp-ts/lib/Either.js'

describeIdentity('operator log contract', (ground) => {
  const log = () => ground().stores.operatorLog

  const credit = (change: Partial<OperatorAction> = {}): OperatorAction => ({
    id: testId(),
    at: AT,
    operator: `ann-${testId()}@office`,
    operatorId: null,
    command: 'users credit',
    subject: testId(),
    arguments: { email: 'bob@example.com', amount: '5', reason: 'it’s "quoted"' },
    before: null,
    after: null,
    reason: 'it’s "quoted"',
    exitCode: 0,
    ...change,
  })
  const everything = { operator: null, subject: null, before: null, limit: 1_000 }

  const recorded = async (...actions: readonly OperatorAction[]): Promise<readonly OperatorAction[]> => {
    for (const action of actions) await log().record(action)
    return actions.toSorted((a, b) => (a.id < b.id ? 1 : -1))
  }

  it('keeps what operators did, with what stood before and after', async () => {
    const operator = someUser()
    await ground().stores.users.add(operator)
    const action = credit({
      operatorId: operator.id,
      before: { balance: '1.00', closed: false },
      after: { balance: '6.00', closed: null, keys: ['a'] },
      at: later(1),
      exitCode: 1,
    })
    await log().record(action)
    expect(await log().page({ ...everything, subject: action.subject })).to.deep.equal([action])
  })

  it('reads the newest first, and no more of it than is asked for', async () => {
    const subject = testId()
    const [newest, middle, oldest] = await recorded(credit({ subject }), credit({ subject }), credit({ subject }))
    expect(await log().page({ ...everything, subject, limit: 2 })).to.deep.equal([newest, middle])
    const before = middle?.id ?? ''
    expect(await log().page({ ...everything, subject, before })).to.deep.equal([oldest])
  })

  it('finds the actions of one operator', async () => {
    const [operator, other] = [`eve-${testId()}@office`, `eve-${testId()}@office`]
    const [mine] = await recorded(credit({ operator }))
    await recorded(credit({ operator: other }))
    expect(await log().page({ ...everything, operator })).to.deep.equal([mine])
    expect(await log().page({ ...everything, operator, subject: testId() })).to.deep.equal([])
  })

  it('keeps nothing of an action whose unit of work was rolled back', async () => {
    const [gone, kept] = [credit(), credit()]
    const failing = ground().unitOfWork.transact(async ({ operatorLog }) => {
      await operatorLog.record(gone)
      throw new Error('the action failed')
    })
    await failing.catch(() => undefined)
    await ground().unitOfWork.transact(async ({ operatorLog }) => {
      await operatorLog.record(kept)
      return right(null)
    })
    expect(await log().page({ ...everything, subject: gone.subject })).to.deep.equal([])
    expect(await log().page({ ...everything, subject: kept.subject })).to.deep.equal([kept])
  })
})
