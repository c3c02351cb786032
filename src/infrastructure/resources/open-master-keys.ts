import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aesContentSealing } from '../../adapters/security/aes-content-sealing.ts'
import { jweSecretWrapping } from '../../adapters/security/jwe-secret-wrapping.ts'
import type { ContentSealing } from '../../application/ports/secrets/content-sealing.ts'
import { WrongMasterKey } from '../../application/ports/secrets/secret-wrapping.ts'
import type { SecretWrapping } from '../../application/ports/secrets/secret-wrapping.ts'
import { MASTER_KEY_BYTES } from '../config/config-codecs.ts'
import type { MasterKey } from '../config/config-codecs.ts'
import type { Config } from '../config/config.ts'

const keyFileIn = (dataDir: string): string => join(dataDir, 'master.key')

const readKeyFile = (file: string): readonly MasterKey[] => {
  if (!existsSync(file)) return []
  const key = Uint8Array.from(Buffer.from(readFileSync(file, 'utf8').trim(), 'base64'))
  if (key.length !== MASTER_KEY_BYTES) throw new WrongMasterKey(`${file} does not hold 32 bytes in base64`)
  return [key]
}

const makeKeyFile = (file: string): MasterKey => {
  const key = randomBytes(MASTER_KEY_BYTES)
  writeFileSync(file, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  return Uint8Array.from(key)
}

/** What the master keys do: the first wraps and seals, all unwrap and open. */
interface MasterKeys {
  readonly wrapping: SecretWrapping
  readonly sealing: ContentSealing
  /** What the operator reads where stored responses need another key. */
  readonly otherResponses: string
}

const OTHER_RESPONSES =
  'stored responses were encrypted with another key than MASTER_KEY: set MASTER_KEY to the new key, a comma, and the ' +
  'old key'

const FILE_LOST =
  'DATA_DIR/master.key is missing, or is not the key of this database: put the old file back (it is in every backup of ' +
  'DATA_DIR), or set MASTER_KEY to its content'

const usesOf = (keys: readonly MasterKey[]): MasterKeys => ({
  wrapping: jweSecretWrapping(keys),
  sealing: aesContentSealing(keys),
  otherResponses: OTHER_RESPONSES,
})

const usesOfFile = (keys: readonly MasterKey[]): MasterKeys => ({
  wrapping: jweSecretWrapping(keys, FILE_LOST),
  sealing: aesContentSealing(keys),
  otherResponses: FILE_LOST,
})

/**
 * What protects the secrets and the stored contents of this installation: the keys of `MASTER_KEY`; on the embedded
 * database also the key in its data directory, which is made where there is none at all and `hasWrapped` says that no
 * secret of the database needs an earlier one. Null on PostgreSQL without `MASTER_KEY`: secrets then stand in the
 * clear, and contents are not stored. On the embedded database the caller holds the lease of the data directory.
 */
export const openMasterKeys = async (
  { masterKeys, database }: Pick<Config, 'masterKeys' | 'database'>,
  hasWrapped: () => Promise<boolean>,
): Promise<MasterKeys | null> => {
  const configured = masterKeys ?? []
  if (database.engine === 'postgresql') return configured.length === 0 ? null : usesOf(configured)
  const file = keyFileIn(database.dataDir)
  const known = [...configured, ...readKeyFile(file)]
  if (configured.length > 0) return usesOf(known)
  if (known.length > 0) return usesOfFile(known)
  if (await hasWrapped()) throw new WrongMasterKey(FILE_LOST)
  return usesOfFile([makeKeyFile(file)])
}
