import 'reflect-metadata'
import { Container } from 'inversify'
import { pooledAudioEncoder } from '../adapters/audio/pooled-audio-encoder.ts'
import { pooledImageConverter } from '../adapters/imaging/pooled-image-converter.ts'
import { openLedger } from '../adapters/persistence/group-commit-ledger.ts'
import type { OpenDatabase } from '../adapters/persistence/database.ts'
import { upstreamHttp } from '../adapters/providers/upstream-http.ts'
import type { UpstreamTimeouts } from '../adapters/providers/upstream-timeouts.ts'
import { argon2PasswordHasher } from '../adapters/security/argon2-password-hasher.ts'
import { systemClock } from '../adapters/security/system-clock.ts'
import { uuidV7Ids } from '../adapters/security/uuid-v7-ids.ts'
import { guardedUrlFetcher } from '../adapters/url-fetcher/guarded-url-fetcher.ts'
import type { Config } from './config/config.ts'
import { adaptersModule } from './container/adapters-module.ts'
import { applicationModule } from './container/application-module.ts'
import { interfacesModule } from './container/interfaces-module.ts'
import * as port from './container/port-tokens.ts'
import * as resource from './container/resource-tokens.ts'
import { moduleOf, provideValue, type Token } from './container/token.ts'
import type { Log } from './logging.ts'
import { loggedVendor } from './observability/logged-vendor.ts'
import type { Offer } from './offer/offer.ts'
import { openInvalidation } from './open-invalidation.ts'
import { openLimits } from './open-limits.ts'
import { openMailer } from './open-mailer.ts'
import { openMedia } from './open-media.ts'
import { providerAdapters } from './provider-adapters.ts'
import {
  type InstallationKeys,
  type InstallationKeysDeps,
  openInstallationKeys,
  withoutInstallationKeys,
} from './secrets/open-installation-keys.ts'
import { openMigrated } from './open-migrated.ts'

/** Everything wired together over open connections. */
export interface Service {
  /** This process, as its holds and claims name it. */
  readonly instance: string
  get<T>(token: Token<T>): T
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
  wholeAnswerIdleTimeoutMs: upstream.totalTimeoutMs,
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
  const limits = openLimits(config.redisUrl, log)
  const invalidation = openInvalidation(config.redisUrl, log)
  const http = upstreamHttp({ connectTimeoutMs: config.upstream.connectTimeoutMs })
  const mailer = openMailer(config, systemClock, log)
  const media = openMedia(config)
  const fetcher = guardedUrlFetcher()
  const encoder = pooledAudioEncoder()
  const images = pooledImageConverter()
  const adapters = providerAdapters(offer.usable, {
    http,
    timeouts: timeoutsOf(config),
    fetcher,
    logged: loggedVendor(log),
  })

  const resources = moduleOf([
    provideValue(resource.config, config),
    provideValue(resource.log, log),
    provideValue(resource.instance, instance),
    provideValue(resource.database, database),
    provideValue(resource.ledger, ledger),
    provideValue(resource.limiter, limits.limiter),
    provideValue(resource.limitsMode, limits.mode),
    provideValue(resource.joinCaches, invalidation.join),
    provideValue(resource.catalog, offer.catalog),
    provideValue(resource.offeredPayments, offer.payments),
    provideValue(resource.chatProviders, adapters.chat),
    provideValue(resource.imageProviders, adapters.images),
    provideValue(resource.speechProviders, adapters.speech),
    provideValue(resource.videoProviders, adapters.videos),
    provideValue(resource.urlFetcher, fetcher),
    provideValue(resource.audioEncoder, encoder),
    provideValue(resource.imageConverter, images),
    provideValue(resource.mediaStore, media.store),
    provideValue(resource.mediaSigner, keys.mediaSigner),
    provideValue(resource.mailer, mailer),
    provideValue(resource.passwords, await argon2PasswordHasher()),
    provideValue(resource.refreshTokens, keys.refreshTokens),
    provideValue(resource.keyRing, keys.keyRing),
    provideValue(port.signingKeys, keys.signingKeys),
  ])
  const container = new Container()
  container.load(resources, adaptersModule, applicationModule, interfacesModule)
  return {
    instance,
    get: <T>(token: Token<T>): T => container.get<T>(token.id),
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
