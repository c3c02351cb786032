import type { RecordedResult } from '../../domain/limits/idempotency.ts'
import { readContent } from '../media/read-content.ts'
import type { MediaStore } from '../ports/media/media-store.ts'

/** Larger bodies are stored as files: images in base64 would swell the table and its backups. */
const MAX_INLINE_BYTES = 64_000

/** The result as it is recorded: a large body is stored as a file. */
export const offloadBody = async (media: Pick<MediaStore, 'put'>, result: RecordedResult): Promise<RecordedResult> => {
  if (result.body.length <= MAX_INLINE_BYTES) return result
  const { address } = await media.put(result.body, 'application/octet-stream')
  return { ...result, body: new Uint8Array(), bodyAddress: address }
}

/** The result as it was before its body was stored; null when the file is gone. */
export const loadOffloadedBody = async (
  media: Pick<MediaStore, 'get'>,
  result: RecordedResult,
): Promise<RecordedResult | null> => {
  const { bodyAddress, ...rest } = result
  if (bodyAddress === undefined) return result
  const found = await media.get(bodyAddress)
  if (found === null) return null
  return { ...rest, body: await readContent(found.content) }
}
