import { expect } from 'chai'
import type { Provider } from '../../../src/domain/catalog/provider.ts'
import { isInternalProvider } from '../../../src/domain/catalog-check/usable-providers.ts'
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
})
