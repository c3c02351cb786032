import { join } from 'node:path'
import { hmacMediaSigner } from '../adapters/media-signing/hmac-media-signer.ts'
import { fileSystemMediaStore } from '../adapters/media-store/file-system-media-store.ts'
import { s3MediaStore } from '../adapters/media-store/s3-media-store.ts'
import type { Clock } from '../application/ports/clock.ts'
import type { Ids } from '../application/ports/ids.ts'
import type { MediaSigner } from '../application/ports/media-signer.ts'
import type { MediaStore } from '../application/ports/media-store.ts'
import type { SessionSecretStore } from '../application/ports/session-secret-store.ts'
import { randomSecret } from '../adapters/security/random-secret.ts'
import type { Config } from './config/config.ts'

export interface OpenMedia {
  readonly store: MediaStore
  readonly signer: MediaSigner
  close(): void
}

export interface OpenMediaDeps {
  readonly secrets: SessionSecretStore
  readonly ids: Ids
  readonly clock: Clock
}

/** Every instance must recognise the others' signatures, so the secret is the configuration's or the database's. */
const signerOf = async ({ mediaSigningKeys }: Config, deps: OpenMediaDeps): Promise<MediaSigner> => {
  if (mediaSigningKeys !== null) {
    return hmacMediaSigner(
      mediaSigningKeys.map(({ kid, secret }) => ({ kid, secret: new TextEncoder().encode(secret) })),
    )
  }
  const candidate = { id: deps.ids.next(), secret: randomSecret(), createdAt: new Date(deps.clock.now()) }
  const { id, secret } = await deps.secrets.newestOrBegin(candidate)
  return hmacMediaSigner([{ kid: id, secret }])
}

/** Opens the place where files live, and what signs their addresses. */
export const openMedia = async (config: Config, deps: OpenMediaDeps): Promise<OpenMedia> => {
  const signer = await signerOf(config, deps)
  if (config.media.store === 'file_system') {
    return { signer, store: fileSystemMediaStore(join(config.dataDir, 'media')), close: () => undefined }
  }
  const store = s3MediaStore(config.media)
  return { signer, store, close: () => store.close() }
}
