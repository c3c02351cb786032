import type { OpenDatabase } from '../../adapters/persistence/engine/database.ts'
import type { OpenLedger } from '../../adapters/persistence/ledger/group-commit-ledger.ts'
import type { KeyRing } from '../../adapters/security/jwt-access-tokens.ts'
import type { PasswordHasher } from '../../application/ports/accounts/password-hasher.ts'
import type { RefreshTokens } from '../../application/ports/accounts/refresh-tokens.ts'
import type { ChargeJournal } from '../../application/ports/billing/charge-journal.ts'
import type { Mailer } from '../../application/ports/mail/mailer.ts'
import type { AudioEncoder } from '../../application/ports/media/audio-encoder.ts'
import type { AudioProbe } from '../../application/ports/media/audio-probe.ts'
import type { ImageConverter } from '../../application/ports/media/image-converter.ts'
import type { MediaSigner } from '../../application/ports/media/media-signer.ts'
import type { MediaStore } from '../../application/ports/media/media-store.ts'
import type { UrlFetcher } from '../../application/ports/media/url-fetcher.ts'
import type { UnsubscribeTokens } from '../../application/ports/notifications/unsubscribe-tokens.ts'
import type { RateLimiter } from '../../application/ports/process/rate-limiter.ts'
import type { TokenLimiter } from '../../application/ports/process/token-limiter.ts'
import type { PortByKind, ProvidersByKind } from '../../application/ports/providers/provider-ports.ts'
import type { ContentSealing } from '../../application/ports/secrets/content-sealing.ts'
import type { SecretWrapping } from '../../application/ports/secrets/secret-wrapping.ts'
import type { SigningKeyStore } from '../../application/ports/secrets/signing-key-store.ts'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import { MODEL_KINDS } from '../../domain/catalog/model.ts'
import type { ModelKind } from '../../domain/catalog/model.ts'
import type { WebhookRules } from '../../domain/webhooks/webhook.ts'
import type { Config } from '../config/config.ts'
import type { OfferedPayments } from '../config/sandbox-payments.ts'
import type { Log } from '../observability/logging.ts'
import type { Observation } from '../observability/metrics/observation.ts'
import type { TracedPorts } from '../observability/tracing/traced-ports.ts'
import type { RunningOffer } from '../offer/running-offer.ts'
import type { RegisterCaches } from '../resources/open-invalidation.ts'
import { provision, resource } from './provision.ts'
import type { Token } from './provision.ts'

/** What open-service.ts opens before it makes the container, and closes after it. */
export const RESOURCES = {
  config: resource<Config>('config'),
  log: resource<Log>('log'),
  /** Measures the parts of the service, or leaves them as they are. */
  observation: resource<Observation>('observation'),
  /** Puts admitted calls into the traces of their requests. */
  tracedReservations: resource<TracedPorts['reservations']>('tracedReservations'),
  database: resource<OpenDatabase>('database'),
  ledger: resource<OpenLedger>('ledger'),
  /** Charges that the ledger cannot take now. */
  journal: resource<ChargeJournal>('journal'),
  limiter: resource<RateLimiter>('limiter'),
  tokenLimiter: resource<TokenLimiter>('tokenLimiter'),
  /** How limits are counted now, as `/v1/health` shows it. */
  limitsMode: resource<() => string>('limitsMode'),
  /** Joins the caches of this process to those of the others, where there is a Redis. */
  registerCaches: resource<RegisterCaches>('registerCaches'),
  /** Who sells top-ups, as it was decided at the start. */
  offeredPayments: resource<OfferedPayments>('offeredPayments'),
  catalog: resource<Catalog>('catalog'),
  /** The same, with how it is replaced while the process runs. */
  runningOffer: resource<RunningOffer>('runningOffer'),
  providers: resource<ProvidersByKind>('providers'),
  encoder: resource<AudioEncoder>('encoder'),
  probe: resource<AudioProbe>('probe'),
  converter: resource<ImageConverter>('converter'),
  urls: resource<UrlFetcher>('urls'),
  media: resource<MediaStore>('media'),
  signer: resource<MediaSigner>('signer'),
  mailer: resource<Mailer>('mailer'),
  passwords: resource<PasswordHasher>('passwords'),
  refreshTokens: resource<RefreshTokens>('refreshTokens'),
  keyRing: resource<KeyRing>('keyRing'),
  signingKeys: resource<SigningKeyStore>('signingKeys'),
  /** Seals contents of users before they are stored; null without a master key. */
  sealing: resource<ContentSealing | null>('sealing'),
  /** Wraps secrets before they are stored; null without a master key. */
  wrapping: resource<SecretWrapping | null>('wrapping'),
  /** Of the links that end alerts. */
  unsubscribeTokens: resource<UnsubscribeTokens>('unsubscribeTokens'),
  /** To which addresses of users events may be sent. */
  webhookRules: resource<WebhookRules>('webhookRules'),
}

export const { config, log, database, ledger, journal, limiter, limitsMode, registerCaches, offeredPayments } =
  RESOURCES
export const { catalog, runningOffer, observation, tracedReservations, tokenLimiter } = RESOURCES
export const { encoder, probe, converter, urls, media, signer, mailer } = RESOURCES
export const { passwords, refreshTokens, keyRing, signingKeys, sealing, wrapping, webhookRules, unsubscribeTokens } =
  RESOURCES

const providersOf = <K extends ModelKind>(kind: K): Token<ReadonlyMap<string, PortByKind[K]>> =>
  provision(`providers.${kind}`, (deps: { readonly providers: ProvidersByKind }) => deps.providers(kind), {
    providers: RESOURCES.providers,
  })

/** For each kind of model its providers, by their ids. */
export const providers = Object.fromEntries(MODEL_KINDS.map((kind) => [kind, providersOf(kind)])) as {
  readonly [K in ModelKind]: Token<ReadonlyMap<string, PortByKind[K]>>
}

/** One value of the configuration, for a use case that needs no more of it. */
const setting = <K extends keyof Config>(name: K): Token<Config[K]> =>
  provision(`config.${name}`, (deps: { readonly config: Config }) => deps.config[name], { config })

export const rates = setting('rates')
export const registration = setting('registration')
export const signupBonus = setting('signupBonus')
