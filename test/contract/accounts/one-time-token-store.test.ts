import { expect } from 'chai'
import type { OneTimeTokenStore } from '../../../src/application/ports/accounts/one-time-token-store.ts'
import type { OneTimeToken } from '../../../src/domain/identity/one-time-token.ts'
import { AT, describeIdentity, later, someHash, someUser } from './identity-stores.ts'

describeIdentity('one-time token store contract', (ground) => {
  const store = (): OneTimeTokenStore => ground().stores.oneTimeTokens

  const add = async (change: Partial<OneTimeToken> = {}): Promise<OneTimeToken> => {
    const user = someUser()
    if (change.userId === undefined) await ground().stores.users.add(user)
    const token = {
      hash: someHash(),
      purpose: 'reset_password',
      userId: user.id,
      expiresAt: later(1_000),
      ...change,
    } as const
    await store().add(token)
    return token
  }

  it('knows whose a token is, for its purpose and its time', async () => {
    const { hash, userId } = await add()
    expect(await store().find(hash, 'reset_password', later(999))).to.deep.equal({ userId })
    expect(await store().find(hash, 'verify_email', AT)).to.equal(null)
    expect(await store().find(hash, 'reset_password', later(1_000))).to.equal(null)
    expect(await store().find(someHash(), 'reset_password', AT)).to.equal(null)
  })

  it('lets one of many use it, and none after its time or for another purpose', async () => {
    const { hash } = await add()
    expect(await store().take(hash, 'verify_email', AT)).to.equal(false)
    expect(await store().take(hash, 'reset_password', later(1_000))).to.equal(false)
    const taken = await Promise.all(Array.from({ length: 20 }, () => store().take(hash, 'reset_password', AT)))
    expect(taken.filter(Boolean)).to.have.length(1)
    expect(await store().find(hash, 'reset_password', AT)).to.equal(null)
  })

  it('removes a token that was never sent', async () => {
    const { hash } = await add()
    await store().remove(hash)
    expect(await store().take(hash, 'reset_password', AT)).to.equal(false)
  })

  it('voids the tokens of one purpose or of all, of one user', async () => {
    const first = await add()
    const { userId } = first
    const again = await add({ userId })
    const verify = await add({ userId, purpose: 'verify_email' })
    const otherUser = await add()
    const live = async () => {
      const all = [first, again, verify, otherUser]
      const found = await Promise.all(all.map(({ hash, purpose }) => store().find(hash, purpose, AT)))
      return found.map((each) => each !== null)
    }
    await store().voidAllOf(userId, 'reset_password')
    expect(await live()).to.deep.equal([false, false, true, true])
    await store().voidAllOf(userId, null)
    expect(await live()).to.deep.equal([false, false, false, true])
  })

  it('keeps the newest of one purpose and one user', async () => {
    const { userId, hash: oldest } = await add({ expiresAt: later(1_000) })
    const newest = await add({ userId, expiresAt: later(3_000) })
    const middle = await add({ userId, expiresAt: later(2_000) })
    const verify = await add({ userId, purpose: 'verify_email', expiresAt: later(500) })
    const otherUser = await add({ expiresAt: later(500) })
    await store().keepNewest(userId, 'reset_password', 2)
    expect(await store().find(oldest, 'reset_password', AT)).to.equal(null)
    for (const { hash, purpose } of [newest, middle, verify, otherUser]) {
      expect(await store().find(hash, purpose, AT)).to.not.equal(null)
    }
  })

  it('prunes what expired, a little at a time', async () => {
    await store().prune(later(1e12), 1_000)
    for (let made = 0; made < 3; made += 1) await add({ expiresAt: later(10) })
    const { hash } = await add({ expiresAt: later(20) })
    expect(await store().prune(later(20), 2)).to.equal(2)
    expect(await store().prune(later(20), 2)).to.equal(1)
    expect(await store().find(hash, 'reset_password', AT)).to.not.equal(null)
  })
})
