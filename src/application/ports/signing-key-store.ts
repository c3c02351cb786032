import type { SigningKey } from '../../domain/identity/signing-key.ts'

/** The keys of access tokens, shared by all instances. */
export interface SigningKeyStore {
  list(): Promise<readonly SigningKey[]>
  /** Writes `candidate` if there is no key at all; of concurrent calls one writes. Answers all keys. */
  listOrBegin(candidate: SigningKey): Promise<readonly SigningKey[]>
  /** Adds the key, sets when all others retire at the latest, and deletes long retired ones. */
  rotate(next: SigningKey, othersRetireAt: Date, deleteRetiredBefore: Date): Promise<void>
}
