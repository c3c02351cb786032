import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import { creditUser } from '../../../../src/application/billing/wallets/credit-user.ts'
import { ledgerMemory } from '../../../twins/billing/ledger-memory.ts'
import { memoryLedger } from '../../../twins/billing/ledger.ts'
import { memoryUsers } from '../../../twins/accounts/users.ts'
import { memoryWallets } from '../../../twins/billing/wallets.ts'

const bench = async () => {
  const memory = ledgerMemory()
  const wallets = memoryWallets(memory.wallets)
  await wallets.open({ id: 'wallet', owner: 'user', currency: 'RUB' })
  const users = memoryUsers()
  await users.add({
    id: 'user',
    email: 'Anna@example.org',
    emailFolded: 'anna@example.org',
    emailVerified: false,
    ownerProvenAt: null,
    displayName: null,
    passwordHash: null,
    createdAt: new Date(0),
  })
  const credit = creditUser({ users, wallets, ledger: memoryLedger(memory) })
  return {
    credit: (transferId: string, amount: bigint, email = 'ANNA@example.org') =>
      credit({ transferId, email, currency: 'RUB', amount }),
    transfers: memory.transfers,
  }
}

describe('credit user', () => {
  it('credits and debits by one transfer each', async () => {
    const { credit, transfers } = await bench()
    expect(await credit('1', 100n)).to.deep.equal(right({ userId: 'user', balanceAfter: 100n, fresh: true }))
    expect(await credit('2', -40n)).to.deep.equal(right({ userId: 'user', balanceAfter: 60n, fresh: true }))
    expect([...transfers.values()].map(({ kind, amount }) => [kind, amount])).to.deep.equal([
      ['adjustment', 100n],
      ['adjustment', 40n],
    ])
  })

  it('makes one transfer for one id, and refuses the id with other content', async () => {
    const { credit } = await bench()
    await credit('1', 100n)
    expect(await credit('1', 100n)).to.deep.equal(right({ userId: 'user', balanceAfter: 100n, fresh: false }))
    expect(await credit('1', 101n)).to.deep.equal(left({ tag: 'mismatch' }))
  })

  it('never takes more than the wallet has', async () => {
    const { credit } = await bench()
    await credit('1', 100n)
    expect(await credit('2', -101n)).to.deep.equal(left({ tag: 'insufficient_balance' }))
  })

  it('refuses an unknown user and an amount of zero', async () => {
    const { credit } = await bench()
    expect(await credit('1', 1n, 'boris@example.org')).to.deep.equal(left({ tag: 'user_not_found' }))
    expect(await credit('1', 1n, 'not an address')).to.deep.equal(left({ tag: 'user_not_found' }))
    expect(await credit('1', 0n)).to.deep.equal(left({ tag: 'zero_amount' }))
  })
})
