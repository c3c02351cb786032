import type { Either } from 'fp-ts/lib/Either.js'
import type { HeldMemory } from '../process/held-memory.ts'
import type { MimeType } from '../../../domain/media/asset.ts'
import type { PDF_MIME_TYPE } from '../../../domain/media/pdf.ts'
import type { UnsafeUrl } from '../../../domain/media/public-url.ts'

export type UrlFetchFailure =
  /** The address, a redirect of it, or an address of its name must not be fetched. */
  | UnsafeUrl
  /** No whole response came: no such host, refused, too slow, another status than 200, cut. */
  | { readonly tag: 'url_not_fetchable'; readonly message: string }
  | { readonly tag: 'payload_too_large'; readonly message: string }
  /** An image was expected and the bytes are none. */
  | { readonly tag: 'invalid_image'; readonly message: string }

export interface UrlFetchLimits {
  /** Of the decoded body. */
  readonly maxBytes: number
  /** The kind of file that the bytes must be. `any`: every kind of media that this gateway knows. */
  readonly accept: 'image' | 'video' | 'pdf' | 'any'
  readonly signal?: AbortSignal | undefined
  /** Where the file goes while it is in memory; absent, it is not counted. While there is no room the server waits. */
  readonly memory?: HeldMemory | undefined
}

export interface FetchedFile {
  readonly bytes: Uint8Array
  /** By the file's first bytes, never as the server states it. */
  readonly mimeType: MimeType | typeof PDF_MIME_TYPE
}

/** The most bytes that one fetch for a caller may bring (contract 1: MB = 10⁶ bytes). */
export const MAX_FETCHED_BYTES = 20_000_000

/**
 * Fetches addresses that callers and upstreams name. It connects to public hosts only, sends no cookies or credentials
 * of ours, and bounds every wait. It does not throw for the behaviour of a server.
 */
export interface UrlFetcher {
  fetch(url: string, limits: UrlFetchLimits): Promise<Either<UrlFetchFailure, FetchedFile>>
}
