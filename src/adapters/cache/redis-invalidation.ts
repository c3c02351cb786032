import { Redis } from 'ioredis'
import type { Invalidated, Invalidation } from '../../application/ports/invalidation.ts'
import type { ForgettingCache } from './forgetting-cache.ts'

const CHANNEL = 'gateway:invalidation'
const PUBLISH_TIMEOUT_MS = 500
const SLOWEST_RECONNECT_MS = 1_000

const TAGS: ReadonlySet<unknown> = new Set<Invalidated['tag']>(['session', 'api_key', 'user'])

const readMessage = (text: string): Invalidated | null => {
  try {
    const { tag, id } = JSON.parse(text) as { readonly tag: unknown; readonly id: unknown }
    return TAGS.has(tag) && typeof id === 'string' ? { tag: tag as Invalidated['tag'], id } : null
  } catch {
    return null
  }
}

const connection = (url: string, onError: (error: Error) => void): Redis => {
  const redis = new Redis(url, {
    connectTimeout: 2_000,
    maxRetriesPerRequest: null,
    autoResubscribe: false,
    retryStrategy: (attempt) => Math.min(attempt * 50, SLOWEST_RECONNECT_MS),
  })
  redis.on('error', onError)
  return redis
}

/** Listens for what other instances announce, for as long as the connection is open. */
const subscribe = (subscriber: Redis, caches: readonly ForgettingCache[]): void => {
  const forget: ForgettingCache['forget'] = (what) => {
    for (const cache of caches) cache.forget(what)
  }
  subscriber.on('ready', () => {
    // What was announced while nobody listened is lost: after every subscription, the first too, nothing is known.
    subscriber.subscribe(CHANNEL).then(
      () => forget({ tag: 'everything' }),
      () => undefined,
    )
  })
  subscriber.on('message', (_channel, text) => {
    const what = readMessage(text)
    if (what !== null) forget(what)
  })
}

/** Resolves when the message is out, or when it is not worth waiting for any longer. */
const publish = async (publisher: Redis, what: Invalidated, hasBeenReady: boolean): Promise<void> => {
  if (publisher.status !== 'ready' && hasBeenReady) return
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PUBLISH_TIMEOUT_MS)
  })
  await Promise.race([publisher.publish(CHANNEL, JSON.stringify(what)), patience]).catch(() => undefined)
  clearTimeout(timer)
}

export interface RedisInvalidation extends Invalidation {
  close(): void
}

/**
 * Makes the caches of every instance forget, within the time Redis takes to pass a message on. Without Redis, or
 * where a message is lost, the caches' own time to live is what bounds how long something taken away is believed.
 * Announcing never fails and takes half a second at the longest.
 */
export const redisInvalidation = (
  url: string,
  caches: readonly ForgettingCache[],
  onError: (error: Error) => void,
): RedisInvalidation => {
  const [subscriber, publisher] = [connection(url, onError), connection(url, onError)]
  let hasBeenReady = false
  publisher.once('ready', () => {
    hasBeenReady = true
  })
  subscribe(subscriber, caches)
  return {
    announce: async (what) => {
      for (const cache of caches) cache.forget(what)
      await publish(publisher, what, hasBeenReady)
    },
    close: () => {
      subscriber.disconnect()
      publisher.disconnect()
    },
  }
}
