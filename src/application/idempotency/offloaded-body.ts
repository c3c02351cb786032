import type { RecordedResult } from '../../domain/limits/idempotency.ts'
import { storedFile } from '../media/stored-file.ts'
import type { MediaStore } from '../ports/media/media-store.ts'

/** Larger bodies are stored as files: images in base64 would swell the table and its backups. */
const MAX_INLINE_BYTES = 64_000

/** The result as it is recorded: a large body is stored as a file. */
export const offloadBody = async (media: Pick<MediaStore, 'put'>, result: RecordedResult): Promise<RecordedResult> => {
  if (result.body.length <= MAX_INLINE_BYTES) return result
  const { address } = await media.put(result.body, 'application/octet-stream')
  return { ...result, body: new Uint8Array(), bodyAddress: address }
}

/** A recorded body that is stored as a file. */
interface StoredBody {
  readonly sizeBytes: number
  /** Opens the file at the first read. */
  readonly content: AsyncIterable<Uint8Array>
}

/** A result as it was recorded. `file` has its body where that was stored as a file; `result.body` is then empty. */
export interface Replay {
  readonly result: RecordedResult
  readonly file: StoredBody | null
}

/** Finds the body of a result, and reads none of it; null when its file is gone. */
export const findOffloadedBody = async (
  media: Pick<MediaStore, 'get' | 'sizeOf'>,
  result: RecordedResult,
): Promise<Replay | null> => {
  const { bodyAddress, ...rest } = result
  if (bodyAddress === undefined) return { result, file: null }
  const stored = await storedFile(media, bodyAddress, 'application/octet-stream')
  return stored === null ? null : { result: rest, file: { sizeBytes: stored.sizeBytes, content: stored.read() } }
}
