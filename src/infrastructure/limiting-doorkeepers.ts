import type { Doorkeepers } from '../adapters/http/doorkeepers.ts'
import type { AuthenticateApiKey } from '../application/accounts/authenticate-api-key.ts'
import type { AuthenticateSession } from '../application/accounts/authenticate-session.ts'
import type { RateLimiter } from '../application/ports/rate-limiter.ts'
import { ipBucket } from '../domain/limits/ip-bucket.ts'
import type { Config } from './config/config.ts'

const WINDOW_MS = 60_000

export interface LimitingDoorkeepersDeps {
  readonly config: Pick<Config, 'rateLimitPerMinute' | 'authRateLimitPerMinute' | 'authRateLimitPerEmailPerMinute'>
  readonly limiter: RateLimiter
  readonly authenticateApiKey: AuthenticateApiKey
  readonly authenticateSession: AuthenticateSession
}

/** Who may come in, and how often (contract 3): a bucket an account, and for sign-in one an address and one an e-mail. */
export const limitingDoorkeepers = ({ config, limiter, ...deps }: LimitingDoorkeepersDeps): Doorkeepers => ({
  authenticateKey: deps.authenticateApiKey,
  authenticateSession: deps.authenticateSession,
  admitCall: ({ userId, rateLimitPerMinute }) =>
    limiter.take({
      bucket: `account:${userId}`,
      limit: rateLimitPerMinute ?? config.rateLimitPerMinute,
      windowMs: WINDOW_MS,
    }),
  admitAddress: (address) =>
    limiter.take({ bucket: `sign-in:${ipBucket(address)}`, limit: config.authRateLimitPerMinute, windowMs: WINDOW_MS }),
  admitEmail: (email) =>
    limiter.take({
      bucket: `sign-in:email:${email}`,
      limit: config.authRateLimitPerEmailPerMinute,
      windowMs: WINDOW_MS,
    }),
})
