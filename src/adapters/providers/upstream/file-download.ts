import { isLeft, isRight, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { publicUrl } from '../../../domain/media/public-url.ts'
import { badAnswer } from '../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { withRequestId } from './transport-failure.ts'
import type { TransportFailure } from './transport-failure.ts'
import { headerOf } from './upstream-http.ts'
import type { UpstreamResponse } from './upstream-http.ts'

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** How many redirects are followed. */
const MAX_REDIRECTS = 3

/**
 * The address to read a video from, null if it may not be read: https on a public host. The provider's
 * own origin is exempt, for an operator who has the provider behind a proxy.
 */
const videoUrl = (text: string, from: URL, base: URL): URL | null => {
  const url = URL.canParse(text, from.href) ? new URL(text, from.href) : null
  if (url === null || url.username !== '' || url.password !== '') return null
  if (url.origin === base.origin) return url
  return url.protocol === 'https:' && isRight(publicUrl(url.href)) ? url : null
}

/** The address that a response redirects to; null if it redirects to none. */
const redirectOf = (status: number, location: string | null): string | null => (REDIRECTS.has(status) ? location : null)

/** A provider may send an error or a page with status 200. */
const isFile = ({ status, headers }: UpstreamResponse): boolean =>
  status === 200 && !/json|html/i.test(headerOf(headers, 'content-type') ?? '')

const badAddress = (message: string): Either<UpstreamFailure, never> => left(badAnswer(message, null))

interface FileDeps {
  /** The provider's own address. */
  readonly base: URL
  readonly get: (url: URL) => Promise<Either<TransportFailure, UpstreamResponse>>
  readonly failureIn: (response: UpstreamResponse) => Promise<UpstreamFailure>
}

/** Follows redirects to a file, and asks no address that the URL policy forbids. */
export const openFile = async (
  { base, get, failureIn }: FileDeps,
  address: string,
): Promise<Either<UpstreamFailure, UpstreamResponse>> => {
  let url = videoUrl(address, base, base)
  for (let redirects = 0; url !== null; redirects += 1) {
    const response = await get(url)
    if (isLeft(response)) return left(withRequestId(response.left, null))
    if (isFile(response.right)) return response
    const next = redirectOf(response.right.status, headerOf(response.right.headers, 'location'))
    if (next === null) return left(await failureIn(response.right))
    response.right.release()
    if (redirects === MAX_REDIRECTS) return badAddress('The upstream sends from one address to another.')
    url = videoUrl(next, url, base)
  }
  return badAddress('The upstream names an address that may not be read.')
}

const emptyFile: TransportFailure = { tag: 'bad_answer', message: 'The upstream sent a file without a byte.' }

const NO_MORE = { done: true, value: undefined } as const

/**
 * The body of a response as it arrives. A Left is always the last element; an empty body is one too. A reader that
 * stops early closes the connection, also one that never began: a generator would not notice that.
 */
export const downloadBody = (
  answer: UpstreamResponse,
  upstreamRequestId: string | null,
): AsyncIterableIterator<Either<UpstreamFailure, Uint8Array>, undefined, undefined> => {
  let receivedBytes = 0
  let hasEnded = false
  const last = (failure: TransportFailure) => ({ value: left(withRequestId(failure, upstreamRequestId)) })
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next: async () => {
      if (hasEnded) return NO_MORE
      const packet = await answer.read()
      hasEnded = isLeft(packet) || packet.right === null
      if (isLeft(packet)) return last(packet.left)
      if (packet.right === null) return receivedBytes === 0 ? last(emptyFile) : NO_MORE
      receivedBytes += packet.right.length
      return { value: right(packet.right) }
    },
    return: async () => {
      if (!hasEnded) answer.cancel()
      hasEnded = true
      return NO_MORE
    },
  }
}
