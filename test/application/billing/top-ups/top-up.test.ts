import { expect } from 'chai'
import { isLeft, isRight, left } from 'fp-ts/lib/Either.js'
import { sandboxPaymentGateway } from '../../../../src/adapters/payments/sandbox-payment-gateway.ts'
import { kyselyLedgerAudit } from '../../../../src/adapters/persistence/ledger/ledger-audit.ts'
import { MAX_BALANCE } from '../../../../src/domain/ledger/account.ts'
import { auditLedger } from '../../../../src/application/billing/wallets/audit-ledger.ts'
import type { Payment } from '../../../../src/domain/payments/payment.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import { scriptedPayments } from '../../../twins/billing/payment-gateway.ts'
import { bodyOf, topUpBench } from './top-up-bench.ts'

const only = (payments: readonly Payment[]): Payment => {
  const [payment] = payments
  if (payment === undefined || payments.length !== 1) throw new Error(`${payments.length} payments`)
  return payment
}

describeOnDatabases('top-up through the sandbox', (database) => {
  it('is credited before its response, and the response is replayed to the byte', async () => {
    const { buy, balance } = await topUpBench(database(), sandboxPaymentGateway())
    const first = await buy()
    expect(bodyOf(first)).to.include({ status: 'succeeded', price: '100000000', amount: '100000000' })
    expect(first).to.have.nested.property('right.replayed', false)
    const second = await buy()
    expect(second).to.have.nested.property('right.replayed', true)
    expect(bodyOf(second)).to.deep.equal(bodyOf(first))
    expect(await balance()).to.equal(100_000_000n)
  })

  it('sells tokens at the configured price, and leaves the RUB wallet unchanged', async () => {
    const { buy, balance } = await topUpBench(database(), sandboxPaymentGateway())
    expect(bodyOf(await buy({ currency: 'TOKEN', amount: 10_000_000n }))).to.include({ price: '15000000' })
    expect([await balance('TOKEN'), await balance('RUB')]).to.deep.equal([10_000_000n, 0n])
  })

  it('credits once when one key arrives 50 times at once', async () => {
    const { buy, balance } = await topUpBench(database(), sandboxPaymentGateway())
    const answers = await Promise.all(Array.from({ length: 50 }, () => buy()))
    for (const answer of answers) {
      if (!isRight(answer)) expect(answer.left.tag).to.equal('idempotency_in_progress')
    }
    expect(answers.some(isRight)).to.equal(true)
    expect(new Set(answers.filter(isRight).map((answer) => bodyOf(answer)['id'])).size).to.equal(1)
    expect(await balance()).to.equal(100_000_000n)
  })

  it('credits each key of 50 at once', async () => {
    const { buy, balance } = await topUpBench(database(), sandboxPaymentGateway())
    await Promise.all(Array.from({ length: 50 }, (_, key) => buy({ key: `key-${key}` })))
    expect(await balance()).to.equal(5_000_000_000n)
    const audit = await auditLedger({ ledgerAudit: kyselyLedgerAudit(database().db) })()
    expect(audit.violations).to.deep.equal([])
  })

  it('refuses amounts outside the terms and leaves the key free', async () => {
    const { buy, balance } = await topUpBench(database(), sandboxPaymentGateway())
    for (const amount of [999_999n, -5_000_000n, 1_000_000_000_001n]) {
      expect(await buy({ amount })).to.have.nested.property('left.tag', 'amount_out_of_range')
    }
    expect(isRight(await buy())).to.equal(true)
    expect(await buy({ requestHash: new Uint8Array(32).fill(9) })).to.deep.equal(left({ tag: 'idempotency_mismatch' }))
    expect(await balance()).to.equal(100_000_000n)
  })

  it('refuses an order that does not fit into the wallet and leaves the key free, and repeats the answer to one that filled it', async () => {
    const { buy, fill, balance } = await topUpBench(database(), sandboxPaymentGateway())
    await fill(MAX_BALANCE - 100_000_000n)
    const refused = await buy({ amount: 100_010_000n })
    expect(refused).to.deep.equal(left({ tag: 'balance_limit', currency: 'RUB', room: 100_000_000n }))
    expect(bodyOf(await buy())).to.include({ status: 'succeeded' })
    expect(bodyOf(await buy()), 'a repetition').to.include({ status: 'succeeded' })
    expect(await balance()).to.equal(MAX_BALANCE)
  })
})

describeOnDatabases('top-up through a provider that waits', (database) => {
  it('is pending until the provider answers that it was paid, and is then credited', async () => {
    const payments = scriptedPayments()
    const { buy, read, pass, balance, userId } = await topUpBench(database(), payments)
    const { id = '', status } = bodyOf(await buy())
    expect([status, await balance()]).to.deep.equal(['pending', 0n])
    expect(await read({ userId, topUpId: id })).to.have.nested.property('right.status', 'pending')
    payments.change(id, { status: 'succeeded', confirmationUrl: null })
    pass(3_000)
    const paid = await read({ userId, topUpId: id })
    expect(paid).to.have.nested.property('right.status', 'succeeded')
    expect(paid).to.have.nested.property('right.confirmationUrl', `https://pay.example.org/${id}`)
    expect(await balance()).to.equal(100_000_000n)
    expect(bodyOf(await buy())['status'], 'a replay has the recorded status').to.equal('pending')
  })

  it('is credited once under 50 concurrent confirmations', async () => {
    const payments = scriptedPayments()
    const { buy, confirm, balance } = await topUpBench(database(), payments)
    const { id = '' } = bodyOf(await buy())
    payments.change(id, { status: 'succeeded' })
    const payment = only(payments.payments())
    const confirmed = await Promise.all(Array.from({ length: 50 }, () => confirm({ topUpId: id, payment })))
    for (const one of confirmed) expect(one).to.have.nested.property('right.status', 'succeeded')
    expect(await balance()).to.equal(100_000_000n)
    payments.change(id, { status: 'canceled' })
    await confirm({ topUpId: id, payment: only(payments.payments()) })
    expect(await balance(), 'what ended does not move').to.equal(100_000_000n)
  })

  it('stays canceled after the provider cancels it', async () => {
    const payments = scriptedPayments()
    const { buy, read, confirm, balance, userId } = await topUpBench(database(), payments)
    const { id = '' } = bodyOf(await buy())
    payments.change(id, { status: 'canceled' })
    expect(await read({ userId, topUpId: id })).to.have.nested.property('right.status', 'canceled')
    payments.change(id, { status: 'succeeded' })
    await confirm({ topUpId: id, payment: only(payments.payments()) })
    expect(await balance()).to.equal(0n)
  })

  it('credits nothing for a payment that is not the one ordered', async () => {
    const payments = scriptedPayments()
    const { buy, read, balance, userId, mismatches } = await topUpBench(database(), payments)
    const { id = '' } = bodyOf(await buy())
    payments.change(id, { status: 'succeeded', amount: 1_000_000n })
    expect(await read({ userId, topUpId: id })).to.have.nested.property('right.status', 'pending')
    expect([mismatches, await balance()]).to.deep.equal([['amount'], 0n])
  })

  it('cannot be read by another user', async () => {
    const { buy, read } = await topUpBench(database(), scriptedPayments())
    const { id = '' } = bodyOf(await buy())
    expect(await read({ userId: id, topUpId: id })).to.deep.equal(left({ tag: 'not_found' }))
  })
})

describeOnDatabases('top-up that breaks half-way', (database) => {
  const killed = (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => false,
      () => true,
    )

  it('that died after the provider took the order is finished by the next request with the same payment', async () => {
    const payments = scriptedPayments()
    const { buy, read, userId } = await topUpBench(database(), payments)
    payments.failNext('throws')
    expect(await killed(buy())).to.equal(true)
    const { id = '', status } = bodyOf(await buy())
    expect(status).to.equal('pending')
    expect(only(payments.payments()).topUpId).to.equal(id)
    expect(payments.orders).to.have.length(2)
    expect(isRight(await read({ userId, topUpId: id }))).to.equal(true)
  })

  it('that died before or after the credit gets one credit and one answer from the next request', async () => {
    const { buy, balance, faults } = await topUpBench(database(), sandboxPaymentGateway())
    faults.beforeConfirm = true
    expect(await killed(buy())).to.equal(true)
    expect(await balance()).to.equal(0n)
    faults.beforeConfirm = false
    faults.afterConfirm = true
    expect(await killed(buy())).to.equal(true)
    expect(await balance()).to.equal(100_000_000n)
    faults.afterConfirm = false
    const answer = await buy()
    expect(bodyOf(answer)['status']).to.equal('succeeded')
    expect(answer, 'the answer was committed with the credit').to.have.nested.property('right.replayed', true)
    expect(await balance()).to.equal(100_000_000n)
  })

  it('is answered 502 when the provider refuses, and 502 again without asking', async () => {
    const payments = scriptedPayments()
    const { buy, balance } = await topUpBench(database(), payments)
    payments.failNext('refused')
    const first = await buy()
    expect(first).to.have.nested.property('right.status', 502)
    const second = await buy()
    expect(second).to.have.nested.property('right.status', 502)
    expect(second).to.have.nested.property('right.replayed', true)
    expect(payments.orders).to.have.length(1)
    expect(bodyOf(await buy({ key: 'another' }))['status']).to.equal('pending')
    expect(await balance()).to.equal(0n)
  })

  it('leaves the key free when the provider takes no order, and the next request with it succeeds', async () => {
    const payments = scriptedPayments()
    const { buy, balance, stores, userId } = await topUpBench(database(), payments)
    payments.failNext('unavailable')
    expect(await buy()).to.have.nested.property('left.tag', 'payment_unavailable')
    expect(await stores.topUps.pendingOf(userId), 'nothing waits for it').to.deep.equal([])
    expect(bodyOf(await buy())['status']).to.equal('pending')
    expect([payments.orders.length, await balance()]).to.deep.equal([2, 0n])
  })

  it('keeps the stored state when the provider cannot be asked', async () => {
    const payments = scriptedPayments()
    const { buy, read, pass, userId } = await topUpBench(database(), payments)
    const { id = '' } = bodyOf(await buy())
    payments.change(id, { status: 'succeeded' })
    payments.failNext('unavailable')
    expect(await read({ userId, topUpId: id })).to.have.nested.property('right.status', 'pending')
    pass(3_000)
    expect(await read({ userId, topUpId: id }), 'asked again').to.have.nested.property('right.status', 'succeeded')
  })
})

describeOnDatabases('top-ups that wait for their payment', (database) => {
  const MINUTES = 60_000

  const fiveWaiting = async (payments = scriptedPayments(`scripted-${Math.random()}`)) => {
    const bench = await topUpBench(database(), payments)
    const ids: string[] = []
    for (let key = 0; key < 5; key += 1) ids.push(bodyOf(await bench.buy({ key: `key-${key}` }))['id'] ?? '')
    return { ...bench, payments, ids }
  }

  it('are five of one user at most, also when they are ordered at once; another user has a limit of their own', async () => {
    const { buy } = await topUpBench(database(), scriptedPayments())
    const answers = await Promise.all(Array.from({ length: 12 }, (_, key) => buy({ key: `key-${key}` })))
    expect(answers.filter(isRight)).to.have.lengthOf(5)
    const refused = answers.find(isLeft)
    expect(refused?.left.tag).to.equal('rate_limit_exceeded')
    expect(refused).to.have.nested.property('left.retryAfterSeconds').that.is.within(590, 600)
    const other = await topUpBench(database(), scriptedPayments())
    expect(isRight(await other.buy())).to.equal(true)
  })

  it('make room for a sixth after the oldest has waited for ten minutes, and the refused key is free', async () => {
    const { buy, pass, stores, userId, ids } = await fiveWaiting()
    expect(await buy({ key: 'sixth' })).to.have.nested.property('left.tag', 'rate_limit_exceeded')
    pass(10 * MINUTES)
    expect(bodyOf(await buy({ key: 'sixth' }))['status']).to.equal('pending')
    expect((await stores.topUps.find(ids[0] ?? ''))?.status).to.equal('canceled')
    expect(await stores.topUps.pendingOf(userId)).to.have.lengthOf(5)
  })

  it('are credited once when their customer pays although they made room for another', async () => {
    const { buy, pass, read, check, stores, userId, ids, payments, balance, mismatches } = await fiveWaiting()
    pass(10 * MINUTES)
    await buy({ key: 'sixth' })
    const [oldest = ''] = ids
    payments.change(oldest, { status: 'succeeded' })
    const paymentId = (await stores.topUps.find(oldest))?.paymentId ?? ''
    await Promise.all(Array.from({ length: 5 }, () => check({ provider: payments.provider, paymentId, topUpId: null })))
    expect(await read({ userId, topUpId: oldest })).to.have.nested.property('right.status', 'succeeded')
    expect([await balance(), mismatches]).to.deep.equal([100_000_000n, []])
    const audit = await auditLedger({ ledgerAudit: kyselyLedgerAudit(database().db) })()
    expect(audit.violations).to.deep.equal([])
  })

  it('make room at once when they are paid or canceled', async () => {
    const { buy, read, userId, ids, payments } = await fiveWaiting()
    payments.change(ids[3] ?? '', { status: 'succeeded' })
    await read({ userId, topUpId: ids[3] ?? '' })
    expect(isRight(await buy({ key: 'sixth' }))).to.equal(true)
  })

  it('are ordered no further where the provider made no payment for twenty orders of the user in ten minutes', async () => {
    const payments = scriptedPayments()
    const { buy, pass } = await topUpBench(database(), payments)
    const refusedOrder = async (key: string) => {
      payments.failNext('refused')
      return buy({ key })
    }
    for (let order = 0; order < 20; order += 1) await refusedOrder(`key-${order}`)
    const next = await refusedOrder('next')
    expect(next).to.have.nested.property('left.tag', 'rate_limit_exceeded')
    expect(next).to.have.nested.property('left.retryAfterSeconds').that.is.within(500, 600)
    expect(payments.orders).to.have.lengthOf(20)
    pass(10 * MINUTES)
    expect(await refusedOrder('next')).to.have.nested.property('right.status', 502)
  })

  it('cause one request to the provider in three seconds, for any number of reads', async () => {
    const payments = scriptedPayments()
    let asked = 0
    const counting = {
      ...payments,
      fetch: async (paymentId: string) => {
        asked += 1
        return payments.fetch(paymentId)
      },
    }
    const { buy, read, pass, userId } = await topUpBench(database(), counting)
    const topUpId = bodyOf(await buy())['id'] ?? ''
    await Promise.all(Array.from({ length: 50 }, () => read({ userId, topUpId })))
    for (let turn = 0; turn < 10; turn += 1) await read({ userId, topUpId })
    expect(asked).to.equal(1)
    pass(3_000)
    payments.change(topUpId, { status: 'succeeded' })
    expect(await read({ userId, topUpId })).to.have.nested.property('right.status', 'succeeded')
    expect(asked).to.equal(2)
  })
})
