import type { Deployment } from '../../../domain/catalog/model.ts'
import { evictOldest } from '../../load/evict-oldest.ts'
import { deploymentName } from '../../../domain/routing/rank-deployments.ts'

/** Which deployment served each conversation last, for as long as its provider still has the prompt cached. */
export interface WarmCaches {
  /** The name of the deployment whose cache is warm for the conversation of that key, or null. */
  find(key: string): string | null
  /** A deployment answered a call of the conversation: from now on its cache is warm, and no other. */
  served(key: string, deployment: Deployment): void
}

/** What most providers promise where a request asks for nothing else. */
const DEFAULT_LIFE_SECONDS = 300

/** An entry is about 200 bytes. The conversations that were silent for longest are evicted first. */
const MOST_CONVERSATIONS = 50_000

interface WarmCache {
  readonly deployment: string
  readonly untilMs: number
}

/**
 * Known to this process alone: another instance at worst finds a cold cache, which costs no more than a first call.
 * `monotonicMs` is a clock that only runs forward, in milliseconds.
 */
export const warmCaches = (monotonicMs: () => number, most: number = MOST_CONVERSATIONS): WarmCaches => {
  /** The latest served last, which is the order of a Map. */
  const byKey = new Map<string, WarmCache>()
  return {
    find: (key) => {
      const known = byKey.get(key)
      if (known === undefined) return null
      if (monotonicMs() < known.untilMs) return known.deployment
      byKey.delete(key)
      return null
    },
    served: (key, deployment) => {
      const lifeMs = (deployment.promptCacheSeconds ?? DEFAULT_LIFE_SECONDS) * 1000
      byKey.delete(key)
      if (lifeMs === 0) return
      byKey.set(key, { deployment: deploymentName(deployment), untilMs: monotonicMs() + lifeMs })
      evictOldest(byKey, most)
    },
  }
}
