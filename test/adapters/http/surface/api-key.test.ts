import type { IncomingHttpHeaders } from 'node:http'
import { expect } from 'chai'
import { left } from 'fp-ts/lib/Either.js'
import { apiKeyAuth } from '../../../../src/adapters/http/surface/api-key.ts'
import type { Admission } from '../../../../src/application/admission/admission.ts'

const keyReadFrom = async (headers: IncomingHttpHeaders): Promise<string | null> => {
  let seen: string | null = null
  const admission = {
    authenticateKey: async (key: string) => {
      seen = key
      return left({ tag: 'invalid_api_key' })
    },
  } as unknown as Admission
  const arrival = { headers, state: { clientAddress: '127.0.0.1', headers: {} } }
  await apiKeyAuth.authenticate(arrival, { isSignIn: false }, admission)
  return seen
}

describe('The API key of a request', () => {
  it('is read from the headers in which clients of other APIs put it', async () => {
    expect(await keyReadFrom({ authorization: 'Bearer one' })).to.equal('one')
    expect(await keyReadFrom({ 'x-api-key': 'two' })).to.equal('two')
    expect(await keyReadFrom({ 'api-key': 'three' })).to.equal('three')
    expect(await keyReadFrom({ 'x-goog-api-key': 'four' })).to.equal('four')
    expect(await keyReadFrom({})).to.equal('')
  })

  it('is that of Authorization where several headers have one, unless that is no bearer token', async () => {
    expect(await keyReadFrom({ authorization: 'Bearer one', 'x-api-key': 'two' })).to.equal('one')
    expect(await keyReadFrom({ authorization: 'Basic b25l', 'x-api-key': 'two' })).to.equal('two')
    expect(await keyReadFrom({ authorization: 'Bearer ', 'api-key': 'three' })).to.equal('three')
  })
})
