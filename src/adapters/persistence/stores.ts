import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Kysely } from 'kysely'
import type { Stores } from '../../application/ports/transaction/stores.ts'
import type { Transaction } from '../../application/ports/transaction/transaction.ts'
import type { UnitOfWork } from '../../application/ports/transaction/unit-of-work.ts'
import { kyselyApiKeys } from './accounts/api-keys.ts'
import { kyselyConversations } from './conversations/conversations.ts'
import { kyselyIdempotency } from './idempotency/idempotency.ts'
import { kyselyIdentities } from './accounts/identities.ts'
import { kyselyKnownNetworks } from './accounts/known-networks.ts'
import { kyselyMediaAssets } from './media/media-assets.ts'
import { kyselyMailDesk } from './mail/mail-desk.ts'
import { kyselyMailQueue } from './mail/mail-queue.ts'
import { kyselyMessages } from './conversations/messages.ts'
import { kyselyOneTimeTokens } from './accounts/one-time-tokens.ts'
import type { OpenLedger } from './ledger/group-commit-ledger.ts'
import type { Database } from './schema/schema.ts'
import { kyselySessions } from './accounts/sessions.ts'
import { DEADLOCK, SERIALIZATION_FAILURE, sqlState } from './sql/sql-state.ts'
import { kyselyStoredResponses } from './responses/stored-responses.ts'
import { kyselyTopUps } from './billing/top-ups.ts'
import { kyselyUsedIdentityTokens } from './accounts/used-identity-tokens.ts'
import { kyselyUsers } from './accounts/users.ts'
import { kyselyVideoJobs } from './videos/video-jobs.ts'
import { kyselyOperatorLog } from './operators/operator-log.ts'
import { kyselyWallets } from './billing/wallets.ts'
import { kyselyMarks } from './notifications/marks.ts'
import { kyselyNotificationSettings } from './notifications/notification-settings.ts'
import { kyselyDeploymentSwitches } from './operators/deployment-switches.ts'
import { kyselyDeliveryQueue } from './webhooks/delivery-queue.ts'
import { kyselyWebhooks } from './webhooks/webhooks.ts'

type MadeStores = { -readonly [Name in keyof Stores]?: Stores[Name] }

/** The stores on one `Kysely`, each made when it is first asked for: pass a transaction to bind them to it. */
export const kyselyStores = (db: Kysely<Database>, made: MadeStores = {}): Stores => ({
  get users() {
    return (made.users ??= kyselyUsers(db))
  },
  get sessions() {
    return (made.sessions ??= kyselySessions(db))
  },
  get identities() {
    return (made.identities ??= kyselyIdentities(db))
  },
  get knownNetworks() {
    return (made.knownNetworks ??= kyselyKnownNetworks(db))
  },
  get usedIdentityTokens() {
    return (made.usedIdentityTokens ??= kyselyUsedIdentityTokens(db))
  },
  get oneTimeTokens() {
    return (made.oneTimeTokens ??= kyselyOneTimeTokens(db))
  },
  get mail() {
    return (made.mail ??= { ...kyselyMailQueue(db), ...kyselyMailDesk(db) })
  },
  get apiKeys() {
    return (made.apiKeys ??= kyselyApiKeys(db))
  },
  get wallets() {
    return (made.wallets ??= kyselyWallets(db))
  },
  get topUps() {
    return (made.topUps ??= kyselyTopUps(db))
  },
  get idempotency() {
    return (made.idempotency ??= kyselyIdempotency(db))
  },
  get mediaAssets() {
    return (made.mediaAssets ??= kyselyMediaAssets(db))
  },
  get videoJobs() {
    return (made.videoJobs ??= kyselyVideoJobs(db))
  },
  get conversations() {
    return (made.conversations ??= kyselyConversations(db))
  },
  get messages() {
    return (made.messages ??= kyselyMessages(db))
  },
  get storedResponses() {
    return (made.storedResponses ??= kyselyStoredResponses(db))
  },
  get notificationSettings() {
    return (made.notificationSettings ??= kyselyNotificationSettings(db))
  },
  get marks() {
    return (made.marks ??= kyselyMarks(db))
  },
  get webhooks() {
    return (made.webhooks ??= kyselyWebhooks(db))
  },
  get deliveries() {
    return (made.deliveries ??= kyselyDeliveryQueue(db))
  },
  get operatorLog() {
    return (made.operatorLog ??= kyselyOperatorLog(db))
  },
  get deploymentSwitches() {
    return (made.deploymentSwitches ??= kyselyDeploymentSwitches(db))
  },
})

/** Carries a Left out of the transaction: Kysely commits whenever its callback returns. */
class RollBack<E> extends Error {
  readonly outcome: Either<E, never>

  constructor(outcome: Either<E, never>) {
    super('rolled back')
    this.outcome = outcome
  }
}

const MAX_ATTEMPTS = 4

/** The database undid everything for the sake of another transaction, and the same work may succeed now. */
const mayTryAgain = (error: unknown): boolean => {
  const state = sqlState(error)
  return state === SERIALIZATION_FAILURE || state === DEADLOCK
}

/**
 * The ledger's cache learns of a transaction only once the database has confirmed the commit. Where the answer to a
 * commit is lost the cache may be out of date; the ledger's next statement finds that out.
 */
export const kyselyUnitOfWork = (
  db: Kysely<Database>,
  ledger: Pick<OpenLedger, 'within'>,
  storesOf: (transaction: Kysely<Database>) => Stores = kyselyStores,
): UnitOfWork => {
  const attempt = async <E, A>(work: (transaction: Transaction) => Promise<Either<E, A>>): Promise<Either<E, A>> => {
    try {
      const [outcome, followed] = await db.transaction().execute(async (bound) => {
        const within = ledger.within(bound)
        const worked = await work(Object.assign(storesOf(bound), { ledger: within }))
        if (isLeft(worked)) throw new RollBack(worked)
        return [worked, within] as const
      })
      followed.committed()
      return outcome
    } catch (error) {
      if (error instanceof RollBack) return (error as RollBack<E>).outcome
      throw error
    }
  }
  const transact = async <E, A>(
    work: (transaction: Transaction) => Promise<Either<E, A>>,
    attemptsLeft: number,
  ): Promise<Either<E, A>> => {
    try {
      return await attempt(work)
    } catch (error) {
      if (attemptsLeft > 1 && mayTryAgain(error)) return await transact(work, attemptsLeft - 1)
      throw error
    }
  }
  return { transact: (work) => transact(work, MAX_ATTEMPTS) }
}
