import { expect } from 'chai'
import { describeIdentity } from './identity-stores.ts'

describeIdentity('access tokens contract', (ground) => {
  it('are read back as issued, until they expire', async () => {
    const { accessTokens, clock } = ground()
    const issuedAtSeconds = clock.now() / 1000
    const claims = { userId: 'user', sessionId: 'session', issuedAtSeconds, expiresAtSeconds: issuedAtSeconds + 900 }
    const token = await accessTokens.issue(claims)
    expect(await accessTokens.issue(claims)).to.not.equal(token)
    expect(await accessTokens.verify(token)).to.deep.equal(claims)
    clock.turn(910_000)
    expect(await accessTokens.verify(token)).to.equal(null)
  })

  it('are not read from anything else', async () => {
    expect(await ground().accessTokens.verify('')).to.equal(null)
    expect(await ground().accessTokens.verify('a.b.c')).to.equal(null)
  })
})
