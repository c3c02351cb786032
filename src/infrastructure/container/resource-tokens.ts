import type { Log } from '../logging.ts'
import type { OpenLedger } from '../../adapters/persistence/group-commit-ledger.ts'
import type { OpenDatabase } from '../../adapters/persistence/database.ts'
import type { KeyRing } from '../../adapters/security/key-ring.ts'
import type { AudioEncoder } from '../../application/ports/audio-encoder.ts'
import type { ChatProvider } from '../../application/ports/chat-provider.ts'
import type { ImageConverter } from '../../application/ports/image-converter.ts'
import type { ImageProvider } from '../../application/ports/image-provider.ts'
import type { SpeechProvider } from '../../application/ports/speech-provider.ts'
import type { UrlFetcher } from '../../application/ports/url-fetcher.ts'
import type { VideoProvider } from '../../application/ports/video-provider.ts'
import type { MediaSigner } from '../../application/ports/media-signer.ts'
import type { MediaStore } from '../../application/ports/media-store.ts'
import type { Mailer } from '../../application/ports/mailer.ts'
import type { PasswordHasher } from '../../application/ports/password-hasher.ts'
import type { RateLimiter } from '../../application/ports/rate-limiter.ts'
import type { RefreshTokens } from '../../application/ports/refresh-tokens.ts'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import type { Config } from '../config/config.ts'
import type { Payments } from '../config/sandbox-payments.ts'
import type { JoinCaches } from '../open-invalidation.ts'
import { token } from './token.ts'

/** What is opened before the container is made, and closed after it: see open-resources.ts. */
export const config = token<Config>('config')
export const log = token<Log>('log')
export const instance = token<string>('instance')
export const database = token<OpenDatabase>('database')
export const ledger = token<OpenLedger>('ledger')
export const limiter = token<RateLimiter>('limiter')
/** How limits are counted now, as `/v1/health` shows it. */
export const limitsMode = token<() => string>('limitsMode')
/** Joins the caches of this process to those of the others, where there is a Redis. */
export const joinCaches = token<JoinCaches>('joinCaches')
/** Who sells top-ups. */
export const offeredPayments = token<Payments>('offeredPayments')
export const catalog = token<Catalog>('catalog')
export const chatProviders = token<ReadonlyMap<string, ChatProvider>>('chatProviders')
export const imageProviders = token<ReadonlyMap<string, ImageProvider>>('imageProviders')
export const speechProviders = token<ReadonlyMap<string, SpeechProvider>>('speechProviders')
export const videoProviders = token<ReadonlyMap<string, VideoProvider>>('videoProviders')
export const audioEncoder = token<AudioEncoder>('audioEncoder')
export const imageConverter = token<ImageConverter>('imageConverter')
export const urlFetcher = token<UrlFetcher>('urlFetcher')
export const mediaStore = token<MediaStore>('mediaStore')
export const mediaSigner = token<MediaSigner>('mediaSigner')
/** Where letters go. */
export const mailer = token<Mailer>('mailer')
export const passwords = token<PasswordHasher>('passwords')
export const refreshTokens = token<RefreshTokens>('refreshTokens')
export const keyRing = token<KeyRing>('keyRing')
