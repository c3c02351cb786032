import { expect } from 'chai'
import type { Provider } from '../../../src/domain/catalog/provider.ts'
import { isInternalProvider, joinsTraces } from '../../../src/domain/catalog-check/usable-providers.ts'
import { adapterNamed } from '../../support/chat/catalogs.ts'

const at = (baseUrl: string | null, needsApiKey = true): boolean => {
  const provider: Provider = { id: 'own', adapter: adapterNamed('openai-compatible'), baseUrl: null, needsApiKey }
  return isInternalProvider({ provider, baseUrl, apiKey: needsApiKey ? 'sk' : null })
}

describe('a provider', () => {
  it('is taken to be inside the operator’s network without a key, or at a private address', () => {
    expect(at('https://api.example.com/v1', false)).to.equal(true)
    for (const url of ['http://127.0.0.1:8000/v1', 'http://vllm:8000/v1', 'http://llm.corp/v1', 'http://10.0.0.8/v1']) {
      expect(at(url), url).to.equal(true)
    }
  })

  it('is outside at a public address, on whatever port', () => {
    for (const url of ['https://api.example.com/v1', 'https://api.example.com:8443/v1']) {
      expect(at(url), url).to.equal(false)
    }
  })

  it('is sent the trace of a call where the catalogue says so, and otherwise inside the operator’s network alone', () => {
    const joins = (baseUrl: string, over: Partial<Provider> = {}): boolean => {
      const adapter = adapterNamed('openai-compatible')
      const provider: Provider = { id: 'own', adapter, baseUrl: null, needsApiKey: true, ...over }
      return joinsTraces({ provider, baseUrl, apiKey: 'sk' })
    }
    expect(joins('https://api.example.com/v1')).to.equal(false)
    expect(joins('https://api.example.com/v1', { joinsTraces: true })).to.equal(true)
    expect(joins('http://10.0.0.8/v1')).to.equal(true)
    expect(joins('http://10.0.0.8/v1', { joinsTraces: false })).to.equal(false)
    expect(joins('http://10.0.0.8/v1', { adapter: adapterNamed('sandbox') })).to.equal(false)
  })
})
