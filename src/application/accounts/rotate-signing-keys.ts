import { planRotation } from '../../domain/identity/signing-key.ts'
import type { Clock } from '../ports/clock.ts'
import type { SigningKeyMaker } from '../ports/signing-key-maker.ts'
import type { SigningKeyStore } from '../ports/signing-key-store.ts'

export interface RotateSigningKeysDeps {
  readonly signingKeys: Pick<SigningKeyStore, 'rotate'>
  readonly signingKeyMaker: SigningKeyMaker
  readonly clock: Clock
}

export interface RotatedKey {
  readonly kid: string
  readonly signsFrom: Date
  readonly othersRetireAt: Date
}

export type RotateSigningKeys = (leaked: boolean) => Promise<RotatedKey>

/** Adds a key that will sign access tokens, and says when the others stop being accepted. */
export const rotateSigningKeys =
  (deps: RotateSigningKeysDeps): RotateSigningKeys =>
  async (leaked) => {
    const { signsFrom, othersRetireAt, deleteRetiredBefore } = planRotation(leaked, deps.clock.now())
    const key = await deps.signingKeyMaker.make(signsFrom)
    await deps.signingKeys.rotate(key, othersRetireAt, deleteRetiredBefore)
    return { kid: key.kid, signsFrom, othersRetireAt }
  }
