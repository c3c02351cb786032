import { expect } from 'chai'
import { paidLink } from '../../../src/infrastructure/config/mail-links.ts'

describe('the address that the payment provider sends a person back to', () => {
  const config = { publicAppUrl: null, publicBaseUrl: 'https://api.example.org', host: 'h', port: 1, console: true }

  it('is the wallet of the front end, else of the console, else the start', () => {
    expect(paidLink(config)).to.equal('https://api.example.org/wallet')
    expect(paidLink({ ...config, publicAppUrl: 'https://app.example.org', console: false })).to.equal(
      'https://app.example.org/wallet',
    )
    expect(paidLink({ ...config, console: false })).to.equal('https://api.example.org/')
  })
})
