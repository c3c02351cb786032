import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MetricsConfig } from '../config/config.ts'
import { localUrl } from '../config/local-url.ts'
import { EXPOSITION_TYPE } from '../observability/metrics/exposition.ts'

export interface MetricsServer {
  /** Where it can be reached, with the port it really got. */
  readonly url: string
  close(): Promise<void>
}

/** Prometheus asks every few seconds, on one connection. */
const LIMITS = { headersTimeout: 5_000, requestTimeout: 5_000, maxHeaderSize: 8_192 }
const MAX_CONNECTIONS = 32

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares digests, so that the time of a refusal tells nothing of the token. */
const bearerCheck = (token: string | null): ((request: IncomingMessage) => boolean) => {
  if (token === null) return () => true
  const expected = digest(`Bearer ${token}`)
  return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ''), expected)
}

const refuse = (response: ServerResponse, status: number, headers: Readonly<Record<string, string>> = {}): void =>
  void response.writeHead(status, { 'content-length': '0', ...headers }).end()

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? ''

/**
 * Serves `/metrics` and nothing else, on an address of its own: the public one never tells figures. Rejects when the
 * port is taken.
 */
export const openMetricsServer = async (
  expose: () => string,
  reportError: (error: unknown) => void,
  { host, port, token }: Pick<MetricsConfig, 'host' | 'port' | 'token'>,
): Promise<MetricsServer> => {
  const isAllowed = bearerCheck(token)
  const server = createServer(LIMITS, (request, response) => {
    if (pathOf(request) !== '/metrics') return refuse(response, 404)
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, { allow: 'GET, HEAD' })
    if (!isAllowed(request)) return refuse(response, 401, { 'www-authenticate': 'Bearer' })
    let text: string
    try {
      text = expose()
    } catch (error) {
      reportError(error)
      return refuse(response, 500)
    }
    const headers = { 'content-type': EXPOSITION_TYPE, 'content-length': Buffer.byteLength(text) }
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : text)
  })
  server.maxConnections = MAX_CONNECTIONS
  server.listen(port, host)
  await once(server, 'listening')
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `${localUrl(host, bound)}/metrics`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
