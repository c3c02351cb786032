import { cachedApiKeyLookup } from '../../adapters/cache/cached-api-key-lookup.ts'
import { cachedSessionLookup } from '../../adapters/cache/cached-session-lookup.ts'
import { googleIdTokens } from '../../adapters/identity/google-id-tokens.ts'
import { yandexUserInfo } from '../../adapters/identity/yandex-user-info.ts'
import { memoryRateLimiter } from '../../adapters/limits/memory-rate-limiter.ts'
import { refusingPaymentGateway } from '../../adapters/payments/refusing-payment-gateway.ts'
import { sandboxPaymentGateway } from '../../adapters/payments/sandbox-payment-gateway.ts'
import { yookassaPaymentGateway } from '../../adapters/payments/yookassa/yookassa-payment-gateway.ts'
import { kyselyApiKeyLookup } from '../../adapters/persistence/api-key-lookup.ts'
import type { OpenDatabase } from '../../adapters/persistence/database.ts'
import { kyselyGallery } from '../../adapters/persistence/gallery.ts'
import { kyselyHolds } from '../../adapters/persistence/holds.ts'
import { kyselyLedgerAudit } from '../../adapters/persistence/ledger-audit.ts'
import { kyselyMediaReferences } from '../../adapters/persistence/media-references.ts'
import { kyselyOperatorLog } from '../../adapters/persistence/operators/operator-log.ts'
import { kyselyReceipts } from '../../adapters/persistence/receipts.ts'
import { kyselySessionLookup } from '../../adapters/persistence/session-lookup.ts'
import { kyselyStores } from '../../adapters/persistence/stores.ts'
import { kyselyTransactions } from '../../adapters/persistence/transactions.ts'
import { kyselyUnitOfWork } from '../../adapters/persistence/unit-of-work.ts'
import { ed25519SigningKeys } from '../../adapters/security/ed25519-signing-keys.ts'
import { jwtAccessTokens } from '../../adapters/security/jwt-access-tokens.ts'
import { randomApiKeys } from '../../adapters/security/random-api-keys.ts'
import { randomOneTimeSecrets } from '../../adapters/security/random-one-time-secrets.ts'
import { systemClock } from '../../adapters/security/system-clock.ts'
import { uuidV7Ids } from '../../adapters/security/uuid-v7-ids.ts'
import { systemTimer } from '../../adapters/time/system-timer.ts'
import { gptTokenCounter } from '../../adapters/tokens/gpt-token-counter.ts'
import type { PaymentGateway } from '../../application/ports/payment-gateway.ts'
import type { Clock } from '../../application/ports/clock.ts'
import type { Stores } from '../../application/ports/stores.ts'
import type { Config } from '../config/config.ts'
import type { Payments } from '../config/sandbox-payments.ts'
import { logDepartures } from '../log-departures.ts'
import { logSettlements } from '../log-settlements.ts'
import * as port from './port-tokens.ts'
import * as resource from './resource-tokens.ts'
import { moduleOf, provide, provideValue, type Provision, type Token } from './token.ts'

/** Names the tokens of this service: a token of another one is refused. */
const TOKEN_ISSUER = 'model-gateway'
const TOKEN_AUDIENCE = 'model-gateway:account'

const onDatabase = <T>(target: Token<T>, make: (db: OpenDatabase['db']) => T): Provision =>
  provide(target, ({ database }: { database: OpenDatabase }) => make(database.db), { database: resource.database })

/** A store that the container also knows by its own name. */
const store = <K extends keyof Stores>(target: Token<Stores[K]>, name: K): Provision =>
  provide(target, ({ stores }: { stores: Stores }) => stores[name], { stores: port.stores })

const persistence: readonly Provision[] = [
  onDatabase(port.stores, kyselyStores),
  onDatabase(port.unitOfWork, (db) => kyselyUnitOfWork(db)),
  onDatabase(port.gallery, kyselyGallery),
  onDatabase(port.holds, kyselyHolds),
  onDatabase(port.ledgerAudit, kyselyLedgerAudit),
  onDatabase(port.mediaReferences, kyselyMediaReferences),
  onDatabase(port.operatorLog, kyselyOperatorLog),
  onDatabase(port.receipts, kyselyReceipts),
  onDatabase(port.transactions, kyselyTransactions),
  onDatabase(port.keyLookup, (db) => cachedApiKeyLookup(kyselyApiKeyLookup(db))),
  provideValue(port.keyGuesses, memoryRateLimiter()),
  onDatabase(port.sessionLookup, (db) => cachedSessionLookup(kyselySessionLookup(db))),
  store(port.apiKeys, 'apiKeys'),
  store(port.conversations, 'conversations'),
  store(port.identities, 'identities'),
  store(port.knownNetworks, 'knownNetworks'),
  store(port.mail, 'mail'),
  store(port.oneTimeTokens, 'oneTimeTokens'),
  store(port.usedIdentityTokens, 'usedIdentityTokens'),
  store(port.idempotency, 'idempotency'),
  store(port.mediaAssets, 'mediaAssets'),
  store(port.messages, 'messages'),
  store(port.sessions, 'sessions'),
  store(port.topUps, 'topUps'),
  store(port.users, 'users'),
  store(port.videoJobs, 'videoJobs'),
  store(port.wallets, 'wallets'),
]

const security: readonly Provision[] = [
  provideValue(port.clock, systemClock),
  provideValue(port.timer, systemTimer),
  provideValue(port.apiKeySecrets, randomApiKeys),
  provideValue(port.oneTimeSecrets, randomOneTimeSecrets),
  provideValue(port.signingKeyMaker, ed25519SigningKeys),
  provide(
    port.identityProviders,
    ({ config: { google, yandex }, clock }) => ({
      google: google === null ? null : googleIdTokens({ ...google, clock }),
      yandex: yandex === null ? null : yandexUserInfo(yandex),
    }),
    { config: resource.config, clock: port.clock },
  ),
  provide(port.ids, ({ clock }: { clock: Clock }) => uuidV7Ids(clock), { clock: port.clock }),
  provide(port.accessTokens, (deps) => jwtAccessTokens({ ...deps, issuer: TOKEN_ISSUER, audience: TOKEN_AUDIENCE }), {
    ring: resource.keyRing,
    ids: port.ids,
    clock: port.clock,
  }),
  provide(port.invalidation, ({ join, keys, sessions }) => join([keys, sessions]), {
    join: resource.joinCaches,
    keys: port.keyLookup,
    sessions: port.sessionLookup,
  }),
]

const paymentsOf = ({ yookassa }: Config, { provider }: Payments): PaymentGateway => {
  switch (provider) {
    case 'yookassa':
      if (yookassa === null) throw new Error('YooKassa was decided on without its configuration')
      return yookassaPaymentGateway(yookassa)
    case 'sandbox':
      return sandboxPaymentGateway()
    case 'none':
      return refusingPaymentGateway()
  }
}

/** Every port and the adapter it gets. */
export const adaptersModule = moduleOf([
  ...persistence,
  ...security,
  provide(port.settlementReporter, logSettlements, { log: resource.log }),
  provide(port.departureReporter, logDepartures, { log: resource.log }),
  provideValue(port.tokenCounter, gptTokenCounter()),
  provide(port.payments, ({ config, offered }) => paymentsOf(config, offered), {
    config: resource.config,
    offered: resource.offeredPayments,
  }),
])
