import { Redis } from 'ioredis'

const MAX_RECONNECT_DELAY_MS = 1000

/**
 * Opens a connection that fails fast instead of queueing: with the library's defaults a command waits over a minute for
 * a Redis that has died. A Redis that hangs is the caller's to bound. The connection reconnects by itself for ever.
 * `onError` hears of every broken connection; without a listener the library would print each of them.
 */
export const openLimitsRedis = (url: string, onError: (error: Error) => void): Redis => {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 2000,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 50, MAX_RECONNECT_DELAY_MS),
  })
  redis.on('error', onError)
  return redis
}
