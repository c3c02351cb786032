import { isLeft } from 'fp-ts/lib/Either.js'
import { kyselyStores } from '../../../src/adapters/persistence/stores.ts'
import { kyselyUnitOfWork } from '../../../src/adapters/persistence/unit-of-work.ts'
import { checkPayment } from '../../../src/application/billing/check-payment.ts'
import { confirmPayment } from '../../../src/application/billing/confirm-payment.ts'
import { readTopUp } from '../../../src/application/billing/read-top-up.ts'
import { topUp, type TopUpInput } from '../../../src/application/billing/top-up.ts'
import { runningClaims } from '../../../src/application/idempotency/running-claims.ts'
import type { PaymentGateway } from '../../../src/application/ports/payment-gateway.ts'
import type { UnitOfWork } from '../../../src/application/ports/unit-of-work.ts'
import type { Currency } from '../../../src/domain/money/money.ts'
import { addUser, testId } from '../../contract/billing-stores.ts'
import type { TestDatabase } from '../../support/databases.ts'

const TERMS = { least: 1_000_000n, most: 1_000_000_000_000n, tokenPrice: 1_500_000n }

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

/** Top-ups on a real database, with a user who has both wallets and nothing in them. */
export const topUpBench = async (database: TestDatabase, payments: PaymentGateway) => {
  const stores = kyselyStores(database.db)
  const real = kyselyUnitOfWork(database.db)
  const userId = await addUser(database)
  for (const currency of ['RUB', 'TOKEN'] as const) await stores.wallets.open({ id: testId(), owner: userId, currency })
  const faults = { beforeConfirm: false, afterConfirm: false }

  /** Dies before or after the transaction that confirms a payment when told to. */
  const unitOfWork: UnitOfWork = {
    async transact(work) {
      let confirms = false
      const outcome = await real.transact((bound) => {
        const lock: typeof bound.topUps.lock = async (id) => {
          confirms = true
          if (faults.beforeConfirm) throw new Error('died before the transaction')
          return bound.topUps.lock(id)
        }
        return work({ ...bound, topUps: { ...bound.topUps, lock } })
      })
      if (confirms && faults.afterConfirm) throw new Error('died after the transaction')
      return outcome
    },
  }
  let aheadMs = 0
  const clock = { now: () => Date.now() + aheadMs }
  const buy = topUp({
    idempotency: stores.idempotency,
    wallets: stores.wallets,
    clock,
    ids: { next: testId },
    instance: 'test',
    running: runningClaims(),
    unitOfWork,
    payments,
    terms: TERMS,
    returnUrl: 'https://shop.example.org/back',
  })
  const mismatches: string[] = []
  const check = checkPayment({ unitOfWork, payments, onMismatch: (_, field) => void mismatches.push(field) })
  return {
    userId,
    unitOfWork,
    stores,
    /** Lets time pass for the use cases; the database's own clock stays. */
    pass: (ms: number) => void (aheadMs += ms),
    faults,
    mismatches,
    buy: (changes: Partial<TopUpInput> = {}) =>
      buy({
        userId,
        key: 'key',
        requestHash: new Uint8Array(32),
        currency: 'RUB',
        amount: 100_000_000n,
        render: ({ id, status, price, amount }) => ({
          status: 201,
          contentType: 'application/json',
          body: bytes({ id, status, price: `${price}`, amount: `${amount}` }),
        }),
        renderProviderFailure: ({ tag }) => ({ status: 502, contentType: 'application/json', body: bytes(tag) }),
        ...changes,
      }),
    confirm: confirmPayment({ unitOfWork, acceptsTest: payments.acceptsTest }),
    check,
    read: readTopUp({ topUps: stores.topUps, payments, checkPayment: check, clock }),
    balance: async (currency: Currency = 'RUB') => (await stores.wallets.find(userId, currency))?.balance,
  }
}

export type TopUpBench = Awaited<ReturnType<typeof topUpBench>>

/** What a stored answer says. */
export const bodyOf = (answer: Awaited<ReturnType<TopUpBench['buy']>>): Record<string, string> => {
  if (isLeft(answer)) throw new Error(answer.left.tag)
  return JSON.parse(new TextDecoder().decode(answer.right.body)) as Record<string, string>
}
