import { expect } from 'chai'
import { upstreamHttp } from '../../../src/adapters/providers/upstream/upstream-http.ts'
import { DEFAULT_UPSTREAM_TIMEOUTS } from '../../../src/adapters/providers/upstream/upstream-timeouts.ts'
import type { UsableProvider } from '../../../src/domain/catalog-check/usable-providers.ts'
import { providerAdapters } from '../../../src/infrastructure/resources/provider-adapters.ts'
import { chatCall } from '../../support/chat/chat-calls.ts'
import { startScriptedUpstream } from '../../support/upstreams/scripted-upstream.ts'
import type { ScriptedUpstream } from '../../support/upstreams/scripted-upstream.ts'
import { TINY_PNG } from '../../support/media/tiny-images.ts'
import { memoryUrlFetcher } from '../../twins/media/memory-url-fetcher.ts'
import { adapterNamed } from '../../support/chat/catalogs.ts'

const IMAGE = 'https://a.example.com/1.png'

const seeing = chatCall({
  provider: 'own',
  request: { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: IMAGE } }] }] },
})

describe('provider adapters', () => {
  let upstream: ScriptedUpstream
  const http = upstreamHttp()
  before(async () => {
    upstream = await startScriptedUpstream()
  })
  after(async () => {
    await http.close()
    await upstream.close()
  })

  const adaptersOf = (usable: UsableProvider, traceHeaders?: () => Readonly<Record<string, string>>) =>
    providerAdapters(new Map([['own', usable]]), {
      http,
      timeouts: DEFAULT_UPSTREAM_TIMEOUTS,
      fetcher: memoryUrlFetcher(new Map([[IMAGE, TINY_PNG]])),
      logged: (provider) => provider,
      traceHeaders,
      observed: (provider) => provider,
    })

  for (const [name, needsApiKey, apiKey] of [
    ['asks for no key', false, null],
    ['has a private address', true, 'sk-own'],
  ] as const) {
    it(`send a server that ${name} the bytes of an image`, async () => {
      const provider = { id: 'own', adapter: adapterNamed('openai-compatible'), baseUrl: null, needsApiKey } as const
      await adaptersOf({ provider, baseUrl: upstream.baseUrl, apiKey })('chat').get('own')?.complete(seeing)
      const sent = JSON.stringify(upstream.requests.at(-1)?.body)
      expect(sent).to.include(`data:image/png;base64,${Buffer.from(TINY_PNG).toString('base64')}`)
      expect(sent).not.to.include('a.example.com')
    })
  }

  const TRACE = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }

  /** The trace context that a provider was sent with a call. */
  const sentTo = async (over: Partial<UsableProvider['provider']>): Promise<unknown> => {
    const adapter = adapterNamed('openai-compatible')
    const provider = { id: 'own', adapter, baseUrl: null, needsApiKey: true, ...over } as const
    const ports = adaptersOf({ provider, baseUrl: upstream.baseUrl, apiKey: 'sk-own' }, () => TRACE)
    await ports('chat').get('own')?.complete(seeing)
    return upstream.requests.at(-1)?.headers['traceparent']
  }

  it('send the trace of a call to a server of the operator’s own, and to no other than the catalogue names', async () => {
    expect(await sentTo({})).to.equal(TRACE.traceparent)
    expect(await sentTo({ headers: { 'x-team': 'one' } })).to.equal(TRACE.traceparent)
    expect(await sentTo({ joinsTraces: false })).to.equal(undefined)
  })
})
