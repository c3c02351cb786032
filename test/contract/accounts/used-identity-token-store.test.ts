import { expect } from 'chai'
import type { UsedIdentityTokenStore } from '../../../src/application/ports/accounts/used-identity-token-store.ts'
import { AT, describeIdentity, later, someHash, someUser } from './identity-stores.ts'

describeIdentity('used identity token store contract', (ground) => {
  const store = (): UsedIdentityTokenStore => ground().stores.usedIdentityTokens

  const newUser = async (): Promise<string> => {
    const user = someUser()
    await ground().stores.users.add(user)
    return user.id
  }

  it('answers the first use to every later use of a token', async () => {
    const [userId, other, hash] = [await newUser(), await newUser(), someHash()]
    const use = { hash, expiresAt: later(60_000), userId, at: AT }
    expect(await store().firstUse(use)).to.deep.equal({ userId, at: AT })
    expect(await store().firstUse({ ...use, at: later(1) })).to.deep.equal({ userId, at: AT })
    expect(await store().firstUse({ ...use, userId: other, at: later(2) })).to.deep.equal({ userId, at: AT })
  })

  it('has one first use of many at once', async () => {
    const hash = someHash()
    const users = await Promise.all(Array.from({ length: 10 }, newUser))
    const uses = users.map((userId, index) => ({ hash, expiresAt: later(60_000), userId, at: later(index) }))
    const firsts = await Promise.all(uses.map((use) => store().firstUse(use)))
    expect(new Set(firsts.map(({ userId }) => userId))).to.have.property('size', 1)
  })

  it('prunes what is over, a little at a time', async () => {
    await store().prune(later(1e12), 1_000)
    const userId = await newUser()
    const kept = { hash: someHash(), expiresAt: later(20), userId, at: AT }
    await store().firstUse(kept)
    for (let made = 0; made < 3; made += 1) await store().firstUse({ ...kept, hash: someHash(), expiresAt: later(10) })
    expect(await store().prune(later(20), 2)).to.equal(2)
    expect(await store().prune(later(20), 2)).to.equal(1)
    expect(await store().firstUse({ ...kept, at: later(5) })).to.deep.equal({ userId, at: AT })
  })
})
