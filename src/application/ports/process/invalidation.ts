/** What was just changed, and caches may still hold as it was: above all a right that was taken away. */
export type Invalidated =
  | { readonly tag: 'session'; readonly id: string }
  | { readonly tag: 'api_key'; readonly id: string }
  /** Every session and key of the user. */
  | { readonly tag: 'user'; readonly id: string }
  /** The catalogue; `id` is the version that an instance has just read from its file. */
  | { readonly tag: 'catalog'; readonly id: string }
  /** What operators have switched off; `id` names what was switched. */
  | { readonly tag: 'deployments'; readonly id: string }

/**
 * Invalidates caches on all instances. Call it after the commit: a cache that reads before the commit would store the
 * old state again.
 */
export interface Invalidation {
  /** Resolves to the number of other processes that have heard of it; null where that is not known. */
  announce(what: Invalidated): Promise<number | null>
}
