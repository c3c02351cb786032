import { expect } from 'chai'
import { MAX_KNOWN_NETWORKS } from '../../../src/application/ports/accounts/known-network-store.ts'
import type { KnownNetworkStore } from '../../../src/application/ports/accounts/known-network-store.ts'
import type { NewUser } from '../../../src/application/ports/accounts/user-store.ts'
import { AT, describeIdentity, later, someUser } from './identity-stores.ts'

const HERE = '192.0.2.0/24'

describeIdentity('known network store contract', (ground) => {
  const store = (): KnownNetworkStore => ground().stores.knownNetworks

  const signedUp = async (): Promise<NewUser> => {
    const user = someUser()
    await ground().stores.users.add(user)
    return user
  }

  it('knows the networks of an account by its address, and of no other account', async () => {
    const [one, other] = [await signedUp(), await signedUp()]
    await store().note(one.id, HERE, AT)
    expect(await store().isKnown(one.emailFolded, HERE, AT)).to.equal(true)
    expect(await store().isKnown(one.emailFolded, '198.51.100.0/24', AT)).to.equal(false)
    expect(await store().isKnown(other.emailFolded, HERE, AT)).to.equal(false)
    expect(await store().isKnown('nothing@example.org', HERE, AT)).to.equal(false)
  })

  it('knows a network by its last sign-in', async () => {
    const { id, emailFolded } = await signedUp()
    await store().note(id, HERE, AT)
    expect(await store().isKnown(emailFolded, HERE, later(1))).to.equal(false)
    await store().note(id, HERE, later(1))
    expect(await store().isKnown(emailFolded, HERE, later(1))).to.equal(true)
  })

  it('drops the network unused for the longest time when a user has more than the limit', async () => {
    const { id, emailFolded } = await signedUp()
    const network = (index: number): string => `10.0.${index}.0/24`
    for (let index = 0; index < MAX_KNOWN_NETWORKS; index += 1) await store().note(id, network(index), later(index))
    await store().note(id, network(0), later(1000))
    await store().note(id, network(99), later(1001))
    const known = async (index: number): Promise<boolean> => store().isKnown(emailFolded, network(index), AT)
    expect(await known(1), 'the oldest').to.equal(false)
    expect(await Promise.all([known(0), known(2), known(99)])).to.deep.equal([true, true, true])
  })
})
