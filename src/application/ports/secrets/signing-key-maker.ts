import type { SigningKey } from '../../../domain/identity/signing-key.ts'

/** Makes fresh key pairs for access tokens. */
export interface SigningKeyMaker {
  make(signsFrom: Date): Promise<SigningKey>
}
