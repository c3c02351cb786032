import 'reflect-metadata'
import { left } from 'fp-ts/lib/Either.js'
import { pooledAudioEncoder } from '../../adapters/audio/pooled-audio-encoder.ts'
import { threadedAudioProbe } from '../../adapters/audio/threaded-audio-probe.ts'
import { pooledImageConverter } from '../../adapters/imaging/pooled-image-converter.ts'
import { openLedger } from '../../adapters/persistence/ledger/group-commit-ledger.ts'
import type { OpenDatabase } from '../../adapters/persistence/engine/database.ts'
import { upstreamHttp } from '../../adapters/providers/upstream/upstream-http.ts'
import type { UpstreamTimeouts } from '../../adapters/providers/upstream/upstream-timeouts.ts'
import { argon2PasswordHasher } from '../../adapters/security/argon2-password-hasher.ts'
import { systemClock } from '../../adapters/runtime/system-clock.ts'
import { uuidV7Ids } from '../../adapters/runtime/uuid-v7-ids.ts'
import { guardedUrlFetcher } from '../../adapters/url-fetcher/guarded-url-fetcher.ts'
import { WEB_RULES } from '../../domain/media/public-url.ts'
import type { UrlRules } from '../../domain/media/public-url.ts'
import type { ChargeJournal } from '../../application/ports/billing/charge-journal.ts'
import type { WebhookRules } from '../../domain/webhooks/webhook.ts'
import type { ProvidersByKind } from '../../application/ports/providers/provider-ports.ts'
import type { Config } from '../config/config.ts'
import { openContainer } from './provision.ts'
import type { Lookup } from './provision.ts'
import { RESOURCES } from './resources.ts'
import type { Log } from '../observability/logging.ts'
import { loggedProvider } from '../observability/logged-provider.ts'
import { UNOBSERVED } from '../observability/metrics/observation.ts'
import type { Observation } from '../observability/metrics/observation.ts'
import { tracedPorts } from '../observability/tracing/traced-ports.ts'
import type { TracedPorts } from '../observability/tracing/traced-ports.ts'
import type { Tracing } from '../observability/tracing/tracing.ts'
import type { Offer } from '../offer/offer.ts'
import { openInvalidation } from '../resources/open-invalidation.ts'
import { openLimits } from '../resources/open-limits.ts'
import { openMailer } from '../resources/open-mailer.ts'
import { runningOffer } from '../offer/running-offer.ts'
import type { ReadOffer } from '../offer/running-offer.ts'
import { servedOffer } from './served-offer.ts'
import type { ServedOffer } from './served-offer.ts'
import { openMedia } from '../resources/open-media.ts'
import type { AdapterDeps } from '../resources/adapter-table.ts'
import { providerAdapters } from '../resources/provider-adapters.ts'
import { openInstallationKeys, withoutInstallationKeys } from '../resources/open-installation-keys.ts'
import type { InstallationKeys, InstallationKeysDeps } from '../resources/open-installation-keys.ts'
import { NO_JOURNAL } from '../resources/open-journal.ts'
import { openMigrated } from '../resources/open-migrated.ts'
import type { Migrates } from '../resources/open-migrated.ts'

/** Everything wired together over open connections. */
export interface Service {
  readonly get: Lookup
  /** Is called when the process has begun to sell from another catalogue. */
  readonly onReplace: ServedOffer['onReplace']
  /** Answers every command the ledger took, then closes all connections, the others too where one does not close. */
  close(): Promise<void>
}

export interface ServiceDeps {
  readonly config: Config
  readonly offer: Offer
  /** Absent: the process sells what it began with. */
  readonly readOffer?: ReadOffer
  readonly log: Log
  /** Absent: nothing is measured. */
  readonly observation?: Observation
  /** False for a command that signs nothing, and so needs no master key. */
  readonly usesKeys?: boolean
  /** Which databases are migrated, an empty one too by default; others that lack migrations are refused. */
  readonly migrates?: Migrates
  /** Absent: what the ledger cannot take is kept in memory alone. */
  readonly journal?: ChargeJournal
  /** How long a request waits for Redis before this process counts by itself. */
  readonly redisTimeoutMs?: number
  /** For tests: hosts of webhooks that need not be public. */
  readonly isExemptFromPublic?: UrlRules['isExempt']
  /** Null or absent: nothing is traced. */
  readonly tracing?: Tracing | null
}

/** The keys that stand in the database. */
const openKeys = (
  { config, log, usesKeys = true }: ServiceDeps,
  { db }: OpenDatabase,
  ids: InstallationKeysDeps['ids'],
): Promise<InstallationKeys> | InstallationKeys =>
  usesKeys ? openInstallationKeys({ config, db, ids, clock: systemClock, log }) : withoutInstallationKeys()

const timeoutsOf = ({ upstream }: Config): UpstreamTimeouts => ({
  idleTimeoutMs: upstream.idleTimeoutMs,
  nonStreamingIdleTimeoutMs: upstream.totalTimeoutMs,
  deadlineMs: upstream.totalTimeoutMs,
})

const webhookRulesOf = ({ config, isExemptFromPublic = WEB_RULES.isExempt }: ServiceDeps): WebhookRules => ({
  allowsHttp: !config.production,
  urls: { ...WEB_RULES, isExempt: isExemptFromPublic },
})

/** All providers; each call of theirs is measured, logged and traced. */
const openProviders =
  (
    { config, log, observation = UNOBSERVED }: ServiceDeps,
    traced: TracedPorts,
    connections: Pick<AdapterDeps, 'http' | 'fetcher'>,
  ) =>
  ({ usable }: Offer): ProvidersByKind => {
    const logged = loggedProvider(log)
    return providerAdapters(usable, {
      ...connections,
      timeouts: timeoutsOf(config),
      observed: (ports) => observation.providers(ports),
      logged: (ports, scrub) => traced.provider(logged(ports, scrub), usable),
      traceHeaders: traced.headers,
    })
  }

const READS_NO_FILE: ReadOffer = async () => left(['this process was given its catalogue and reads no file'])

/**
 * Opens what the service stands on and wires the rest to it. On the embedded database the caller holds the
 * lease of the data directory. Rejects when the database cannot be reached; then nothing stays open.
 */
export const openService = async (deps: ServiceDeps): Promise<Service> => {
  const { config, offer, log, observation = UNOBSERVED, readOffer: read = READS_NO_FILE } = deps
  await using opening = new AsyncDisposableStack()
  const opened = <A extends { close(): void | Promise<void> }>(resource: A): A =>
    opening.adopt(resource, (each) => each.close())
  const ids = uuidV7Ids(systemClock)
  const database = opened(await openMigrated(config.database, log, deps.migrates ?? 'empty_and_older'))
  const keys = await openKeys(deps, database, ids)
  const media = opened(await openMedia(config))
  const images = opened(pooledImageConverter())
  const encoder = opened(pooledAudioEncoder())
  const http = opened(upstreamHttp({ connectTimeoutMs: config.upstream.connectTimeoutMs }))
  const mailer = opened(openMailer(config, systemClock, log))
  const invalidation = opened(openInvalidation(config.redisUrl, log))
  const limits = opened(await openLimits(config.redisUrl, log, deps.redisTimeoutMs))
  const passwords = await argon2PasswordHasher()
  // Opened last and so closed first: the commands that it took may still need all others.
  const batches = observation.batches(database.batches)
  const measured = observation.ledger((hears) => openLedger(batches, hears))
  const traced = tracedPorts(deps.tracing ?? null)
  const ledger = opened(traced.ledger(measured))
  const fetcher = guardedUrlFetcher()
  const providersOf = openProviders(deps, traced, { http, fetcher })
  const running = runningOffer({ first: offer, read, nowMs: Date.now, log })

  const base = openContainer(RESOURCES, {
    config,
    log,
    observation,
    tracedReservations: traced.reservations,
    database,
    ledger,
    journal: deps.journal ?? NO_JOURNAL,
    limiter: limits.limiter,
    tokenLimiter: limits.tokenLimiter,
    limitsMode: limits.mode,
    registerCaches: invalidation.join,
    catalog: offer.catalog,
    runningOffer: running,
    offeredPayments: offer.payments,
    providers: providersOf(offer),
    urls: fetcher,
    encoder,
    probe: threadedAudioProbe(),
    converter: images,
    media: media.store,
    signer: keys.mediaSigner,
    mailer,
    passwords,
    refreshTokens: keys.refreshTokens,
    keyRing: keys.keyRing,
    signingKeys: keys.signingKeys,
    sealing: keys.sealing,
    wrapping: keys.wrapping,
    unsubscribeTokens: keys.unsubscribeTokens,
    webhookRules: webhookRulesOf(deps),
  })
  const served = servedOffer(base, providersOf)
  running.serveBy(served.replace)
  const open = opening.move()
  return { get: served.get, onReplace: served.onReplace, close: () => open.disposeAsync() }
}
