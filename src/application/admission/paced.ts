export interface PacedDeps<A> {
  /** True for one of any number of callers, on any instance, within LOOK_PAUSE_MS. */
  readonly claimLook: (id: string) => Promise<boolean>
  readonly look: (thing: A) => Promise<A>
}

/**
 * Brings a thing to where its provider says it is, asking the provider no more often than looks may be claimed.
 * Callers of this process that come together share one look and get what it found; others get the thing as it is
 * stored.
 */
export const paced = <A extends { readonly id: string }>({
  claimLook,
  look,
}: PacedDeps<A>): ((thing: A) => Promise<A>) => {
  const running = new Map<string, Promise<A>>()
  const lookAtMost = async (thing: A): Promise<A> => ((await claimLook(thing.id)) ? look(thing) : thing)
  return (thing) => {
    const shared = running.get(thing.id) ?? lookAtMost(thing).finally(() => running.delete(thing.id))
    running.set(thing.id, shared)
    return shared
  }
}
