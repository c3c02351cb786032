/** Something that was just taken away and may still be remembered as valid. */
export type Invalidated =
  | { readonly tag: 'session'; readonly id: string }
  | { readonly tag: 'api_key'; readonly id: string }
  /** Every session and key of the user. */
  | { readonly tag: 'user'; readonly id: string }

/** Makes caches forget. Announce after the commit: a cache that asks again before it would remember the old state. */
export interface Invalidation {
  announce(what: Invalidated): Promise<void>
}
