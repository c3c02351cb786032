import type { ApiKey, ApiKeyChange } from '../../../domain/api-keys/api-key.ts'
import type { KeyLimits, KeyPeriod } from '../../../domain/api-keys/key-limits.ts'

export type NewApiKey = Omit<ApiKey, 'lastUsedAt' | 'spent'> & {
  /** SHA-256 of the key in hexadecimal. */
  readonly keyHash: string
}

export interface KeyUse {
  readonly keyId: string
  readonly at: Date
}

/** A change, and the period that begins with it where it changes the period. */
export type StoredKeyChange = ApiKeyChange & Partial<KeyPeriod>

/** Keys that are not deleted. To every method but `countMade` a deleted key is unknown. */
export interface ApiKeyStore {
  /** Also opens the key's spend record, under the key's own id. */
  add(key: NewApiKey): Promise<void>
  find(id: string): Promise<ApiKey | null>
  /** Newest first. */
  listOf(userId: string): Promise<readonly ApiKey[]>
  /** How many keys a user has made since the moment, deleted ones too; counts no further than `most`. */
  countMade(userId: string, since: Date, most: number): Promise<number>
  /** Changes only the given fields. */
  change(id: string, change: StoredKeyChange): Promise<void>
  /** False when there was no such key. */
  delete(id: string, at: Date): Promise<boolean>
  /** Deletes the keys made at or after `since`; null: all of them. */
  deleteAllOf(userId: string, at: Date, since: Date | null): Promise<void>
  /** Notes the latest use of each key. A use earlier than the stored one changes nothing. */
  noteUses(uses: readonly KeyUse[]): Promise<void>
  /** The limits that new keys of the user get. Null: the user has set none. */
  findDefaults(userId: string): Promise<KeyLimits | null>
  setDefaults(userId: string, defaults: KeyLimits): Promise<void>
}
