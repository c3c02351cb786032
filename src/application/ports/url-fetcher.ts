import type { Either } from 'fp-ts/lib/Either.js'
import type { MimeType } from '../../domain/media/asset.ts'
import type { UnsafeUrl } from '../../domain/media/public-url.ts'

export type UrlFetchFailure =
  /** The address, one it redirects to, or one its name resolves to, must not be fetched. */
  | UnsafeUrl
  /** No whole answer came: no such host, refused, too slow, another status than 200, cut. */
  | { readonly tag: 'url_not_fetchable'; readonly message: string }
  | { readonly tag: 'payload_too_large'; readonly message: string }
  /** An image was asked for and the bytes are none. */
  | { readonly tag: 'invalid_image'; readonly message: string }

export interface UrlFetchLimits {
  /** Of the decoded body. */
  readonly maxBytes: number
  /** What the bytes must turn out to be. `any`: whatever this gateway can name. */
  readonly accept: 'image' | 'video' | 'any'
  readonly signal?: AbortSignal | undefined
}

export interface FetchedFile {
  readonly bytes: Uint8Array
  /** By the bytes themselves, never by what the server says. */
  readonly mimeType: MimeType
}

/** What a caller may make us fetch in one go (contract 1: MB = 10⁶ bytes). */
export const MAX_FETCHED_BYTES = 20_000_000

/**
 * Fetches addresses that callers and upstreams name. Only public hosts are ever connected to, nothing of ours
 * (cookies, credentials) is sent, and every wait is bounded. Does not throw for what a server does.
 */
export interface UrlFetcher {
  fetch(url: string, limits: UrlFetchLimits): Promise<Either<UrlFetchFailure, FetchedFile>>
}
