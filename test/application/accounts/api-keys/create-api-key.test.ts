import { expect } from 'chai'
import { left } from 'fp-ts/lib/Either.js'
import { describeIdentity } from '../../../contract/accounts/identity-stores.ts'
import { freshLogin } from '../../../support/accounts/fresh-login.ts'
import { good, identityStack } from '../../../support/accounts/identity-stack.ts'

const DAY_MS = 24 * 60 * 60 * 1000

describeIdentity('a user who makes keys and deletes them', (ground) => {
  it('makes 200 in a day, and more the next day; an operator may make more for them', async () => {
    const { userId, pair } = await freshLogin(ground())
    const stack = identityStack(ground())
    const { sessionId } = good(await stack.authenticateSession(pair.accessToken))
    const asked = { userId, name: 'key', expiresAt: null, limits: {} }
    const make = async (session: string | null): Promise<void> => {
      const { apiKey } = good(await stack.createApiKey({ ...asked, sessionId: session }))
      await ground().stores.apiKeys.delete(apiKey.id, new Date(ground().clock.now()))
    }
    for (let made = 0; made < 199; made += 1) await make(null)
    await make(sessionId)
    const refused = left({ tag: 'too_many_new_keys', most: 200 })
    expect(await stack.createApiKey({ ...asked, sessionId })).to.deep.equal(refused)
    await make(null)
    ground().clock.turn(DAY_MS)
    await make(sessionId)
  })
})
