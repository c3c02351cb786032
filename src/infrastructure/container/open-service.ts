import 'reflect-metadata'
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
import type { Config } from '../config/config.ts'
import { openContainer } from './provision.ts'
import type { Lookup } from './provision.ts'
import { RESOURCES } from './resources.ts'
import type { Log } from '../observability/logging.ts'
import { loggedProvider } from '../observability/logged-provider.ts'
import type { Offer } from '../offer/offer.ts'
import { openInvalidation } from '../resources/open-invalidation.ts'
import { openLimits } from '../resources/open-limits.ts'
import { openMailer } from '../resources/open-mailer.ts'
import { openMedia } from '../resources/open-media.ts'
import { providerAdapters } from '../resources/provider-adapters.ts'
import { openInstallationKeys, withoutInstallationKeys } from '../resources/open-installation-keys.ts'
import type { InstallationKeys, InstallationKeysDeps } from '../resources/open-installation-keys.ts'
import { openMigrated } from '../resources/open-migrated.ts'

/** Everything wired together over open connections. */
export interface Service {
  /** This process, as its holds and claims name it. */
  readonly instance: string
  readonly get: Lookup
  /** Answers every command the ledger took, then closes all connections. */
  close(): Promise<void>
}

export interface ServiceDeps {
  readonly config: Config
  readonly offer: Offer
  readonly log: Log
  /** False for a command that signs nothing, and so needs no master key. */
  readonly usesKeys?: boolean
  /** Whether an empty database is given its tables; else it refuses the start. */
  readonly makesDatabase?: boolean
  /** How long a request waits for Redis before this process counts by itself. */
  readonly redisTimeoutMs?: number
}

interface Opened {
  readonly database: OpenDatabase
  readonly keys: InstallationKeys
}

/** The database and the keys that stand in it; where these do not open, it is closed again. */
const openDatabase = async (
  { config, log, usesKeys = true, makesDatabase = true }: ServiceDeps,
  ids: InstallationKeysDeps['ids'],
): Promise<Opened> => {
  const database = await openMigrated(config.database, log, makesDatabase)
  if (!usesKeys) return { database, keys: withoutInstallationKeys() }
  try {
    return { database, keys: await openInstallationKeys({ config, db: database.db, ids, clock: systemClock, log }) }
  } catch (error) {
    await database.close()
    throw error
  }
}

const timeoutsOf = ({ upstream }: Config): UpstreamTimeouts => ({
  idleTimeoutMs: upstream.idleTimeoutMs,
  nonStreamingIdleTimeoutMs: upstream.totalTimeoutMs,
  deadlineMs: upstream.totalTimeoutMs,
})

/**
 * Opens what the service stands on and wires the rest to it. On the embedded database the caller holds the
 * lease of the data directory. Rejects when the database cannot be reached.
 */
export const openService = async (deps: ServiceDeps): Promise<Service> => {
  const { config, offer, log } = deps
  const ids = uuidV7Ids(systemClock)
  const instance = ids.next()
  const { database, keys } = await openDatabase(deps, ids)
  const ledger = openLedger(database.batches)
  const limits = openLimits(config.redisUrl, log, deps.redisTimeoutMs)
  const invalidation = openInvalidation(config.redisUrl, log)
  const http = upstreamHttp({ connectTimeoutMs: config.upstream.connectTimeoutMs })
  const mailer = openMailer(config, systemClock, log)
  const media = openMedia(config)
  const fetcher = guardedUrlFetcher()
  const encoder = pooledAudioEncoder()
  const images = pooledImageConverter()
  const providers = providerAdapters(offer.usable, {
    http,
    timeouts: timeoutsOf(config),
    fetcher,
    logged: loggedProvider(log),
  })

  const get = openContainer(RESOURCES, {
    config,
    log,
    instance,
    database,
    ledger,
    limiter: limits.limiter,
    limitsMode: limits.mode,
    registerCaches: invalidation.join,
    catalog: offer.catalog,
    offeredPayments: offer.payments,
    providers,
    urls: fetcher,
    encoder,
    probe: threadedAudioProbe(),
    converter: images,
    media: media.store,
    signer: keys.mediaSigner,
    mailer,
    passwords: await argon2PasswordHasher(),
    refreshTokens: keys.refreshTokens,
    keyRing: keys.keyRing,
    signingKeys: keys.signingKeys,
    sealing: keys.sealing,
  })
  return {
    instance,
    get,
    close: async () => {
      await ledger.close()
      limits.close()
      invalidation.close()
      mailer.close()
      await http.close()
      await encoder.close()
      images.close()
      media.close()
      await database.close()
    },
  }
}
