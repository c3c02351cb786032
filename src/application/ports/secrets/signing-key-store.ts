import type { SigningKey } from '../../../domain/identity/signing-key.ts'

/** The keys of access tokens, shared by all instances. */
export interface SigningKeyStore {
  list(): Promise<readonly SigningKey[]>
  /** Writes `candidate` if there is no key; of concurrent calls one writes. Returns all keys. */
  listOrCreate(candidate: SigningKey): Promise<readonly SigningKey[]>
  /** Adds the key, sets the latest retirement of all other keys, and deletes keys that retired long ago. */
  rotate(next: SigningKey, othersRetireAt: Date, deleteRetiredBefore: Date): Promise<void>
}
