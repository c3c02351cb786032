import { join } from 'node:path'
import { fileSystemMediaStore } from '../../adapters/media-store/file-system-media-store.ts'
import type { MediaStore } from '../../application/ports/media/media-store.ts'
import type { Config } from '../config/config.ts'

interface OpenMedia {
  readonly store: MediaStore
  close(): void
}

/**
 * Opens the place where files live. Only a process with a bucket loads the library for one, which takes 6 MB of its
 * heap.
 */
export const openMedia = async (config: Pick<Config, 'media' | 'dataDir'>): Promise<OpenMedia> => {
  if (config.media.store === 'file_system') {
    return { store: fileSystemMediaStore(join(config.dataDir, 'media')), close: () => undefined }
  }
  const { s3MediaStore } = await import('../../adapters/media-store/s3-media-store.ts')
  const store = s3MediaStore(config.media)
  return { store, close: () => store.close() }
}
