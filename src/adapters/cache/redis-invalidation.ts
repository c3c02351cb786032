import { Redis } from 'ioredis'
import type { Invalidated, Invalidation } from '../../application/ports/process/invalidation.ts'
import type { InvalidatableCache } from './invalidatable-cache.ts'

const CHANNEL = 'gateway:invalidation'
const PUBLISH_TIMEOUT_MS = 500
const MAX_RECONNECT_DELAY_MS = 1_000

const TAGS: ReadonlySet<unknown> = new Set<Invalidated['tag']>(['session', 'api_key', 'user', 'catalog', 'deployments'])

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
    retryStrategy: (attempt) => Math.min(attempt * 50, MAX_RECONNECT_DELAY_MS),
  })
  redis.on('error', onError)
  return redis
}

interface OwnSubscription {
  /** Resolves when this process listens for the first time. */
  readonly begun: Promise<void>
  isHeld(): boolean
}

/** Listens for what other instances announce, for as long as the connection is open. */
const subscribe = (subscriber: Redis, caches: readonly InvalidatableCache[]): OwnSubscription => {
  const begun = Promise.withResolvers<void>()
  let isHeld = false
  const invalidate: InvalidatableCache['invalidate'] = (what) => {
    for (const cache of caches) cache.invalidate(what)
  }
  subscriber.on('ready', () => {
    // Messages from before the subscription are lost, so the process trusts no entry after a subscription, the first
    // too.
    subscriber.subscribe(CHANNEL).then(
      () => {
        isHeld = true
        begun.resolve()
        invalidate({ tag: 'everything' })
      },
      () => undefined,
    )
  })
  subscriber.on('close', () => {
    isHeld = false
  })
  subscriber.on('message', (_channel, text) => {
    const what = readMessage(text)
    if (what !== null) invalidate(what)
  })
  return { begun: begun.promise, isHeld: () => isHeld }
}

/**
 * Resolves when the message is out, or when it is not worth waiting for any longer, to the number of other processes
 * that heard. Redis counts this one too, so the message waits until it is known whether this one listens.
 */
const publish = async (publisher: Redis, what: Invalidated, own: OwnSubscription): Promise<number | null> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PUBLISH_TIMEOUT_MS, null)
  })
  await Promise.race([own.begun, timeout])
  const published = publisher.publish(CHANNEL, JSON.stringify(what)).catch(() => null)
  const heard = await Promise.race([published, timeout])
  clearTimeout(timer)
  return heard === null ? null : heard - (own.isHeld() ? 1 : 0)
}

export interface RedisInvalidation extends Invalidation {
  close(): void
}

/**
 * Invalidates the caches of every instance, within the time that Redis takes to deliver a message. Without Redis, or
 * where a message is lost, the time to live of an entry bounds how long a cache still has what was revoked.
 * An announcement never fails and takes half a second at the longest.
 */
export const redisInvalidation = (
  url: string,
  caches: readonly InvalidatableCache[],
  onError: (error: Error) => void,
): RedisInvalidation => {
  const [subscriber, publisher] = [connection(url, onError), connection(url, onError)]
  let hasBeenReady = false
  publisher.once('ready', () => {
    hasBeenReady = true
  })
  const own = subscribe(subscriber, caches)
  return {
    announce: async (what) => {
      for (const cache of caches) cache.invalidate(what)
      return publisher.status !== 'ready' && hasBeenReady ? null : publish(publisher, what, own)
    },
    close: () => {
      subscriber.disconnect()
      publisher.disconnect()
    },
  }
}
