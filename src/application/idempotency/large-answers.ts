import type { Answer } from '../../domain/limits/idempotency.ts'
import { wholeContent } from '../media/whole-content.ts'
import type { MediaStore } from '../ports/media-store.ts'

/** Larger bodies are kept as files: pictures in base64 would swell the table and its backups. */
const MOST_BYTES_IN_ROW = 64_000

/** The answer as it is recorded. */
export const stowed = async (media: Pick<MediaStore, 'put'>, answer: Answer): Promise<Answer> => {
  if (answer.body.length <= MOST_BYTES_IN_ROW) return answer
  const { address } = await media.put(answer.body, 'application/octet-stream')
  return { ...answer, body: new Uint8Array(), bodyAddress: address }
}

/** The answer as it was given; null when its file is gone. */
export const unstowed = async (media: Pick<MediaStore, 'get'>, answer: Answer): Promise<Answer | null> => {
  const { bodyAddress, ...rest } = answer
  if (bodyAddress === undefined) return answer
  const found = await media.get(bodyAddress)
  if (found === null) return null
  return { ...rest, body: await wholeContent(found.content) }
}
