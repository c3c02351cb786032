import { expect } from 'chai'
import { describeIdentity, someUser } from './identity-stores.ts'
import { testId } from '../billing/billing-stores.ts'

describeIdentity('account directory contract', (ground) => {
  const page = async (addressPrefix: string | null, after: string | null = null, limit = 100) =>
    (await ground().accounts.page({ addressPrefix, after, limit })).map(({ user }) => user.id)

  const added = async (emailFolded: string): Promise<string> => {
    const user = someUser({ emailFolded })
    await ground().stores.users.add(user)
    return user.id
  }

  it('finds by the beginning of the address, in the order of the addresses, page by page', async () => {
    const mark = testId().slice(-12)
    const [c, a, b] = [await added(`${mark}-c@x.org`), await added(`${mark}-a@x.org`), await added(`${mark}-ä@x.org`)]
    await added(`x${mark}@x.org`)
    expect(await page(mark)).to.deep.equal([a, c, b])
    expect(await page(mark, null, 1)).to.deep.equal([a])
    expect(await page(mark, a)).to.deep.equal([c, b])
    expect(await page(mark, b)).to.deep.equal([])
    expect(await page(`${mark}-ä`)).to.deep.equal([b])
  })

  it('takes every character of a beginning for itself', async () => {
    const mark = testId().slice(-12)
    const id = await added(`${mark}_%@x.org`)
    await added(`${mark}ab@x.org`)
    expect(await page(`${mark}_`)).to.deep.equal([id])
    expect(await page(`${mark}_%`)).to.deep.equal([id])
  })

  it('lists all, the newest first, with their wallets', async () => {
    await added(`${testId()}@x.org`)
    const newer = await added(`${testId()}@x.org`)
    const wallet = { id: testId(), owner: newer, currency: 'RUB' } as const
    await ground().stores.wallets.open(wallet)
    const [found] = await ground().accounts.page({ addressPrefix: null, after: null, limit: 1 })
    expect(found?.user.id).to.equal(newer)
    const account = await ground().accounts.find(newer)
    expect(account?.wallets).to.deep.equal([{ ...wallet, balance: 0n, held: 0n, suspended: false, reserved: 0n }])
    expect(await ground().accounts.find(testId())).to.equal(null)
  })
})
