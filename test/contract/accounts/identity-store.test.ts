import { expect } from 'chai'
import type { IdentityStore } from '../../../src/application/ports/accounts/identity-store.ts'
import { AT, describeIdentity, later, someHash, someUser } from './identity-stores.ts'

describeIdentity('identity store contract', (ground) => {
  const store = (): IdentityStore => ground().stores.identities

  const newUser = async (): Promise<string> => {
    const user = someUser()
    await ground().stores.users.add(user)
    return user.id
  }

  it('knows a person of a provider by the provider and its name of them', async () => {
    const [userId, subject] = [await newUser(), someHash()]
    expect(await store().add({ provider: 'google', subject, userId }, AT)).to.equal(true)
    expect(await store().find('google', subject)).to.deep.equal({ userId })
    expect(await store().find('yandex', subject)).to.equal(null)
  })

  it('gives a person to one of many who ask at once', async () => {
    const subject = someHash()
    const users = await Promise.all(Array.from({ length: 10 }, newUser))
    const added = await Promise.all(users.map((userId) => store().add({ provider: 'yandex', subject, userId }, AT)))
    expect(added.filter(Boolean)).to.have.length(1)
    expect(await store().find('yandex', subject)).to.deep.equal({ userId: users[added.indexOf(true)] })
  })

  it('lists each provider once, in order', async () => {
    const userId = await newUser()
    expect(await store().providersOf(userId)).to.deep.equal([])
    for (const provider of ['yandex', 'google', 'google'] as const) {
      await store().add({ provider, subject: someHash(), userId }, AT)
    }
    expect(await store().providersOf(userId)).to.deep.equal(['google', 'yandex'])
  })

  it('removes those of one user alone', async () => {
    const [one, other, subject] = [await newUser(), await newUser(), someHash()]
    await store().add({ provider: 'google', subject, userId: one }, AT)
    await store().add({ provider: 'google', subject: someHash(), userId: other }, AT)
    await store().removeAllOf(one, null)
    expect(await store().find('google', subject)).to.equal(null)
    expect(await store().providersOf(other)).to.deep.equal(['google'])
  })

  it('removes those that were linked since a moment', async () => {
    const userId = await newUser()
    await store().add({ provider: 'google', subject: someHash(), userId }, later(-1))
    await store().add({ provider: 'yandex', subject: someHash(), userId }, AT)
    await store().removeAllOf(userId, AT)
    expect(await store().providersOf(userId)).to.deep.equal(['google'])
  })

  it('removes those of one provider and one user', async () => {
    const [one, other] = [await newUser(), await newUser()]
    for (const provider of ['google', 'google', 'yandex'] as const) {
      await store().add({ provider, subject: someHash(), userId: one }, AT)
    }
    await store().add({ provider: 'google', subject: someHash(), userId: other }, AT)
    expect(await store().remove(one, 'google')).to.equal(true)
    expect(await store().remove(one, 'google')).to.equal(false)
    expect(await store().providersOf(one)).to.deep.equal(['yandex'])
    expect(await store().providersOf(other)).to.deep.equal(['google'])
  })
})
