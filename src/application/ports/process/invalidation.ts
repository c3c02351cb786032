/** A right that was just taken away and that caches may still hold as valid. */
export type Invalidated =
  | { readonly tag: 'session'; readonly id: string }
  | { readonly tag: 'api_key'; readonly id: string }
  /** Every session and key of the user. */
  | { readonly tag: 'user'; readonly id: string }

/**
 * Invalidates caches on all instances. Call it after the commit: a cache that reads before the commit would store the
 * old state again.
 */
export interface Invalidation {
  announce(what: Invalidated): Promise<void>
}
