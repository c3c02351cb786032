import { expect } from 'chai'
import { apiUrl } from '../../../src/infrastructure/config/local-url.ts'

describe('the address of the API', () => {
  const at = (host: string, publicBaseUrl: string | null = null): string => apiUrl({ publicBaseUrl, host, port: 8080 })

  it('is the public one, and without one an address that a client on this machine can open', () => {
    expect(at('0.0.0.0', 'https://api.example.org')).to.equal('https://api.example.org')
    expect(at('0.0.0.0')).to.equal('http://127.0.0.1:8080')
    expect(at('::')).to.equal('http://[::1]:8080')
    expect(at('2001:db8::7')).to.equal('http://[2001:db8::7]:8080')
    expect(at('gateway.local')).to.equal('http://gateway.local:8080')
  })
})
