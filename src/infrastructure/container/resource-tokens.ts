import type { Log } from '../logging.ts'
import type { OpenLedger } from '../../adapters/persistence/group-commit-ledger.ts'
import type { OpenDatabase } from '../../adapters/persistence/database.ts'
import type { KeyRing } from '../../adapters/security/key-ring.ts'
import type { ChatProvider } from '../../application/ports/chat-provider.ts'
import type { Mailer } from '../../application/ports/mailer.ts'
import type { PasswordHasher } from '../../application/ports/password-hasher.ts'
import type { RateLimiter } from '../../application/ports/rate-limiter.ts'
import type { RefreshTokens } from '../../application/ports/refresh-tokens.ts'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import type { Config } from '../config.ts'
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
export const catalog = token<Catalog>('catalog')
export const chatProviders = token<ReadonlyMap<string, ChatProvider>>('chatProviders')
/** Where letters go. */
export const mailer = token<Mailer>('mailer')
export const passwords = token<PasswordHasher>('passwords')
export const refreshTokens = token<RefreshTokens>('refreshTokens')
export const keyRing = token<KeyRing>('keyRing')
