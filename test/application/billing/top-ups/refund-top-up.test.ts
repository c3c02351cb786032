import { expect } from 'chai'
import { isLeft, isRight, left } from 'fp-ts/lib/Either.js'
import { auditViolations } from '../../../support/ledger/audit-violations.ts'
import { refundTopUp } from '../../../../src/application/billing/top-ups/refund-top-up.ts'
import { systemAccountId } from '../../../../src/domain/ledger/account.ts'
import { holdCommand, releaseCommand, settleCommand } from '../../../support/ledger/ledger-commands.ts'
import { eventually } from '../../../support/eventually.ts'
import type { RefundOrder } from '../../../../src/application/ports/billing/payment-gateway.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import type { TestDatabase } from '../../../support/servers/databases.ts'
import { scriptedPayments } from '../../../twins/billing/payment-gateway.ts'
import { ageRefunds, bodyOf, topUpBench } from './top-up-bench.ts'

/** A user with a paid top-up of 100 roubles. */
const bench = async (database: TestDatabase) => {
  const payments = scriptedPayments()
  const ground = await topUpBench(database, payments)
  const topUpId = bodyOf(await ground.buy())['id'] ?? ''
  payments.change(topUpId, { status: 'succeeded' })
  await ground.read({ userId: ground.userId, topUpId })
  const give = refundTopUp({ unitOfWork: ground.unitOfWork, payments: ground.payments, ids: { next: testId } })
  const wallet = async () => {
    const found = await ground.stores.wallets.find(ground.userId, 'RUB')
    return found === null ? null : [found.balance, found.held]
  }
  return {
    ...ground,
    payments,
    topUpId,
    wallet,
    give: (amount: bigint | null = null, requestId: string | null = null) => give({ topUpId, amount, requestId }),
    spend: async (amount: bigint) => {
      const found = await ground.stores.wallets.find(ground.userId, 'RUB')
      await ground.ledger.submit({
        tag: 'transfer',
        transferId: testId(),
        kind: 'adjustment',
        debit: found?.id ?? '',
        credit: systemAccountId('adjustment', 'RUB'),
        amount,
        reverses: null,
        reference: { kind: 'admin_debit', id: 'x' },
        description: 'Spent',
        operationId: null,
      })
    },
    isClean: async () => (await auditViolations(database.db)).length === 0,
  }
}

describeOnDatabases('refund of a top-up', (database) => {
  it('takes the money from the wallet after the provider has refunded it', async () => {
    const { give, wallet, payments, isClean } = await bench(database())
    expect(await give(40_000_000n)).to.have.nested.property('right.price', 40_000_000n)
    expect(await wallet()).to.deep.equal([60_000_000n, 0n])
    expect(await give()).to.have.nested.property('right.amount', 60_000_000n)
    expect(await wallet()).to.deep.equal([0n, 0n])
    expect(payments.refunds().map(({ amount }) => amount)).to.deep.equal([40_000_000n, 60_000_000n])
    expect(await give()).to.have.nested.property('left.tag', 'refund_exceeds_top_up')
    expect(await isClean()).to.equal(true)
  })

  it('is refused when the money is spent, and the provider is not asked', async () => {
    const { give, spend, wallet, payments } = await bench(database())
    await spend(1n)
    expect(await give()).to.have.nested.property('left.tag', 'insufficient_balance')
    expect(payments.refunds()).to.deep.equal([])
    expect(await wallet()).to.deep.equal([99_999_999n, 0n])
    expect(isRight(await give(99_990_000n)), 'the refusal left nothing behind').to.equal(true)
  })

  it('gives back what is left in a wallet that takes no paid call since a write-off', async () => {
    const { give, ledger, stores, userId, wallet, isClean } = await bench(database())
    const walletId = (await stores.wallets.find(userId, 'RUB'))?.id ?? ''
    const [kept, expensive] = [holdCommand(walletId, 60_000_000n), holdCommand(walletId, 40_000_000n)]
    for (const hold of [kept, expensive]) await ledger.submit(hold)
    await ledger.submit(settleCommand(expensive, 41_000_000n))
    await ledger.submit(releaseCommand(kept))
    expect(await ledger.submit(holdCommand(walletId, 1n))).to.have.nested.property('right.tag', 'suspended')
    expect(await give(10_000_000n)).to.have.nested.property('right.amount', 10_000_000n)
    expect(await wallet()).to.deep.equal([50_000_000n, 0n])
    expect(await ledger.submit(holdCommand(walletId, 1n))).to.have.nested.property('right.tag', 'suspended')
    expect(await isClean()).to.equal(true)
  })

  it('holds the money while the outcome is unknown, and continues as the same refund', async () => {
    const { give, wallet, payments, isClean } = await bench(database())
    payments.failNext('unavailable')
    expect(await give(30_000_000n)).to.have.nested.property('left.tag', 'outcome_unknown')
    expect(await wallet()).to.deep.equal([100_000_000n, 30_000_000n])
    expect(await give(20_000_000n)).to.have.nested.property('left.tag', 'refund_under_way')
    expect(isRight(await give(30_000_000n))).to.equal(true)
    expect(await wallet()).to.deep.equal([70_000_000n, 0n])
    expect(payments.refunds()).to.have.length(1)
    expect(await isClean()).to.equal(true)
  })

  it('continues after its process died, but not when the provider may no longer know its key', async () => {
    const { give, wallet, payments, topUpId } = await bench(database())
    payments.failNext('throws')
    expect(await give().catch(() => 'died')).to.equal('died')
    expect(await wallet()).to.deep.equal([100_000_000n, 100_000_000n])
    await ageRefunds(database(), topUpId, 24)
    expect(await give()).to.have.nested.property('left.tag', 'refund_unresolved')
    await ageRefunds(database(), topUpId, -24)
    expect(isRight(await give())).to.equal(true)
    expect(await wallet()).to.deep.equal([0n, 0n])
  })

  it('happens once under one id, and says so when it is repeated', async () => {
    const { give, wallet, payments } = await bench(database())
    const id = testId()
    expect(await give(40_000_000n, id)).to.have.nested.property('right.wasDone', false)
    expect(await give(40_000_000n, id)).to.have.nested.include({ 'right.price': 40_000_000n, 'right.wasDone': true })
    expect(await wallet()).to.deep.equal([60_000_000n, 0n])
    expect(payments.refunds()).to.have.length(1)
  })

  it('is refused under the id of another refund, and leaves nothing behind', async () => {
    const { give, wallet, payments, isClean } = await bench(database())
    const id = testId()
    expect(isRight(await give(40_000_000n, id))).to.equal(true)
    expect(await give(20_000_000n, id), 'another amount').to.deep.equal(left({ tag: 'mismatch' }))
    const another = await bench(database())
    expect(await another.give(20_000_000n, id), 'another top-up').to.deep.equal(left({ tag: 'mismatch' }))
    expect(await wallet()).to.deep.equal([60_000_000n, 0n])
    expect(await another.wallet()).to.deep.equal([100_000_000n, 0n])
    expect(payments.refunds()).to.have.length(1)
    expect(isRight(await give(20_000_000n)), 'no refund is under way').to.equal(true)
    expect(await isClean()).to.equal(true)
  })

  it('is made and taken from the wallet under an id that the ledger knows as a transfer or a hold', async () => {
    const { give, wallet, ledger, stores, userId, topUpId, isClean } = await bench(database())
    const call = holdCommand((await stores.wallets.find(userId, 'RUB'))?.id ?? '', 10_000_000n)
    await ledger.submit(call)
    for (const id of [topUpId, call.holdId]) expect(isRight(await give(20_000_000n, id))).to.equal(true)
    expect(await wallet()).to.deep.equal([60_000_000n, 10_000_000n])
    expect(await isClean()).to.equal(true)
  })

  it('releases the money when the provider refuses', async () => {
    const { give, wallet, payments } = await bench(database())
    payments.failNext('refused')
    expect(await give()).to.have.nested.property('left.tag', 'payment_refused')
    expect(await wallet()).to.deep.equal([100_000_000n, 0n])
    expect(isRight(await give())).to.equal(true)
  })

  it('never says that it succeeded where another command had it refused and freed the money', async () => {
    const { give, wallet, payments } = await bench(database())
    const refund = payments.refund.bind(payments)
    const { promise: refusal, resolve: refuse } = Promise.withResolvers<void>()
    const slow = async (order: RefundOrder) => {
      const answer = await refund(order)
      await refusal
      return answer
    }
    Object.assign(payments, { refund: slow })
    const first = give(40_000_000n).catch((error: unknown) => String(error))
    await eventually(async () => payments.refunds().length === 1)
    payments.failNext('refused')
    Object.assign(payments, { refund })
    expect(await give(40_000_000n)).to.have.nested.property('left.tag', 'payment_refused')
    refuse()
    expect(await first).to.include('which had ended as refused: take its money out of the wallet by hand')
    expect(await wallet()).to.deep.equal([100_000_000n, 0n])
  })

  it('has succeeded for each of two commands, where only one of them was refused', async () => {
    const { give, wallet, payments } = await bench(database())
    const { promise: success, resolve: succeed } = Promise.withResolvers<void>()
    const refund = payments.refund.bind(payments)
    const refused = async () => {
      await success
      return left({ tag: 'payment_refused', message: 'not twice' } as const)
    }
    Object.assign(payments, { refund: refused })
    const first = give(40_000_000n)
    await eventually(async () => (await wallet())?.[1] === 40_000_000n)
    Object.assign(payments, { refund })
    expect(isRight(await give(40_000_000n))).to.equal(true)
    succeed()
    expect(isRight(await first)).to.equal(true)
    expect(await wallet()).to.deep.equal([60_000_000n, 0n])
  })

  it('happens once for ten commands at once', async () => {
    const { give, wallet, payments, isClean } = await bench(database())
    const asked = await Promise.all(Array.from({ length: 10 }, () => give(100_000_000n)))
    expect(asked.some(isRight)).to.equal(true)
    for (const each of asked) if (isLeft(each)) expect(each.left.tag).to.equal('refund_exceeds_top_up')
    expect(payments.refunds()).to.have.length(1)
    expect(await wallet()).to.deep.equal([0n, 0n])
    expect(await isClean()).to.equal(true)
  })
})
