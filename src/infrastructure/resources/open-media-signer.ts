import { randomBytes } from 'node:crypto'
import { hmacMediaSigner } from '../../adapters/media-signing/hmac-media-signer.ts'
import type { Clock } from '../../application/ports/process/clock.ts'
import type { IdGenerator } from '../../application/ports/process/id-generator.ts'
import type { MediaSigner } from '../../application/ports/media/media-signer.ts'
import type { SessionSecret, SessionSecretStore } from '../../application/ports/secrets/session-secret-store.ts'
import type { Config } from '../config/config.ts'

interface InstallationSecretDeps {
  readonly secrets: SessionSecretStore
  readonly ids: IdGenerator
  readonly clock: Clock
}

/** 256 bits. */
const SECRET_BYTES = 32

const newestSecret = (deps: InstallationSecretDeps): Promise<SessionSecret> =>
  deps.secrets.newestOrCreate({
    id: deps.ids.next(),
    secret: randomBytes(SECRET_BYTES),
    createdAt: new Date(deps.clock.now()),
  })

/** A secret that all instances share. What signs with it derives a key of its own. */
export const installationSecret = async (deps: InstallationSecretDeps): Promise<Uint8Array> =>
  (await newestSecret(deps)).secret

/** Every instance must recognise the others' signatures, so the secret is the configuration's or the database's. */
export const openMediaSigner = async (
  { mediaSigningKeys }: Pick<Config, 'mediaSigningKeys'>,
  deps: InstallationSecretDeps,
): Promise<MediaSigner> => {
  if (mediaSigningKeys !== null) {
    return hmacMediaSigner(
      mediaSigningKeys.map(({ kid, secret }) => ({ kid, secret: new TextEncoder().encode(secret) })),
    )
  }
  const { id, secret } = await newestSecret(deps)
  return hmacMediaSigner([{ kid: id, secret }])
}
