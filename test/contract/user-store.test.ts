import { expect } from 'chai'
import type { UserStore } from '../../src/application/ports/user-store.ts'
import { AT, describeIdentity, later, someUser } from './identity-stores.ts'
import { testId } from './billing-stores.ts'

describeIdentity('user store contract', (ground) => {
  const store = (): UserStore => ground().stores.users

  it('keeps what it was given', async () => {
    const user = someUser({ displayName: 'Анна', emailVerified: true })
    expect(await store().add(user)).to.equal(true)
    const expected = { ...user, deactivatedAt: null, rateLimitPerMinute: null }
    expect(await store().find(user.id)).to.deep.equal(expected)
    expect(await store().findByEmail(user.emailFolded)).to.deep.equal(expected)
  })

  it('knows nobody it was not given', async () => {
    expect(await store().find(testId())).to.equal(null)
    expect(await store().findByEmail('nobody@example.org')).to.equal(null)
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
    await store().replacePasswordHash(user.id, 'other', 'stolen')
    expect((await store().find(user.id))?.passwordHash).to.equal('hash')
    await store().replacePasswordHash(user.id, 'hash', 'better')
    expect((await store().find(user.id))?.passwordHash).to.equal('better')
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
