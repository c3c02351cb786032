import type { UpstreamGet, UpstreamHttp } from './upstream-http.ts'

/**
 * The same connections, with further headers on every request to this origin and to no other; they are asked for at
 * each request, and never replace one that it has.
 */
export const withHeaders = (
  http: UpstreamHttp,
  baseUrl: string,
  headers: () => Readonly<Record<string, string>>,
): UpstreamHttp => {
  const { origin } = new URL(baseUrl)
  const dressed = <R extends UpstreamGet>(request: R): R =>
    request.origin === origin ? { ...request, headers: { ...headers(), ...request.headers } } : request
  return {
    post: (request) => http.post(dressed(request)),
    get: (request) => http.get(dressed(request)),
    close: () => http.close(),
  }
}
