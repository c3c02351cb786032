import { isLeft, left } from 'fp-ts/lib/Either.js'
import { fetchedFile } from '../../../src/adapters/url-fetcher/fetched-file.ts'
import type { UrlFetcher } from '../../../src/application/ports/media/url-fetcher.ts'
import { publicUrl } from '../../../src/domain/media/public-url.ts'

/** Serves a few addresses. Every other address answers 404. */
export const memoryUrlFetcher = (files: ReadonlyMap<string, Uint8Array>): UrlFetcher => ({
  fetch: (text, { accept, maxBytes }) => {
    const url = publicUrl(text)
    if (isLeft(url)) return Promise.resolve(url)
    const bytes = files.get(url.right.href)
    if (bytes === undefined) return Promise.resolve(left({ tag: 'url_not_fetchable', message: 'not found' }))
    if (bytes.length > maxBytes) return Promise.resolve(left({ tag: 'payload_too_large', message: 'too large' }))
    return Promise.resolve(fetchedFile(bytes, accept))
  },
})
