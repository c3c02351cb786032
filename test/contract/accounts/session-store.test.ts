import { expect } from 'chai'
import type { NewSession, SessionStore } from '../../../src/application/ports/accounts/session-store.ts'
import { sessionEnd } from '../../../src/domain/identity/session.ts'
import { testId } from '../billing/billing-stores.ts'
import { AT, describeIdentity, later, someHash, someUser } from './identity-stores.ts'

describeIdentity('session store contract', (ground) => {
  const store = (): SessionStore => ground().stores.sessions

  const begin = async (change: Partial<NewSession> = {}): Promise<NewSession> => {
    const user = someUser()
    await ground().stores.users.add(user)
    const { secretId } = await ground().refreshTokens.first()
    const session = {
      id: testId(),
      userId: user.id,
      secretId,
      currentHash: someHash(),
      familyHash: someHash(),
      createdAt: AT,
      userAgent: null,
      ...change,
    }
    await store().add(session)
    return session
  }

  it('finds a session by its id and by its family', async () => {
    const { familyHash, ...session } = await begin({ userAgent: 'a browser' })
    expect(await store().findByFamily(familyHash)).to.deep.equal({
      ...session,
      previousHash: null,
      rotatedAt: AT,
      revokedAt: null,
      authenticatedAt: AT,
    })
    expect(await store().find(session.id)).to.deep.equal(await store().findByFamily(familyHash))
    expect(await store().findByFamily(someHash())).to.equal(null)
    expect(await store().find(testId())).to.equal(null)
  })

  it('lets one of many rotations of one token through', async () => {
    const session = await begin()
    const to = someHash()
    const rotation = { id: session.id, from: session.currentHash, to, at: later(1000) }
    const rotated = await Promise.all(Array.from({ length: 20 }, () => store().rotate(rotation)))
    expect(rotated.filter(Boolean)).to.have.length(1)
    const after = await store().findByFamily(session.familyHash)
    expect(after).to.include({ currentHash: to, previousHash: session.currentHash })
    expect(after?.rotatedAt).to.deep.equal(later(1000))
  })

  it('does not rotate a revoked session, and keeps the first revocation', async () => {
    const session = await begin()
    await store().revoke(session.id, 'reuse', later(1000))
    await store().revoke(session.id, 'logout', later(2000))
    const rotation = { id: session.id, from: session.currentHash, to: someHash(), at: later(3000) }
    expect(await store().rotate(rotation)).to.equal(false)
    const after = await store().findByFamily(session.familyHash)
    expect(after?.revokedAt).to.deep.equal(later(1000))
    expect(after?.currentHash).to.equal(session.currentHash)
  })

  it('revokes all sessions of one user and no others', async () => {
    const one = await begin()
    const two = await begin({ userId: one.userId })
    const other = await begin()
    await store().revokeAllOf(one.userId, 'account_deactivated', AT)
    const revokedAt = async (session: NewSession) => (await store().findByFamily(session.familyHash))?.revokedAt
    expect(await revokedAt(one)).to.deep.equal(AT)
    expect(await revokedAt(two)).to.deep.equal(AT)
    expect(await revokedAt(other)).to.equal(null)
  })

  it('revokes all sessions of a user but one', async () => {
    const here = await begin()
    const there = await begin({ userId: here.userId })
    await store().revokeAllOf(here.userId, 'password_changed', AT, here.id)
    expect((await store().findByFamily(here.familyHash))?.revokedAt).to.equal(null)
    expect((await store().findByFamily(there.familyHash))?.revokedAt).to.deep.equal(AT)
  })

  it('lists the sessions of a user that were not revoked, the one used last first', async () => {
    const first = await begin()
    const { userId } = first
    const second = await begin({ userId, createdAt: later(1) })
    const gone = await begin({ userId })
    await store().revoke(gone.id, 'logout', AT)
    await begin()
    const rotation = { id: first.id, from: first.currentHash, to: someHash(), at: later(2) }
    await store().rotate(rotation)
    expect((await store().listOpenOf(userId)).map(({ id }) => id)).to.deep.equal([first.id, second.id])
  })

  it('notes a new proof of who the user is, in a session that goes on', async () => {
    const [session, over] = [await begin(), await begin()]
    await store().revoke(over.id, 'logout', AT)
    for (const { id } of [session, over]) await store().recordReauthentication(id, later(5))
    expect((await store().find(session.id))?.authenticatedAt).to.deep.equal(later(5))
    expect((await store().find(over.id))?.authenticatedAt).to.deep.equal(AT)
  })

  it('revokes what a user has too many of, the longest idle first', async () => {
    const oldest = await begin()
    const { userId } = oldest
    const kept = [await begin({ userId, createdAt: later(2) }), await begin({ userId, createdAt: later(1) })]
    const otherUser = await begin()
    expect(await store().revokeLongestIdle(userId, 2, 'too_many_sessions', later(3))).to.deep.equal([oldest.id])
    expect((await store().find(oldest.id))?.revokedAt).to.deep.equal(later(3))
    for (const { id } of [...kept, otherUser]) expect((await store().find(id))?.revokedAt).to.equal(null)
    expect(await store().revokeLongestIdle(userId, 2, 'too_many_sessions', later(4))).to.deep.equal([])
  })

  it('prunes the old, a few at a time', async () => {
    const old = await Promise.all(Array.from({ length: 3 }, () => begin({ createdAt: later(-10_000) })))
    const young = await begin({ createdAt: later(-9_000) })
    expect(await store().prune(later(-9_000), 2)).to.equal(2)
    expect(await store().prune(later(-9_000), 2)).to.equal(1)
    for (const { familyHash } of old) expect(await store().findByFamily(familyHash)).to.equal(null)
    expect(await store().findByFamily(young.familyHash)).to.not.equal(null)
  })

  describe('look-up', () => {
    it('knows live sessions', async () => {
      const { id, userId } = await begin()
      const known = await ground().sessionLookup.find(id)
      expect(known).to.deep.equal({ userId, endsAtMs: sessionEnd({ createdAt: AT }), isOperator: false })
      expect(await ground().sessionLookup.find(testId())).to.equal(null)
    })

    it('knows which are of an operator', async () => {
      const { id, userId } = await begin()
      const isOperator = async () => (await ground().sessionLookup.find(id))?.isOperator
      await ground().stores.users.setOperatorSince(userId, AT)
      expect(await isOperator()).to.equal(true)
      await ground().stores.users.setOperatorSince(userId, null)
      expect(await isOperator()).to.equal(false)
    })

    it('does not know revoked ones', async () => {
      const { id } = await begin()
      await store().revoke(id, 'logout', AT)
      expect(await ground().sessionLookup.find(id)).to.equal(null)
    })

    it('does not know those of a deactivated user', async () => {
      const { id, userId } = await begin()
      await ground().stores.users.deactivate(userId, AT)
      expect(await ground().sessionLookup.find(id)).to.equal(null)
    })
  })
})
