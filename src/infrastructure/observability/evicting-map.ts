import { shortLivedMap } from '../../domain/short-lived-map.ts'

interface EvictingMap<A> {
  get(id: string): A | undefined
  set(id: string, value: A): void
  /** Deletes an entry, and answers what it held; undefined where there is none. */
  take(id: string): A | undefined
}

/**
 * A `shortLivedMap` that holds `most` entries at most. What is not deleted is evicted, together with others of its age,
 * once at least half as many entries have come behind it.
 */
export const evictingMap = <A>(most: number): EvictingMap<A> => {
  let young = shortLivedMap<A>()
  let old = shortLivedMap<A>()
  return {
    get: (id) => young.get(id) ?? old.get(id),
    set: (id, value) => {
      if (young.size() >= most / 2) {
        old = young
        young = shortLivedMap()
      }
      young.set(id, value)
    },
    take: (id) => {
      const [fromYoung, fromOld] = [young.take(id), old.take(id)]
      return fromYoung ?? fromOld
    },
  }
}
