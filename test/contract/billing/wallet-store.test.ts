import { expect } from 'chai'
import { describeBillingStores, rejects, testId } from './billing-stores.ts'

describeBillingStores('wallet store contract', (open) => {
  it('opens an empty wallet and finds it by owner and currency', async () => {
    const { wallets, newUser } = open()
    const owner = await newUser()
    const id = testId()
    await wallets.open({ id, owner, currency: 'RUB' })
    expect(await wallets.find(owner, 'RUB')).to.deep.equal({
      id,
      owner,
      currency: 'RUB',
      balance: 0n,
      held: 0n,
      reserved: 0n,
      suspended: false,
    })
    expect(await wallets.find(owner, 'TOKEN')).to.equal(null)
    expect(await wallets.find(await newUser(), 'RUB')).to.equal(null)
  })

  it('lists roubles first, whatever came first', async () => {
    const { wallets, newUser } = open()
    const owner = await newUser()
    await wallets.open({ id: testId(), owner, currency: 'TOKEN' })
    await wallets.open({ id: testId(), owner, currency: 'RUB' })
    expect((await wallets.listOf(owner)).map(({ currency }) => currency)).to.deep.equal(['RUB', 'TOKEN'])
    expect(await wallets.listOf(await newUser())).to.deep.equal([])
  })

  it('lists the wallets of many owners, each roubles first, and none for an owner without', async () => {
    const { wallets, newUser } = open()
    const owners = [await newUser(), await newUser(), await newUser()] as const
    for (const owner of owners.slice(0, 2)) {
      await wallets.open({ id: testId(), owner, currency: 'TOKEN' })
      await wallets.open({ id: testId(), owner, currency: 'RUB' })
    }
    const [first, , without] = owners
    const listed = await wallets.listOfAll([first, without])
    expect(listed).to.deep.equal(new Map([[first, await wallets.listOf(first)]]))
    expect(await wallets.listOfAll([])).to.deep.equal(new Map())
  })

  it('refuses a second wallet of a currency', async () => {
    const { wallets, newUser } = open()
    const owner = await newUser()
    await wallets.open({ id: testId(), owner, currency: 'RUB' })
    expect(await rejects(wallets.open({ id: testId(), owner, currency: 'RUB' }))).to.equal(true)
    expect(await wallets.listOf(owner)).to.have.length(1)
  })
})
