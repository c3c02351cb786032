import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { hmacUnsubscribeTokens } from '../../../src/adapters/security/hmac-unsubscribe-tokens.ts'

describe('tokens that end alerts', () => {
  const secret = randomBytes(32)
  const tokens = hmacUnsubscribeTokens(secret)
  const asked = { userId: randomUUID(), kind: 'balance_low' } as const

  it('are read by every instance with the secret, and may stand in a query', () => {
    const token = tokens.make(asked)
    expect(hmacUnsubscribeTokens(secret).read(token)).to.deep.equal(asked)
    expect(encodeURIComponent(token)).to.equal(token)
  })

  it('end what they were made for and nothing else', () => {
    const [kind = '', user = '', mac = ''] = tokens.make(asked).split('.')
    const wrong = [
      `key_budget_80.${user}.${mac}`,
      `${kind}.${randomUUID()}.${mac}`,
      `${kind}.${user}.${mac.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      `${kind}.${user}.${mac}.x`,
      `${kind}.${user}`,
      `password_changed.${user}.${mac}`,
      '',
      '..',
    ]
    for (const token of wrong) expect(tokens.read(token), token).to.equal(null)
    expect(hmacUnsubscribeTokens(randomBytes(32)).read(tokens.make(asked))).to.equal(null)
  })
})
