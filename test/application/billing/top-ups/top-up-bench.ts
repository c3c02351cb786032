import { sql } from 'kysely'
import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { openLedger } from '../../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { kyselyStores, kyselyUnitOfWork } from '../../../../src/adapters/persistence/stores.ts'
import { checkPayment } from '../../../../src/application/billing/top-ups/check-payment.ts'
import { confirmPayment } from '../../../../src/application/billing/top-ups/confirm-payment.ts'
import { readTopUp } from '../../../../src/application/billing/top-ups/read-top-up.ts'
import { isProviderFault, topUp } from '../../../../src/application/billing/top-ups/top-up.ts'
import type { TopUpFailure, TopUpInput } from '../../../../src/application/billing/top-ups/top-up.ts'
import type { ClaimKeyFailure } from '../../../../src/application/idempotency/claim-key.ts'
import { paymentGateways } from '../../../../src/application/billing/top-ups/payment-gateways.ts'
import type { PaymentGateway } from '../../../../src/application/ports/billing/payment-gateway.ts'
import type { UnitOfWork } from '../../../../src/application/ports/transaction/unit-of-work.ts'
import type { Currency } from '../../../../src/domain/money/money.ts'
import { addUser, testId } from '../../../contract/billing/billing-stores.ts'
import { answeringUnderKeys, recordedJson } from '../../../support/idempotency/keyed-answers.ts'
import type { KeyedAnswer } from '../../../support/idempotency/keyed-answers.ts'
import type { TestDatabase } from '../../../support/servers/databases.ts'

const TERMS = { least: 1_000_000n, most: 1_000_000_000_000n, tokenPrice: 1_500_000n }

/** Top-ups on a real database, with a user who has both wallets and nothing in them. */
export const topUpBench = async (database: TestDatabase, gateway: PaymentGateway) => {
  const payments = new Map(paymentGateways([gateway]))
  const stores = kyselyStores(database.db)
  const ledger = openLedger(database.open.batches)
  const real = kyselyUnitOfWork(database.db, ledger)
  const userId = await addUser(database)
  for (const currency of ['RUB', 'TOKEN'] as const) await stores.wallets.open({ id: testId(), owner: userId, currency })
  const faults = { beforeConfirm: false, afterConfirm: false }

  /** Dies before or after the transaction that confirms a payment where a fault is set. */
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
  const ids = { next: testId }
  const order = topUp({
    wallets: stores.wallets,
    clock,
    ids,
    unitOfWork,
    payments,
    terms: TERMS,
    returnUrl: 'https://shop.example.org/back',
  })
  const under = answeringUnderKeys({ idempotency: stores.idempotency, ids, instance: { id: 'test' } })
  const mismatches: string[] = []
  const check = checkPayment({
    unitOfWork,
    payments,
    ids,
    clock,
    onMismatch: (_, field) => void mismatches.push(field),
  })
  return {
    userId,
    unitOfWork,
    stores,
    ledger,
    /** Sets the balance of the wallet of roubles. */
    fill: async (balance: bigint) => {
      const wallet = await stores.wallets.find(userId, 'RUB')
      await database.db
        .updateTable('accounts')
        .set({ balance })
        .where('id', '=', wallet?.id ?? '')
        .execute()
    },
    /** Lets time pass for the use cases; the database's own clock stays. */
    pass: (ms: number) => void (aheadMs += ms),
    faults,
    mismatches,
    buy: async ({ key = 'key', requestHash = new Uint8Array(32), ...changes }: Partial<TopUpInput & Key> = {}): Promise<
      Either<TopUpFailure | ClaimKeyFailure, KeyedAnswer>
    > => {
      const priced = order({ userId, currency: 'RUB', amount: 100_000_000n, ...changes })
      if (isLeft(priced)) return priced
      return under({
        userId,
        scope: 'billing.topup',
        key,
        requestHash,
        afterCrash: 'resume',
        execute: priced.right.place,
        encode: ({ id, status, price, amount }) => recordedJson(201, { id, status, price, amount }),
        encodeFailure: (failure) => (isProviderFault(failure) ? recordedJson(502, failure.tag) : null),
      })
    },
    confirm: confirmPayment({ unitOfWork, ids, clock, source: gateway }),
    check,
    payments,
    /** From now on these providers are configured; the first takes new top-ups. */
    configure: (...gateways: readonly PaymentGateway[]) => {
      payments.clear()
      for (const [provider, each] of paymentGateways(gateways)) payments.set(provider, each)
    },
    read: readTopUp({ topUps: stores.topUps, payments, checkPayment: check, clock }),
    balance: async (currency: Currency = 'RUB') => (await stores.wallets.find(userId, currency))?.balance,
  }
}

interface Key {
  readonly key: string
  readonly requestHash: Uint8Array
}

export type TopUpBench = Awaited<ReturnType<typeof topUpBench>>

/** The JSON of a stored response. */
export const bodyOf = (answer: Awaited<ReturnType<TopUpBench['buy']>>): Record<string, string> => {
  if (isLeft(answer)) throw new Error(answer.left.tag)
  return JSON.parse(new TextDecoder().decode(answer.right.body)) as Record<string, string>
}

/** The refunds of a top-up began so many hours earlier. */
export const ageRefunds = async ({ db }: TestDatabase, topUpId: string, hours: number): Promise<void> => {
  await sql`update top_up_refunds set created_at = created_at - ${hours} * interval '1 hour'
             where top_up = ${topUpId}`.execute(db)
}
