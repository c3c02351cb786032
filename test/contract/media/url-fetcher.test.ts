import { guardedUrlFetcher } from '../../../src/adapters/url-fetcher/guarded-url-fetcher.ts'
import { openCanary } from '../../support/servers/canary-server.ts'
import type { CanaryServer } from '../../support/servers/canary-server.ts'
import { memoryUrlFetcher } from '../../twins/media/memory-url-fetcher.ts'
import { SERVED, urlFetcherContract } from './url-fetcher.ts'

describe('url fetcher contract: memory', () => {
  const addressOf = (path: string): string => `https://files.example.com${path}`
  const files = new Map([...SERVED].map(([path, bytes]) => [addressOf(path), bytes]))
  urlFetcherContract(() => ({ fetcher: memoryUrlFetcher(files), addressOf }))
})

describe('url fetcher contract: guarded', () => {
  let server: CanaryServer

  before(async () => {
    server = await openCanary((request, response) => {
      const bytes = SERVED.get(request.url ?? '')
      response.statusCode = bytes === undefined ? 404 : 200
      response.end(bytes ?? 'nothing here')
    })
  })
  after(() => server.close())

  urlFetcherContract(() => ({
    fetcher: guardedUrlFetcher({ isExempt: (host, port) => host === '127.0.0.1' && port === server.port }),
    addressOf: (path) => `http://127.0.0.1:${server.port}${path}`,
  }))
})
