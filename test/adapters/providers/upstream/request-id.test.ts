import { expect } from 'chai'
import { requestIdFrom } from '../../../../src/adapters/providers/upstream/request-id.ts'

describe('the provider’s id of a call', () => {
  const idIn = requestIdFrom('request-id', 'x-request-id')

  it('is read from the first of its headers that the answer has', () => {
    expect(idIn({ 'x-request-id': 'proxy', 'request-id': 'own' })).to.equal('own')
    expect(idIn({ 'x-request-id': ['proxy', 'other'], date: 'today' })).to.equal('proxy')
    expect(idIn({ date: 'today' })).to.equal(null)
  })

  it('is no longer than a receipt keeps it, and none where no column takes it', () => {
    expect(idIn({ 'request-id': 'a'.repeat(5_000) })).to.equal('a'.repeat(200))
    expect(idIn({ 'request-id': '' })).to.equal(null)
    expect(idIn({ 'request-id': 'a\0b' })).to.equal(null)
  })
})
