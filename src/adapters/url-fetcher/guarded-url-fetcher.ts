import { isLeft, left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { request } from 'undici'
import type { Dispatcher } from 'undici'
import type {
  FetchedFile,
  UrlFetcher,
  UrlFetchFailure,
  UrlFetchLimits,
} from '../../application/ports/media/url-fetcher.ts'
import { publicUrl, WEB_RULES } from '../../domain/media/public-url.ts'
import type { PublicUrl, UrlRules } from '../../domain/media/public-url.ts'
import { BodyTooLargeError, readBounded } from './bounded-body.ts'
import { fetchedFile } from './fetched-file.ts'
import { fewHints } from './few-hints.ts'
import { guardedAgent } from './guarded-agent.ts'
import { isUnsafe } from './guarded-connector.ts'
import { nameResolver } from './name-resolver.ts'
import type { ResolveHost } from './name-resolver.ts'

export interface GuardedUrlFetcherOptions {
  /**
   * Allows a host and port that are not public. The fetcher calls it with the host as it is written and with each of
   * its addresses, and all calls must return true. By default no such host is allowed.
   */
  readonly isExempt?: (host: string, port: number) => boolean
  readonly ports?: UrlRules['ports']
  readonly resolve?: ResolveHost
  /** For the whole fetch: names, redirects, and the last byte of the body. */
  readonly totalTimeoutMs?: number
}

const TOTAL_TIMEOUT_MS = 10_000
const MAX_REDIRECTS = 3
const REDIRECTS = [301, 302, 303, 307, 308]

/** No cookies, no credentials and no referrer, so that the fetched server learns nothing about the caller. */
const HEADERS = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'model-gateway' }

const notFetchable = (message: string): UrlFetchFailure => ({ tag: 'url_not_fetchable', message })

const tooLarge = (maxBytes: number): UrlFetchFailure => ({
  tag: 'payload_too_large',
  message: `The file is larger than ${maxBytes / 1_000_000} MB.`,
})

const failureOf = (thrown: unknown, limits: UrlFetchLimits): UrlFetchFailure => {
  if (isUnsafe(thrown)) return { tag: 'unsafe_url', message: 'The address does not lead to a public host.' }
  if (thrown instanceof BodyTooLargeError) return tooLarge(limits.maxBytes)
  return notFetchable('The file behind the address could not be fetched.')
}

const headerText = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(',') : (value ?? '')

interface Hop {
  readonly dispatcher: Dispatcher
  readonly rules: UrlRules
  readonly limits: UrlFetchLimits
  readonly signal: AbortSignal
}

const readAnswer = async (
  answer: Dispatcher.ResponseData,
  limits: UrlFetchLimits,
): Promise<Either<UrlFetchFailure, FetchedFile>> => {
  if (answer.statusCode !== 200) return left(notFetchable(`The address answers with status ${answer.statusCode}.`))
  const encoding = headerText(answer.headers['content-encoding'])
  if (Number(headerText(answer.headers['content-length'])) > limits.maxBytes) return left(tooLarge(limits.maxBytes))
  return fetchedFile(await readBounded(answer.body, encoding, limits), limits.accept)
}

/** Follows redirects itself, because each redirect is an untrusted address that must be checked. */
const follow = async (hop: Hop, first: PublicUrl): Promise<Either<UrlFetchFailure, FetchedFile>> => {
  let url = first
  for (let redirects = 0; ; redirects += 1) {
    const answer = await request(url.href, {
      dispatcher: hop.dispatcher,
      headers: HEADERS,
      signal: hop.signal,
      onInfo: fewHints(),
    })
    const location = headerText(answer.headers['location'])
    if (!REDIRECTS.includes(answer.statusCode) || location === '') return await readAnswer(answer, hop.limits)
    answer.body.on('error', () => undefined).destroy()
    if (redirects === MAX_REDIRECTS) return left(notFetchable('The address redirects too often.'))
    const next = publicUrl(URL.canParse(location, url.href) ? new URL(location, url.href).href : location, hop.rules)
    if (isLeft(next)) return next
    url = next.right
  }
}

/** Every untrusted address is fetched through this fetcher. */
export const guardedUrlFetcher = (options: GuardedUrlFetcherOptions = {}): UrlFetcher => {
  const { isExempt = () => false, ports = WEB_RULES.ports, resolve = nameResolver() } = options
  const totalTimeoutMs = options.totalTimeoutMs ?? TOTAL_TIMEOUT_MS
  const rules: UrlRules = { ports, isExempt }
  return {
    fetch: async (text, limits) => {
      const url = publicUrl(text, rules)
      if (isLeft(url)) return url
      const deadline = AbortSignal.timeout(totalTimeoutMs)
      const signal = limits.signal === undefined ? deadline : AbortSignal.any([deadline, limits.signal])
      const dispatcher = guardedAgent({ isExempt, resolve, connectTimeoutMs: totalTimeoutMs, signal })
      try {
        return await follow({ dispatcher, rules, limits, signal }, url.right)
      } catch (thrown) {
        return left(failureOf(thrown, limits))
      } finally {
        await dispatcher.destroy()
      }
    },
  }
}
