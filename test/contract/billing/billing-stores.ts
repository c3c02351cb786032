import { randomUUID } from 'node:crypto'
import { kyselyStores } from '../../../src/adapters/persistence/stores.ts'
import { uuidV7Ids } from '../../../src/adapters/runtime/uuid-v7-ids.ts'
import type { IdempotencyStore } from '../../../src/application/ports/process/idempotency-store.ts'
import type { TopUpStore } from '../../../src/application/ports/billing/top-up-store.ts'
import type { WalletStore } from '../../../src/application/ports/billing/wallet-store.ts'
import { describeOnDatabases, HERE } from '../../support/servers/databases.ts'
import type { TestDatabase } from '../../support/servers/databases.ts'
import { memoryIdempotency } from '../../twins/process/idempotency.ts'
import { memoryTopUps } from '../../twins/billing/top-ups.ts'
import { memoryWallets } from '../../twins/billing/wallets.ts'

/** The stores of one room, and a way to have a user whom they may refer to. */
export interface BillingStores {
  readonly wallets: WalletStore
  readonly topUps: TopUpStore
  readonly idempotency: IdempotencyStore
  /** A new user's id. */
  readonly newUser: () => Promise<string>
}

const ids = uuidV7Ids({ now: Date.now })

/** An id as the gateway makes them: later ones after earlier ones, also within one millisecond. */
export const testId = (): string => ids.next()

export const addUser = async (database: TestDatabase): Promise<string> => {
  const id = testId()
  const email = `${randomUUID()}@example.org`
  await database.db
    .insertInto('users')
    .values({ id, email, email_folded: email, display_name: null, password_hash: null })
    .execute()
  return id
}

/** Runs one suite on the twins and on every database. */
export const describeBillingStores = (title: string, suite: (open: () => BillingStores) => void): void => {
  describe(`${title} in memory`, () => {
    const wallets = memoryWallets()
    const topUps = memoryTopUps()
    const idempotency = memoryIdempotency(undefined, undefined, (instance) => instance === HERE)
    suite(() => ({ wallets, topUps, idempotency, newUser: async () => testId() }))
  })
  describeOnDatabases(title, (database) => {
    suite(() => {
      const { wallets, topUps, idempotency } = kyselyStores(database().db)
      return { wallets, topUps, idempotency, newUser: () => addUser(database()) }
    })
  })
}

export const rejects = async (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    () => true,
  )
