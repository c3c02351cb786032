import type { Exchange, Middleware } from '../request/exchange.ts'
import { sendResponse } from '../sending/send-response.ts'

/** The part of an address up to its second slash, without the first one. */
export const firstWord = (path: string): string => path.slice(1).split('/', 1)[0] ?? ''

/**
 * Pages have one address each. A reader who writes a slash behind it, as many do, is sent to it; what no page of these
 * first words has stays with the API, whose clients are programs. No address of another host can come of it, since
 * the first word is not empty.
 */
export const trimSlash =
  (firstWords: ReadonlySet<string>): Middleware =>
  (exchange: Exchange, next) => {
    const { method, path, querystring } = exchange
    const reads = method === 'GET' || method === 'HEAD'
    if (!reads || path.length < 2 || !path.endsWith('/') || !firstWords.has(firstWord(path))) return next()
    const query = querystring === '' ? '' : `?${querystring}`
    return sendResponse(exchange, {
      tag: 'empty',
      status: 308,
      headers: { location: `${path.slice(0, -1)}${query}` },
    })
  }
