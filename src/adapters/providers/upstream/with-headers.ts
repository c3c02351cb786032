import type { UpstreamGet } from './upstream-http.ts'
import type { UpstreamHttp } from './upstream-http.ts'

/** The same connections, with an operator's own headers on every request to this origin and to no other. */
export const withHeaders = (
  http: UpstreamHttp,
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
): UpstreamHttp => {
  if (Object.keys(headers).length === 0) return http
  const { origin } = new URL(baseUrl)
  const dressed = <R extends UpstreamGet>(request: R): R =>
    request.origin === origin ? { ...request, headers: { ...headers, ...request.headers } } : request
  return {
    post: (request) => http.post(dressed(request)),
    get: (request) => http.get(dressed(request)),
    close: () => http.close(),
  }
}
