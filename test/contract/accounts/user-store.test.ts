import { expect } from 'chai'
import { isRight, right } from 'fp-ts/lib/Either.js'
import type { UserStore } from '../../../src/application/ports/accounts/user-store.ts'
import { MAX_REQUESTS_PER_MINUTE } from '../../../src/domain/limits/admission-rates.ts'
import { AT, describeIdentity, later, someUser } from './identity-stores.ts'
import { testId } from '../billing/billing-stores.ts'

describeIdentity('user store contract', (ground) => {
  const store = (): UserStore => ground().stores.users

  it('keeps what it was given', async () => {
    const user = someUser({ displayName: 'Анна', emailVerified: true })
    expect(await store().add(user)).to.equal(true)
    const expected = { ...user, deactivatedAt: null, rateLimitPerMinute: null, operatorSince: null }
    expect(await store().find(user.id)).to.deep.equal(expected)
    expect(await store().findByEmail(user.emailFolded)).to.deep.equal(expected)
  })

  it('knows no user that was not added', async () => {
    expect(await store().find(testId())).to.equal(null)
    expect(await store().findByEmail('unknown@example.org')).to.equal(null)
  })

  it('gives an address to one of many who ask at once', async () => {
    const { emailFolded } = someUser()
    const users = Array.from({ length: 20 }, () => someUser({ emailFolded }))
    const added = await Promise.all(users.map((user) => store().add(user)))
    expect(added.filter(Boolean)).to.have.length(1)
    const winner = users[added.indexOf(true)]
    expect((await store().findByEmail(emailFolded))?.id).to.equal(winner?.id)
  })

  it('changes the name alone, and clears it', async () => {
    const user = someUser()
    await store().add(user)
    await store().setDisplayName(user.id, 'Boris')
    expect((await store().find(user.id))?.displayName).to.equal('Boris')
    await store().setDisplayName(user.id, null)
    expect((await store().find(user.id))?.displayName).to.equal(null)
  })

  it('replaces a password hash only while it is the expected one', async () => {
    const user = someUser()
    await store().add(user)
    expect(await store().replacePasswordHash(user.id, 'other', 'stolen')).to.equal(false)
    expect((await store().find(user.id))?.passwordHash).to.equal('hash')
    expect(await store().replacePasswordHash(user.id, 'hash', 'better')).to.equal(true)
    expect((await store().find(user.id))?.passwordHash).to.equal('better')
  })

  it('keeps since when a user is an operator', async () => {
    const user = someUser()
    await store().add(user)
    for (const since of [AT, null]) {
      await store().setOperatorSince(user.id, since)
      expect((await store().find(user.id))?.operatorSince).to.deep.equal(since)
    }
  })

  it('keeps how many requests a minute a user may make, up to the highest number, and that there is none', async () => {
    const [user, other] = [someUser(), someUser()]
    for (const each of [user, other]) await store().add(each)
    for (const requests of [1, MAX_REQUESTS_PER_MINUTE, null]) {
      await store().setRateLimit(user.id, requests)
      expect((await store().find(user.id))?.rateLimitPerMinute).to.equal(requests)
    }
    await store().setRateLimit(user.id, 7)
    expect((await store().find(other.id))?.rateLimitPerMinute).to.equal(null)
  })

  it('deactivates once and reactivates', async () => {
    const user = someUser()
    await store().add(user)
    expect(await store().deactivate(user.id, AT)).to.equal(true)
    expect(await store().deactivate(user.id, later(1000))).to.equal(true)
    expect((await store().find(user.id))?.deactivatedAt).to.deep.equal(AT)
    expect(await store().reactivate(user.id)).to.equal(true)
    expect((await store().find(user.id))?.deactivatedAt).to.equal(null)
    expect(await store().deactivate(testId(), AT)).to.equal(false)
    expect(await store().reactivate(testId())).to.equal(false)
  })

  it('sets and takes away a password, and marks the address verified', async () => {
    const user = someUser()
    await store().add(user)
    await store().setPasswordHash(user.id, 'new')
    await store().proveOwner(user.id, later(5))
    expect(await store().find(user.id)).to.deep.include({
      passwordHash: 'new',
      emailVerified: true,
      ownerProvenAt: later(5),
    })
    await store().setPasswordHash(user.id, null)
    expect((await store().find(user.id))?.passwordHash).to.equal(null)
  })

  it('frees the address of a closed account alone', async () => {
    const user = someUser({ emailVerified: true, ownerProvenAt: AT })
    await store().add(user)
    const replacement = `${user.id}@freed.invalid`
    expect(await store().freeAddress(user.id, replacement)).to.equal(false)
    await store().deactivate(user.id, AT)
    expect(await store().freeAddress(user.id, replacement)).to.equal(true)
    expect(await store().findByEmail(user.emailFolded)).to.equal(null)
    expect(await store().findByEmail(replacement)).to.include({
      id: user.id,
      emailVerified: false,
      ownerProvenAt: null,
    })
    expect(await store().add(someUser({ emailFolded: user.emailFolded }))).to.equal(true)
  })

  it('shows a user under lock as they are', async () => {
    const user = someUser()
    await store().add(user)
    const seen = await ground().unitOfWork.transact(async ({ users }) => {
      await users.setPasswordHash(user.id, 'inside')
      return right(await users.lock(user.id))
    })
    expect(isRight(seen) && seen.right).to.include({ id: user.id, passwordHash: 'inside' })
    const unknown = await ground().unitOfWork.transact(async ({ users }) => right(await users.lock(testId())))
    expect(unknown).to.deep.equal(right(null))
  })

  it('lists everyone in order, page by page', async () => {
    for (let made = 0; made < 5; made += 1) await store().add(someUser())
    const all = await store().list({ after: null, limit: 1000 })
    const ids = all.map(({ id }) => id)
    expect(ids).to.deep.equal(ids.toSorted())
    const first = await store().list({ after: null, limit: 2 })
    const second = await store().list({ after: first[1]?.id ?? '', limit: 2 })
    expect([...first, ...second]).to.deep.equal(all.slice(0, 4))
  })
})
