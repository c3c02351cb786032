import { join } from 'node:path'
import { fileSystemMediaStore } from '../../adapters/media-store/file-system-media-store.ts'
import { s3MediaStore } from '../../adapters/media-store/s3-media-store.ts'
import type { MediaStore } from '../../application/ports/media/media-store.ts'
import type { Config } from '../config/config.ts'

interface OpenMedia {
  readonly store: MediaStore
  close(): void
}

/** Opens the place where files live. */
export const openMedia = (config: Pick<Config, 'media' | 'dataDir'>): OpenMedia => {
  if (config.media.store === 'file_system') {
    return { store: fileSystemMediaStore(join(config.dataDir, 'media')), close: () => undefined }
  }
  const store = s3MediaStore(config.media)
  return { store, close: () => store.close() }
}
