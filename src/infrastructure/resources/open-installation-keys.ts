import type { OpenDatabase } from '../../adapters/persistence/engine/database.ts'
import { kyselySessionSecrets } from '../../adapters/persistence/installation-keys/session-secrets.ts'
import { kyselySigningKeys } from '../../adapters/persistence/installation-keys/signing-keys.ts'
import { hasWrappedSecrets, wrapSecrets } from '../../adapters/persistence/installation-keys/wrap-secrets.ts'
import { kyselyStoredResponses } from '../../adapters/persistence/responses/stored-responses.ts'
import { monotonicMs } from '../../adapters/runtime/system-clock.ts'
import { hmacRefreshTokens } from '../../adapters/security/hmac-refresh-tokens.ts'
import { hmacUnsubscribeTokens } from '../../adapters/security/hmac-unsubscribe-tokens.ts'
import { openKeyRing } from '../../adapters/security/jwt-access-tokens.ts'
import type { KeyRing } from '../../adapters/security/jwt-access-tokens.ts'
import type { Clock } from '../../application/ports/process/clock.ts'
import type { IdGenerator } from '../../application/ports/process/id-generator.ts'
import type { MediaSigner } from '../../application/ports/media/media-signer.ts'
import type { RefreshTokens } from '../../application/ports/accounts/refresh-tokens.ts'
import type { UnsubscribeTokens } from '../../application/ports/notifications/unsubscribe-tokens.ts'
import type { ContentSealing } from '../../application/ports/secrets/content-sealing.ts'
import { WrongMasterKey } from '../../application/ports/secrets/secret-wrapping.ts'
import type { SecretWrapping } from '../../application/ports/secrets/secret-wrapping.ts'
import type { SigningKeyStore } from '../../application/ports/secrets/signing-key-store.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../observability/logging.ts'
import { installationSecret, openMediaSigner } from './open-media-signer.ts'
import { openMasterKeys } from './open-master-keys.ts'

/** What signs and derives in the name of the installation. */
export interface InstallationKeys {
  readonly signingKeys: SigningKeyStore
  readonly keyRing: KeyRing
  readonly refreshTokens: RefreshTokens
  readonly mediaSigner: MediaSigner
  readonly unsubscribeTokens: UnsubscribeTokens
  /** Null without a master key. */
  readonly sealing: ContentSealing | null
  /** Null without a master key. */
  readonly wrapping: SecretWrapping | null
}

export interface InstallationKeysDeps {
  readonly config: Config
  readonly db: OpenDatabase['db']
  readonly ids: IdGenerator
  readonly clock: Clock
  readonly log: Log
}

/** A response of which the key is gone would fail each time it is read. */
const requireOpenable = async (db: OpenDatabase['db'], sealing: ContentSealing, complaint: string): Promise<void> => {
  const isLost = await kyselyStoredResponses(db).hasOtherKeysThan([sealing.keyId, ...sealing.olderKeyIds])
  if (isLost) throw new WrongMasterKey(complaint)
}

/** Makes the keys where there are none, and wraps those that stand in the clear. Rejects with `WrongMasterKey`. */
export const openInstallationKeys = async (deps: InstallationKeysDeps): Promise<InstallationKeys> => {
  const { config, db, ids, clock, log } = deps
  const masterKeys = await openMasterKeys(config, () => hasWrappedSecrets(db))
  const wrapping = masterKeys?.wrapping ?? null
  if (masterKeys === null) {
    log.warn(
      'MASTER_KEY is not set: any reader of the database can sign in as any account, and no response is stored for GET and previous_response_id',
    )
  } else {
    await requireOpenable(db, masterKeys.sealing, masterKeys.otherResponses)
    const wrapped = await wrapSecrets(db, masterKeys.wrapping)
    if (wrapped > 0) log.info({ wrapped }, 'secrets of the database were wrapped with the master key')
  }
  const secrets = { ids, clock, secrets: kyselySessionSecrets(db, wrapping) }
  const signingKeys = kyselySigningKeys(db, wrapping)
  return {
    signingKeys,
    keyRing: await openKeyRing({ keys: signingKeys, clock, monotonicMs }),
    refreshTokens: await hmacRefreshTokens(secrets),
    mediaSigner: await openMediaSigner(config, secrets),
    unsubscribeTokens: hmacUnsubscribeTokens(await installationSecret(secrets)),
    sealing: masterKeys?.sealing ?? null,
    wrapping,
  }
}

const refuse = (): never => {
  throw new Error('this command was opened without the keys of the installation')
}

/** For a command that signs nothing: it then needs no master key. */
export const withoutInstallationKeys = (): InstallationKeys => ({
  signingKeys: { list: refuse, listOrCreate: refuse, rotate: refuse },
  keyRing: { signing: refuse, verifying: refuse, live: refuse, refresh: refuse },
  refreshTokens: { first: refuse, read: refuse, successorOf: refuse },
  mediaSigner: { sign: refuse, verify: refuse },
  unsubscribeTokens: { make: refuse, read: refuse },
  sealing: null,
  wrapping: null,
})
