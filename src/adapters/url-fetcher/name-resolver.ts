import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { isLeft } from 'fp-ts/lib/Either.js'
import { concurrencyLimiter } from '../../application/load/concurrency-limiter.ts'

/** All addresses of a name. The signal ends the questions that are under way. */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>

interface NameResolverOptions {
  /** Absent: those that the system is configured with. */
  readonly servers?: readonly string[]
  /** Of the first question to a server. The second one waits twice as long. */
  readonly timeoutMs?: number
  readonly maxConcurrent?: number
  readonly maxQueued?: number
}

const TIMEOUT_MS = 1_500
const TRIES = 2
const MAX_CONCURRENT = 512
const MAX_QUEUED = 512

/**
 * Resolves names that clients choose, by asking the nameservers itself. The system's own lookup takes a thread of the
 * pool for each name, and a few names of a silent nameserver would keep every other connection of the process waiting.
 * This resolver takes no thread and does not read the file of hosts: a client has no use for a name of this machine.
 * One address family may have no answer. It rejects where neither has one.
 */
export const nameResolver = (options: NameResolverOptions = {}): ResolveHost => {
  const { servers, timeoutMs = TIMEOUT_MS, maxConcurrent = MAX_CONCURRENT, maxQueued = MAX_QUEUED } = options
  const inTurn = concurrencyLimiter({ maxConcurrent, maxQueued })

  const ask = async (host: string, signal: AbortSignal): Promise<readonly LookupAddress[]> => {
    signal.throwIfAborted()
    const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES })
    if (servers !== undefined) resolver.setServers(servers)
    const cancel = (): void => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
      if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason
      return [
        ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({ address, family: 4 })),
        ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({ address, family: 6 })),
      ]
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  return async (host, signal) => {
    const addresses = await inTurn(() => ask(host, signal))
    if (isLeft(addresses)) throw new Error('Too many names are being resolved.')
    return addresses.right
  }
}
