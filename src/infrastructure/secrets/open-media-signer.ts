import { hmacMediaSigner } from '../../adapters/media-signing/hmac-media-signer.ts'
import { randomSecret } from '../../adapters/security/random-secret.ts'
import type { Clock } from '../../application/ports/clock.ts'
import type { Ids } from '../../application/ports/ids.ts'
import type { MediaSigner } from '../../application/ports/media-signer.ts'
import type { SessionSecretStore } from '../../application/ports/session-secret-store.ts'
import type { Config } from '../config/config.ts'

export interface OpenMediaSignerDeps {
  readonly secrets: SessionSecretStore
  readonly ids: Ids
  readonly clock: Clock
}

/** Every instance must recognise the others' signatures, so the secret is the configuration's or the database's. */
export const openMediaSigner = async (
  { mediaSigningKeys }: Pick<Config, 'mediaSigningKeys'>,
  deps: OpenMediaSignerDeps,
): Promise<MediaSigner> => {
  if (mediaSigningKeys !== null) {
    return hmacMediaSigner(
      mediaSigningKeys.map(({ kid, secret }) => ({ kid, secret: new TextEncoder().encode(secret) })),
    )
  }
  const candidate = { id: deps.ids.next(), secret: randomSecret(), createdAt: new Date(deps.clock.now()) }
  const { id, secret } = await deps.secrets.newestOrBegin(candidate)
  return hmacMediaSigner([{ kid: id, secret }])
}
