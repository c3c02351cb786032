import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import { kyselyOperatorLog } from '../../../../src/adapters/persistence/operators/operator-log.ts'
import { continueRefund } from '../../../../src/application/operators/top-ups/continue-refund.ts'
import { refundByOperator } from '../../../../src/application/operators/top-ups/refund-by-operator.ts'
import { bodyOf, topUpBench } from '../../billing/top-ups/top-up-bench.ts'
import { addUser, testId } from '../../../contract/billing/billing-stores.ts'
import { auditViolations } from '../../../support/ledger/audit-violations.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import type { TestDatabase } from '../../../support/servers/databases.ts'
import { scriptedPayments } from '../../../twins/billing/payment-gateway.ts'

/** An operator, and a user with a paid top-up of 100 roubles. */
const bench = async (database: TestDatabase) => {
  const payments = scriptedPayments()
  const ground = await topUpBench(database, payments)
  const operatorId = await addUser(database)
  const setRole = (operatorSince: Date | null) =>
    database.db.updateTable('users').set({ operator_since: operatorSince }).where('id', '=', operatorId).execute()
  await setRole(new Date())
  const topUpId = bodyOf(await ground.buy())['id'] ?? ''
  payments.change(topUpId, { status: 'succeeded' })
  await ground.read({ userId: ground.userId, topUpId })
  const deps = {
    unitOfWork: ground.unitOfWork,
    payments: ground.payments,
    topUps: ground.stores.topUps,
    ids: { next: testId },
    clock: { now: () => Date.now() },
  }
  const refund = refundByOperator(deps)
  const carryOn = continueRefund(deps)
  return {
    payments,
    setRole,
    give: (requestId: string, amount: bigint) => refund({ operatorId, topUpId, requestId, amount, reason: 'left' }),
    refundIds: async () => (await ground.stores.topUps.refundsOf(topUpId)).map(({ id }) => id),
    carryOn: (refundId: string) => carryOn({ operatorId, topUpId, refundId }),
    wallet: async () => {
      const found = await ground.stores.wallets.find(ground.userId, 'RUB')
      return found === null ? null : [found.balance, found.held]
    },
    noted: async () =>
      (await kyselyOperatorLog(database.db).page({ operator: null, subject: topUpId, before: null, limit: 10 })).map(
        ({ command, before, after, reason }) => ({ command, before, after, reason }),
      ),
    isClean: async () => (await auditViolations(database.db)).length === 0,
  }
}

describeOnDatabases('refund of a top-up by an operator', (database) => {
  it('happens once under one id, however often it is asked for, also at the same time', async () => {
    const { give, wallet, payments, isClean } = await bench(database())
    const id = testId()
    const asked = await Promise.all([give(id, 30_000_000n), give(id, 30_000_000n), give(id, 30_000_000n)])
    for (const each of asked) expect(each).to.have.nested.property('right.refund.requestId', id)
    expect(await give(id, 30_000_000n)).to.have.nested.property('right.refund.status', 'succeeded')
    expect(payments.refunds().map((each) => each.amount)).to.deep.equal([30_000_000n])
    expect(await wallet()).to.deep.equal([70_000_000n, 0n])
    expect(await isClean()).to.equal(true)
  })

  it('is pending while the provider gave no answer; no other begins in between, and it can be carried on', async () => {
    const { give, carryOn, refundIds, wallet, payments } = await bench(database())
    const id = testId()
    payments.failNext('unavailable')
    expect(await give(id, 30_000_000n)).to.have.nested.property('right.refund.status', 'pending')
    expect(await wallet()).to.deep.equal([100_000_000n, 30_000_000n])
    expect(await give(testId(), 30_000_000n)).to.deep.include({
      left: { tag: 'refund_under_way', amount: 30_000_000n },
    })
    expect(await carryOn(testId())).to.have.nested.property('left.tag', 'not_found')
    const [refundId = ''] = await refundIds()
    expect(await carryOn(refundId)).to.have.nested.property('right.refund.status', 'succeeded')
    expect(await carryOn(refundId)).to.have.nested.property('right.refund.status', 'succeeded')
    expect(payments.refunds()).to.have.length(1)
    expect(await wallet()).to.deep.equal([70_000_000n, 0n])
  })

  it('that an earlier request ended is not begun anew by the same id, after another request ended it', async () => {
    const { give, carryOn, refundIds, wallet, payments } = await bench(database())
    const id = testId()
    payments.failNext('throws')
    expect(await give(id, 30_000_000n).catch(() => 'died')).to.equal('died')
    const [refundId = ''] = await refundIds()
    expect(await carryOn(refundId)).to.have.nested.property('right.refund.status', 'succeeded')
    expect(await give(id, 30_000_000n)).to.have.nested.property('right.refund.status', 'succeeded')
    expect(payments.refunds()).to.have.length(1)
    expect(await wallet()).to.deep.equal([70_000_000n, 0n])
  })

  it('stays refused under its id once the provider has refused it', async () => {
    const { give, wallet, payments } = await bench(database())
    const id = testId()
    payments.failNext('refused')
    expect(await give(id, 30_000_000n)).to.have.nested.property('left.tag', 'payment_refused')
    expect(await give(id, 30_000_000n)).to.have.nested.property('left.tag', 'payment_refused')
    expect(payments.refunds()).to.deep.equal([])
    expect(await wallet()).to.deep.equal([100_000_000n, 0n])
    expect(isRight(await give(testId(), 30_000_000n))).to.equal(true)
  })

  it('is recorded with its hold, and moves nothing for an operator who lost the role a moment ago', async () => {
    const { give, setRole, wallet, payments, noted } = await bench(database())
    await setRole(null)
    expect(await give(testId(), 30_000_000n)).to.have.nested.property('left.tag', 'forbidden')
    expect([await wallet(), payments.refunds(), await noted()]).to.deep.equal([[100_000_000n, 0n], [], []])
    await setRole(new Date())
    payments.failNext('throws')
    await give(testId(), 30_000_000n).catch(() => 'died')
    expect(await noted()).to.deep.equal([
      { command: 'topups refund', before: { refund: null }, after: { refund: 'pending' }, reason: 'left' },
    ])
  })
})
