import type { OpenDatabase } from '../../adapters/persistence/engine/database.ts'
import { kyselySessionSecrets } from '../../adapters/persistence/installation-keys/session-secrets.ts'
import { kyselySigningKeys } from '../../adapters/persistence/installation-keys/signing-keys.ts'
import { wrapSecrets } from '../../adapters/persistence/installation-keys/wrap-secrets.ts'
import { hmacRefreshTokens } from '../../adapters/security/hmac-refresh-tokens.ts'
import { openKeyRing } from '../../adapters/security/jwt-access-tokens.ts'
import type { KeyRing } from '../../adapters/security/jwt-access-tokens.ts'
import type { Clock } from '../../application/ports/process/clock.ts'
import type { IdGenerator } from '../../application/ports/process/id-generator.ts'
import type { MediaSigner } from '../../application/ports/media/media-signer.ts'
import type { RefreshTokens } from '../../application/ports/accounts/refresh-tokens.ts'
import type { SigningKeyStore } from '../../application/ports/secrets/signing-key-store.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../observability/logging.ts'
import { openMediaSigner } from './open-media-signer.ts'
import { openSecretWrapping } from './open-secret-wrapping.ts'

/** What signs and derives in the name of the installation. */
export interface InstallationKeys {
  readonly signingKeys: SigningKeyStore
  readonly keyRing: KeyRing
  readonly refreshTokens: RefreshTokens
  readonly mediaSigner: MediaSigner
}

export interface InstallationKeysDeps {
  readonly config: Config
  readonly db: OpenDatabase['db']
  readonly ids: IdGenerator
  readonly clock: Clock
  readonly log: Log
}

/** Makes the keys where there are none, and wraps those that stand in the clear. Rejects with `WrongMasterKey`. */
export const openInstallationKeys = async (deps: InstallationKeysDeps): Promise<InstallationKeys> => {
  const { config, db, ids, clock, log } = deps
  const wrapping = openSecretWrapping(config)
  if (wrapping === null) {
    log.warn('MASTER_KEY is not set: any reader of the database can sign in as any account')
  } else {
    const wrapped = await wrapSecrets(db, wrapping)
    if (wrapped > 0) log.info({ wrapped }, 'secrets of the database were wrapped with the master key')
  }
  const secrets = { ids, clock, secrets: kyselySessionSecrets(db, wrapping) }
  const signingKeys = kyselySigningKeys(db, wrapping)
  return {
    signingKeys,
    keyRing: await openKeyRing({ keys: signingKeys, clock }),
    refreshTokens: await hmacRefreshTokens(secrets),
    mediaSigner: await openMediaSigner(config, secrets),
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
})
