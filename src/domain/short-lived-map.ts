/**
 * A map for entries that stay for milliseconds, as calls under way do. V8 copies a `Map` whose entries come and go
 * every few hundred of them, and what stood in a copy that was left behind outlives its call by seconds (ADR 0064).
 * Here no entry is moved, and nothing that was deleted is kept.
 */
interface ShortLivedMap<A, Id = string> {
  size(): number
  get(id: Id): A | undefined
  set(id: Id, value: A): void
  /** Deletes an entry, and answers what it held; undefined where there is none. */
  take(id: Id): A | undefined
  values(): IterableIterator<A>
}

interface Entry<A, Id> {
  readonly id: Id
  value: A
  next: Entry<A, Id> | null
}

/** A power of two. A chain has one entry or none while some hundred calls are under way, and a new map costs little. */
const CHAINS = 1024

/** A text by its last four characters, which are random in the ids of this service; a number by its last bits. */
const chainOf = (id: string | number): number => {
  if (typeof id === 'number') return id & (CHAINS - 1)
  let hash = 0
  for (let index = Math.max(0, id.length - 4); index < id.length; index += 1) hash = hash * 31 + id.charCodeAt(index)
  return hash & (CHAINS - 1)
}

export const shortLivedMap = <A, Id extends string | number = string>(): ShortLivedMap<A, Id> => {
  const chains = Array<Entry<A, Id> | null>(CHAINS).fill(null)
  let size = 0

  const find = (id: Id, chain: number): Entry<A, Id> | null => {
    let entry = chains[chain] ?? null
    while (entry !== null && entry.id !== id) entry = entry.next
    return entry
  }

  return {
    size: () => size,
    // An empty map is asked often, and the chain of an id costs the most of an answer.
    get: (id) => (size === 0 ? undefined : find(id, chainOf(id))?.value),
    set: (id, value) => {
      const chain = chainOf(id)
      const known = find(id, chain)
      if (known !== null) {
        known.value = value
        return
      }
      chains[chain] = { id, value, next: chains[chain] ?? null }
      size += 1
    },
    take: (id) => {
      if (size === 0) return undefined
      const chain = chainOf(id)
      let before: Entry<A, Id> | null = null
      let entry = chains[chain] ?? null
      while (entry !== null && entry.id !== id) {
        before = entry
        entry = entry.next
      }
      if (entry === null) return undefined
      if (before === null) chains[chain] = entry.next
      else before.next = entry.next
      // An entry that is old garbage would keep its young successors.
      entry.next = null
      size -= 1
      return entry.value
    },
    *values() {
      for (const first of chains) {
        for (let entry = first; entry !== null; entry = entry.next) yield entry.value
      }
    },
  }
}
