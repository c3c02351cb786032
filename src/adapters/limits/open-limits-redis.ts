import { ReplyError, Redis } from 'ioredis'

const MAX_RECONNECT_DELAY_MS = 1000
const CONNECT_TIMEOUT_MS = 2000

/** Whether Redis refused the database that the URL names. A caller whose password is wrong is refused otherwise. */
const refusesDatabase = (error: Error): boolean => {
  if (!(error instanceof ReplyError) || error.message.startsWith('NOAUTH')) return false
  return Reflect.get(Reflect.get(error, 'command') ?? {}, 'name') === 'select'
}

/**
 * Opens a connection that fails fast instead of queueing: with the library's defaults a command waits over a minute for
 * a Redis that has died. A Redis that hangs is the caller's to bound. The connection reconnects by itself for ever.
 * `onError` hears of every broken connection; without a listener the library would print each of them.
 * Where Redis does not have the database of the URL, the library would go on in database 0, which may count for another
 * installation. So that connection is closed before it is used.
 */
export const openLimitsRedis = (url: string, onError: (error: Error) => void): Redis => {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: CONNECT_TIMEOUT_MS,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 50, MAX_RECONNECT_DELAY_MS),
  })
  redis.on('error', (error: Error) => {
    if (refusesDatabase(error)) redis.disconnect(true)
    onError(error)
  })
  return redis
}

/**
 * Why Redis refuses the database of the URL, at the first connection. Null where it does not, where the URL names the
 * database that every Redis has, or where Redis does not say so in the time of a connection.
 */
export const databaseRefusal = async (redis: Redis): Promise<string | null> => {
  if ((redis.options.db ?? 0) === 0) return null
  const answer = Promise.withResolvers<Error | null>()
  const timer = setTimeout(answer.resolve, CONNECT_TIMEOUT_MS, null)
  redis.once('ready', () => answer.resolve(null)).once('error', answer.resolve)
  const error = await answer.promise
  clearTimeout(timer)
  return error !== null && refusesDatabase(error) ? error.message : null
}
