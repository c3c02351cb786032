import type { ChainSize, StoredItems, StoredResponse } from '../../../domain/responses/stored-response.ts'

/** A response as its account names it. */
export interface ResponseKey {
  readonly userId: string
  readonly id: string
}

/** Responses of accounts, each with the one it continues. It cannot read what is sealed in them. */
export interface ResponseStore {
  /**
   * Adds a response. False, with nothing written, where the account is deactivated or the response that it continues
   * is no longer here. Waits for a deactivation that is under way.
   */
  add(response: StoredResponse): Promise<boolean>
  /** Null if the account has none of that id, it was deleted, or it was made before `since`. */
  find(key: ResponseKey, since: Date): Promise<StoredResponse | null>
  /** The items of a response alone; null as `find` is. */
  findItems(key: ResponseKey, since: Date): Promise<StoredItems | null>
  /** The latest response of the account that has this among its `itemIds`, as `findItems` gives it. */
  findByItem(userId: string, itemId: string, since: Date): Promise<StoredItems | null>
  /** The size of the chain that ends with this response; null as `find` is. */
  chainSize(key: ResponseKey, since: Date): Promise<ChainSize | null>
  /** This response and all before it, oldest first, those too that were deleted or made earlier than any is kept. */
  chain(key: ResponseKey): Promise<readonly StoredItems[]>
  /**
   * Deletes a response: `find` no longer knows it. Its row goes at once, or with the last one that continues it.
   * False where `find` would not have known it.
   */
  delete(key: ResponseKey, since: Date, at: Date): Promise<boolean>
  /** At most `limit` accounts that are closed and still have responses. */
  closedAccounts(limit: number): Promise<readonly string[]>
  /**
   * Removes at most `limit` responses of an account, if it is closed, and none of them that another one which is left
   * continues. Returns how many it removed; 0 once the account has none.
   */
  removeOfClosed(userId: string, limit: number): Promise<number>
  /**
   * Removes at most `limit` rows that were deleted or made before `since` and that no other continues. Returns their
   * number. Any number of instances may prune at once.
   */
  prune(since: Date, limit: number): Promise<number>
  /**
   * At most `limit` accounts that made a response since then, and whose sealed responses take more than so many bytes.
   */
  accountsOver(bytes: number, madeSince: Date, limit: number): Promise<readonly string[]>
  /**
   * Where the account's sealed responses take more than so many bytes, removes the one made earliest of those that no
   * other continues, and those before it that nothing else continues: a whole conversation, or its last branch. Then
   * the next one, until the rest fits, or it has removed `limit` of them. Returns how many responses it removed.
   */
  removeIdlest(userId: string, bytes: number, limit: number): Promise<number>
  /** The first response by id, after `after`, that this key sealed. */
  nextSealedBy(keyId: string, after: string | null): Promise<StoredResponse | null>
  /** Replaces what is sealed in a response, unless another instance did, or it is gone. */
  reseal(response: StoredResponse, renewed: Pick<StoredResponse, 'sealed' | 'sealedFrame'>): Promise<void>
  /** Whether any response is sealed by a key that is not among these. */
  hasOtherKeysThan(keyIds: readonly string[]): Promise<boolean>
}
