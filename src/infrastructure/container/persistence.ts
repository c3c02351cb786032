import { cachedApiKeyLookup } from '../../adapters/cache/cached-api-key-lookup.ts'
import { cachedDeploymentSwitches } from '../../adapters/cache/cached-deployment-switches.ts'
import { cachedSessionLookup } from '../../adapters/cache/cached-session-lookup.ts'
import { kyselyAccountDirectory } from '../../adapters/persistence/accounts/account-directory.ts'
import { kyselyApiKeyLookup } from '../../adapters/persistence/accounts/api-key-lookup.ts'
import { kyselyKeyNames } from '../../adapters/persistence/accounts/key-names.ts'
import { kyselyKeySpending } from '../../adapters/persistence/accounts/key-spending.ts'
import { kyselySessionLookup } from '../../adapters/persistence/accounts/session-lookup.ts'
import { kyselyHolds } from '../../adapters/persistence/billing/holds.ts'
import { kyselyPressedWallets } from '../../adapters/persistence/ledger/pressed-wallets.ts'
import { kyselyReceipts } from '../../adapters/persistence/billing/receipts.ts'
import { kyselyReservations } from '../../adapters/persistence/billing/reservations.ts'
import { kyselyTransactions } from '../../adapters/persistence/billing/transactions.ts'
import { kyselyGallery } from '../../adapters/persistence/conversations/gallery.ts'
import type { OpenDatabase } from '../../adapters/persistence/engine/database.ts'
import type { OpenLedger } from '../../adapters/persistence/ledger/group-commit-ledger.ts'
import { isOutage } from '../../adapters/persistence/engine/is-outage.ts'
import { kyselyLedgerAudit } from '../../adapters/persistence/ledger/ledger-audit.ts'
import { kyselyMediaReferences } from '../../adapters/persistence/media/media-references.ts'
import { kyselyAuditLog } from '../../adapters/persistence/operators/audit-log.ts'
import { kyselyFirstTokenLog } from '../../adapters/persistence/operators/first-token-log.ts'
import { kyselyJobBoard } from '../../adapters/persistence/operators/job-board.ts'
import { readStandingFigures } from '../../adapters/persistence/operators/standing-figures.ts'
import { kyselyTradeLog } from '../../adapters/persistence/operators/trade-log.ts'
import { kyselyStoredResponses } from '../../adapters/persistence/responses/stored-responses.ts'
import { kyselyStores, kyselyUnitOfWork } from '../../adapters/persistence/stores.ts'
import { kyselyUsageCounter } from '../../adapters/persistence/usage/usage-counter.ts'
import type { Stores } from '../../application/ports/transaction/stores.ts'
import { kyselyUsageLog } from '../../adapters/persistence/usage/usage-log.ts'
import { INSTANCE_LIFE } from '../../domain/limits/instance-life.ts'
import { instance } from './runtime.ts'
import { provision } from './provision.ts'
import type { Token } from './provision.ts'
import { database, ledger, log, registerCaches, runningOffer } from './resources.ts'

const onDatabase = <T>(name: string, make: (db: OpenDatabase['db']) => T): Token<T> =>
  provision(name, (deps: { readonly database: OpenDatabase }) => make(deps.database.db), { database })

/** With work that takes long, on connections that wait for it. */
const inLongWork = <T>(name: string, make: (longWork: OpenDatabase['db'], db: OpenDatabase['db']) => T): Token<T> =>
  provision(name, (deps: { readonly database: OpenDatabase }) => make(deps.database.longWork.db, deps.database.db), {
    database,
  })

const stores = onDatabase('stores', kyselyStores)

/** One of the stores that a transaction has too; here it is bound to none. */
const store = <K extends keyof Stores>(name: K): Token<Stores[K]> =>
  provision(name, (deps: { readonly stores: Stores }) => deps.stores[name], { stores })

export const apiKeys = store('apiKeys')
export const conversations = store('conversations')
export const idempotency = store('idempotency')
export const identities = store('identities')
export const knownNetworks = store('knownNetworks')
export const mail = store('mail')
export const marks = store('marks')
export const mediaAssets = store('mediaAssets')
export const messages = store('messages')
export const oneTimeTokens = store('oneTimeTokens')
export const sessions = store('sessions')
export const storedResponses = store('storedResponses')
export const topUps = store('topUps')
export const usedIdentityTokens = store('usedIdentityTokens')
export const users = store('users')
export const videoJobs = store('videoJobs')
export const wallets = store('wallets')
export const notificationSettings = store('notificationSettings')
export const webhooks = store('webhooks')
export const deliveries = store('deliveries')
export const operatorLog = store('operatorLog')
export const switchStore = store('deploymentSwitches')

export const unitOfWork = provision(
  'unitOfWork',
  (deps: { readonly database: OpenDatabase; readonly ledger: OpenLedger }) =>
    kyselyUnitOfWork(deps.database.db, deps.ledger),
  { database, ledger },
)
export const accountDirectory = onDatabase('accountDirectory', kyselyAccountDirectory)
export const standingFigures = onDatabase('standingFigures', (db) => () => readStandingFigures(db))
export const jobBoard = onDatabase('jobBoard', kyselyJobBoard)
export const audits = onDatabase('audits', kyselyAuditLog)
export const firstTokenLog = onDatabase('firstTokenLog', kyselyFirstTokenLog)
export const trade = onDatabase('trade', kyselyTradeLog)
export const gallery = onDatabase('gallery', kyselyGallery)
export const holds = onDatabase('holds', kyselyHolds)
export const reservations = onDatabase('reservations', kyselyReservations)
export const pressedWallets = onDatabase('pressedWallets', kyselyPressedWallets)
/** The same as their sweep reads and removes them: it counts the bytes of every account that is at work. */
export const sweptResponses = inLongWork('sweptResponses', kyselyStoredResponses)
export const ledgerAudit = inLongWork('ledgerAudit', (longWork) => kyselyLedgerAudit(longWork))
export const references = onDatabase('references', kyselyMediaReferences)
export const receipts = onDatabase('receipts', kyselyReceipts)
export const transactions = onDatabase('transactions', kyselyTransactions)
export const keyNames = onDatabase('keyNames', kyselyKeyNames)
export const keySpending = onDatabase('keySpending', kyselyKeySpending)
export const usageCounter = inLongWork('usageCounter', (longWork, db) => kyselyUsageCounter(db, longWork))
export const usageLog = onDatabase('usageLog', kyselyUsageLog)
/**
 * A key that was found goes on being known in an outage, for as long as this process admits calls against its
 * reservation, and never for longer than it may admit them in one: a database that is only busy may go on taking beats.
 */
export const keyLookup = provision(
  'keyLookup',
  (deps) =>
    cachedApiKeyLookup(kyselyApiKeyLookup(deps.database.db), {
      outlives: (error, sinceMs) => isOutage(error) && sinceMs < INSTANCE_LIFE.admitsForMs && deps.instance.mayAdmit(),
    }),
  { database, instance },
)
export const sessionLookup = onDatabase('sessionLookup', (db) => cachedSessionLookup(kyselySessionLookup(db)))

export const deploymentSwitches = provision(
  'deploymentSwitchesHere',
  (deps) =>
    cachedDeploymentSwitches(deps.store, (err) => deps.log.error({ err }, 'what is switched off could not be read')),
  { store: switchStore, log },
)

/** Invalidates what the caches of this process, and of the others where there is a Redis, hold. */
export const invalidation = provision(
  'invalidation',
  ({ join, keys, sessions: found, runningOffer: offer, switches }) => join([keys, found, offer, switches]),
  { join: registerCaches, keys: keyLookup, sessions: sessionLookup, runningOffer, switches: deploymentSwitches },
)
