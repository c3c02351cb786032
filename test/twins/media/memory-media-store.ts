import { createHash } from 'node:crypto'
import type { MediaListing, MediaStore } from '../../../src/application/ports/media/media-store.ts'

const chunksOf = async function* (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield await Promise.resolve(bytes)
}

const collect = async (content: Uint8Array | AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  if (content instanceof Uint8Array) return Uint8Array.from(content)
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Uint8Array.from(Buffer.concat(chunks))
}

export const memoryMediaStore = (now: () => number): MediaStore => {
  const files = new Map<string, { readonly bytes: Uint8Array; readonly putAtMs: number }>()
  const list = async function* (): AsyncGenerator<MediaListing> {
    for (const [address, { bytes, putAtMs }] of files) {
      yield await Promise.resolve({ address, sizeBytes: bytes.length, putAtMs })
    }
  }
  return {
    put: async (content) => {
      const bytes = await collect(content)
      const address = createHash('sha256').update(bytes).digest('hex')
      files.set(address, { bytes, putAtMs: now() })
      return { address, sizeBytes: bytes.length }
    },
    sizeOf: (address) => Promise.resolve(files.get(address)?.bytes.length ?? null),
    get: (address, range) => {
      const bytes = files.get(address)?.bytes
      if (bytes === undefined) return Promise.resolve(null)
      const part = range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)
      return Promise.resolve({ sizeBytes: bytes.length, content: chunksOf(part) })
    },
    delete: (address, putBeforeMs) => {
      const isOlder = (files.get(address)?.putAtMs ?? Infinity) < putBeforeMs
      return Promise.resolve(isOlder && files.delete(address))
    },
    list,
    removeUnfinished: () => Promise.resolve(),
  }
}
