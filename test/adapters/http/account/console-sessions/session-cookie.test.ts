import { expect } from 'chai'
import { consoleSessionResponse } from '../../../../../src/adapters/http/account/console-sessions/session-cookie.ts'

const PAIR = { sessionId: 'session', accessToken: 'access', refreshToken: 'refresh', expiresInSeconds: 900 }

describe('The cookie of the console', () => {
  for (const [baseUrl, isSecure] of [
    ['https://gateway.example', true],
    ['http://127.0.0.1:8080', false],
  ] as const) {
    it(`${isSecure ? 'is for https alone' : 'may travel by http'} where clients come by ${baseUrl}`, () => {
      const { headers, body } = consoleSessionResponse(PAIR, baseUrl)
      expect(headers?.['set-cookie']?.endsWith('; Secure')).to.equal(isSecure)
      expect(JSON.stringify(body)).not.to.contain('refresh')
    })
  }
})
