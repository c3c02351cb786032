import { planRotation } from '../../../domain/identity/signing-key.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { SigningKeyMaker } from '../../ports/secrets/signing-key-maker.ts'
import type { SigningKeyStore } from '../../ports/secrets/signing-key-store.ts'

interface RotateSigningKeysDeps {
  readonly signingKeys: Pick<SigningKeyStore, 'rotate'>
  readonly signingKeyMaker: SigningKeyMaker
  /** The keys that this process signs with: it reads them again at once, another process within a minute. */
  readonly keyRing: { refresh(): Promise<void> }
  readonly clock: Clock
}

interface RotatedKey {
  readonly kid: string
  readonly signsFrom: Date
  readonly othersRetireAt: Date
}

export type RotateSigningKeys = (leaked: boolean) => Promise<RotatedKey>

/** Adds a key that will sign access tokens, and sets the time from which the gateway refuses the older keys. */
export const rotateSigningKeys =
  (deps: RotateSigningKeysDeps): RotateSigningKeys =>
  async (leaked) => {
    const { signsFrom, othersRetireAt, deleteRetiredBefore } = planRotation(leaked, deps.clock.now())
    const key = await deps.signingKeyMaker.make(signsFrom)
    await deps.signingKeys.rotate(key, othersRetireAt, deleteRetiredBefore)
    await deps.keyRing.refresh()
    return { kid: key.kid, signsFrom, othersRetireAt }
  }
