import type { ResponseKey, ResponseStore } from '../../../src/application/ports/responses/response-store.ts'
import type { StoredItems, StoredResponse } from '../../../src/domain/responses/stored-response.ts'

/** A response and when it was deleted. */
export interface KeptResponse {
  readonly response: StoredResponse
  readonly deletedAt: Date | null
}

/** What the store gives where items alone are asked for. */
export const itemsOf = ({ id, userId, previousId, sealed }: StoredResponse): StoredItems => ({
  id,
  userId,
  previousId,
  sealed,
})

/** By id; `isActive` tells of an account whether it may have responses. */
export const memoryStoredResponses = (
  kept: Map<string, KeptResponse> = new Map(),
  isActive: (userId: string) => boolean = () => true,
): ResponseStore => {
  const rowOf = ({ userId, id }: ResponseKey): KeptResponse | null => {
    const row = kept.get(id)
    return row?.response.userId === userId ? row : null
  }
  const known = (key: ResponseKey, since: Date): StoredResponse | null => {
    const row = rowOf(key)
    return row === null || row.deletedAt !== null || row.response.createdAt < since ? null : row.response
  }
  const bytesOf = (ownerId: string): number =>
    [...kept.values()].reduce(
      (sum, { response: { userId, sealed, sealedFrame } }) =>
        sum + (userId === ownerId ? sealed.bytes.length + (sealedFrame?.length ?? 0) : 0),
      0,
    )
  const remove = (isUnneeded: (row: KeptResponse) => boolean, limit: number): number => {
    const rows = [...kept.values()]
    const continued = new Set(rows.map(({ response }) => response.previousId))
    const gone = rows.filter((row) => isUnneeded(row) && !continued.has(row.response.id)).slice(0, limit)
    for (const { response } of gone) kept.delete(response.id)
    return gone.length
  }
  const removeFirst = (userId: string): number => {
    const own = [...kept.values()].map(({ response }) => response).filter((response) => response.userId === userId)
    const later = (id: string): number => own.filter(({ previousId }) => previousId === id).length
    const [idlest] = own
      .filter(({ id }) => later(id) === 0)
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
    let removed = 0
    for (let gone = idlest; gone !== undefined;) {
      kept.delete(gone.id)
      removed += 1
      const { previousId }: StoredResponse = gone
      gone = own.find(({ id }) => id === previousId && later(id) === 1)
    }
    return removed
  }
  return {
    add: async (response) => {
      const { id, userId, previousId } = response
      if (!isActive(userId) || (previousId !== null && rowOf({ userId, id: previousId }) === null)) return false
      kept.set(id, { response, deletedAt: null })
      return true
    },
    find: async (key, since) => known(key, since),
    findItems: async (key, since) => {
      const response = known(key, since)
      return response === null ? null : itemsOf(response)
    },
    findByItem: async (userId, itemId, since) => {
      const [latest] = [...kept.keys()]
        .flatMap((id) => known({ userId, id }, since) ?? [])
        .filter(({ itemIds }) => itemIds.includes(itemId))
        .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
      return latest === undefined ? null : itemsOf(latest)
    },
    chainSize: async (key, since) => known(key, since)?.chain ?? null,
    chain: async ({ userId, id }) => {
      const chain: StoredItems[] = []
      let row = rowOf({ userId, id })
      while (row !== null) {
        chain.unshift(itemsOf(row.response))
        const { previousId } = row.response
        row = previousId === null ? null : rowOf({ userId, id: previousId })
      }
      return chain
    },
    delete: async (key, since, at) => {
      const response = known(key, since)
      if (response === null) return false
      kept.set(key.id, { response, deletedAt: at })
      remove((row) => row.response.id === key.id, 1)
      return true
    },
    closedAccounts: async (limit) => {
      const owners = new Set([...kept.values()].map(({ response }) => response.userId))
      return [...owners].filter((userId) => !isActive(userId)).slice(0, limit)
    },
    removeOfClosed: async (userId, limit) => {
      if (isActive(userId)) return 0
      let removed = 0
      for (let gone = -1; gone !== 0 && removed < limit; removed += gone)
        gone = remove(({ response }) => response.userId === userId, limit - removed)
      return removed
    },
    prune: async (since, limit) =>
      remove(({ response, deletedAt }) => deletedAt !== null || response.createdAt < since, limit),
    accountsOver: async (bytes, madeSince, limit) => {
      const rows = [...kept.values()].map(({ response }) => response)
      const users = new Set(rows.filter(({ createdAt }) => createdAt >= madeSince).map(({ userId }) => userId))
      return [...users].filter((userId) => bytesOf(userId) > bytes).slice(0, limit)
    },
    removeIdlest: async (userId, bytes, limit) => {
      let removed = 0
      for (let conversation = 0; conversation < limit && bytesOf(userId) > bytes; conversation += 1)
        removed += removeFirst(userId)
      return removed
    },
    nextSealedBy: async (keyId, after) =>
      [...kept.values()]
        .map(({ response }) => response)
        .filter(({ id, sealed }) => sealed.keyId === keyId && (after === null || id > after))
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))[0] ?? null,
    reseal: async (response, renewed) => {
      const row = rowOf(response)
      if (row?.response.sealed.keyId !== response.sealed.keyId) return
      kept.set(response.id, { ...row, response: { ...row.response, ...renewed } })
    },
    hasOtherKeysThan: async (keyIds) =>
      [...kept.values()].some(({ response }) => !keyIds.includes(response.sealed.keyId)),
  }
}
