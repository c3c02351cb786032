import { expect } from 'chai'
import { listUsers } from '../../../../src/application/accounts/users/list-users.ts'
import type { Account } from '../../../../src/application/ports/accounts/account-directory.ts'
import { memoryUsers } from '../../../twins/accounts/users.ts'
import { memoryWallets } from '../../../twins/billing/wallets.ts'

const USERS = 1_001

const idOf = (index: number): string => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`

describe('the list of all users', () => {
  it('has the wallets of each, and asks for those of many at once', async () => {
    const users = memoryUsers()
    const wallets = memoryWallets()
    for (let index = 0; index < USERS; index += 1) {
      const email = `user${index}@example.com`
      await users.add({
        id: idOf(index),
        email,
        emailFolded: email,
        emailVerified: true,
        ownerProvenAt: null,
        displayName: null,
        passwordHash: null,
        createdAt: new Date(index),
      })
    }
    for (const index of [0, 499, 500, 1_000]) {
      await wallets.open({ id: idOf(USERS + index), owner: idOf(index), currency: 'RUB' })
    }
    const asked: number[] = []
    const list = listUsers({
      users,
      wallets: {
        listOfAll: (owners) => {
          asked.push(owners.length)
          return wallets.listOfAll(owners)
        },
      },
    })
    const listed: Account[] = []
    for await (const account of list()) listed.push(account)
    expect(listed.map(({ user }) => user.id)).to.deep.equal(
      Array.from({ length: USERS }, (_none, index) => idOf(index)),
    )
    expect(listed.flatMap((each) => each.wallets.map(({ owner }) => [each.user.id, owner]))).to.deep.equal(
      [0, 499, 500, 1_000].map((index) => [idOf(index), idOf(index)]),
    )
    expect(asked).to.deep.equal([500, 500, 1])
  })
})
