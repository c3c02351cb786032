import { join } from 'node:path'
import { fileSystemMediaStore } from '../../adapters/media-store/file-system-media-store.ts'
import type { MediaStore } from '../../application/ports/media/media-store.ts'
import type { Config } from '../config/config.ts'
import { failureFacts } from '../failures/failure-facts.ts'
import type { Log } from '../observability/logging.ts'

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

const TRIAL = Buffer.from('The service stores this file at its start, and deletes it, to learn whether it may.')

/**
 * Stores a small file in the bucket and deletes it, and warns where that fails: wrong keys, a missing bucket or a
 * missing right would show only when the first image of a customer is to be stored. The store may only be away at that
 * moment, so the process serves nevertheless. Processes that try at the same time do not disturb each other.
 */
export const tryObjectStore = async (
  config: Pick<Config['media'], 'store'>,
  store: Pick<MediaStore, 'put' | 'sizeOf' | 'delete'>,
  log: Pick<Log, 'warn'>,
): Promise<void> => {
  if (config.store === 'file_system') return
  try {
    const { address } = await store.put(TRIAL, 'application/octet-stream')
    await store.sizeOf(address)
    await store.delete(address, Number.POSITIVE_INFINITY)
  } catch (error) {
    log.warn(`images and videos cannot be stored now: ${failureFacts(error).message}`)
  }
}
