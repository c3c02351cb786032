import { createHash } from 'node:crypto'
import type { StoredMedia } from '../../application/ports/media/media-store.ts'

/** Passes chunks on, hashes them and counts their bytes. `result` is complete after the last chunk. */
interface HashingStream {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly result: () => StoredMedia
}

export const hashing = (content: AsyncIterable<Uint8Array>): HashingStream => {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      hash.update(chunk)
      sizeBytes += chunk.length
      yield chunk
    }
  }
  return { chunks: chunks(), result: () => ({ address: hash.digest('hex'), sizeBytes }) }
}

export const addressOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
