import { expect } from 'chai'
import type { PasswordHasher } from '../../../../src/application/ports/accounts/password-hasher.ts'
import { isRight, left, right } from 'fp-ts/lib/Either.js'
import { logIn } from '../../../../src/application/accounts/sessions/log-in.ts'
import { openSession } from '../../../../src/application/accounts/sessions/open-session.ts'
import { parseEmail } from '../../../../src/domain/identity/email-address.ts'
import type { EmailAddress } from '../../../../src/domain/identity/email-address.ts'
import { systemAccountId } from '../../../../src/domain/ledger/account.ts'
import type { LedgerCommand } from '../../../../src/domain/ledger/command.ts'
import { uuidV7Ids } from '../../../../src/adapters/runtime/uuid-v7-ids.ts'
import { describeIdentity } from '../../../contract/accounts/identity-stores.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import { databaseGround, good, identityStack, memoryGround } from '../../../support/accounts/identity-stack.ts'
import { plainPasswords } from '../../../twins/accounts/password-hasher.ts'

const PASSWORD = 'five small grey cats'

const emailOf = (text: string): EmailAddress => good(parseEmail(text))

const person = (email: string) => ({
  email: emailOf(email),
  password: PASSWORD,
  displayName: null,
  locale: 'en' as const,
})

describeIdentity('registration', (ground) => {
  it('opens an account with a wallet of each currency', async () => {
    const stack = identityStack(ground())
    const user = good(await stack.register(person('Anna@Example.org')))
    expect(user).to.include({ email: 'Anna@Example.org', emailVerified: false })
    const wallets = await ground().stores.wallets.listOf(user.id)
    expect(wallets.map(({ currency, balance }) => [currency, balance])).to.deep.equal([
      ['RUB', 0n],
      ['TOKEN', 0n],
    ])
  })

  it('refuses an address that is taken, in whatever case', async () => {
    const stack = identityStack(ground())
    good(await stack.register(person('boris@example.org')))
    expect(await stack.register(person('BORIS@Example.ORG'))).to.deep.equal(left({ tag: 'email_taken' }))
  })

  it('gives one address to one of many concurrent registrations, and the others get no server error', async () => {
    const stack = identityStack(ground())
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => stack.register(person('vera@example.org'))))
    expect(outcomes.filter(isRight)).to.have.length(1)
    for (const outcome of outcomes) {
      if (!isRight(outcome)) expect(outcome).to.deep.equal(left({ tag: 'email_taken' }))
    }
  })

  it('refuses a weak password before anything is written', async () => {
    const stack = identityStack(ground())
    const outcome = await stack.register({ ...person('weak@example.org'), password: 'password123' })
    expect(outcome).to.deep.equal(left({ tag: 'weak_password', rule: 'common' }))
    expect(await ground().stores.users.findByEmail('weak@example.org')).to.equal(null)
  })

  it('lets the right password in, and answers everything else alike', async () => {
    const stack = identityStack(ground())
    const user = good(await stack.register(person('gleb@example.org')))
    const pair = good(await stack.logIn({ email: 'GLEB@example.org', password: PASSWORD }))
    expect(pair.expiresInSeconds).to.equal(900)
    const refused = left({ tag: 'invalid_credentials' })
    const log = (email: string, password: string) => stack.logIn({ email, password })
    expect(await log('gleb@example.org', 'five small grey dogs')).to.deep.equal(refused)
    expect(await log('nobody@example.org', PASSWORD)).to.deep.equal(refused)
    expect(await log('no address', PASSWORD)).to.deep.equal(refused)
    good(await stack.deactivateUser(user.id))
    expect(await log('gleb@example.org', PASSWORD)).to.deep.equal(refused)
    good(await stack.reactivateUser(user.id))
    expect(isRight(await log('gleb@example.org', PASSWORD))).to.equal(true)
  })
})

const BONUS = { RUB: 0n, TOKEN: 100_000_000n }

describe('sign-up bonus', () => {
  it('comes from the promo account, and only where there is one to give', async () => {
    const commands: LedgerCommand[] = []
    const ground = await memoryGround(commands)
    const user = good(await identityStack(ground, BONUS).register(person('bonus@example.org')))
    const wallet = await ground.stores.wallets.find(user.id, 'TOKEN')
    expect(commands).to.have.length(1)
    expect(commands[0]).to.deep.include({
      tag: 'transfer',
      kind: 'bonus',
      debit: systemAccountId('promo', 'TOKEN'),
      credit: wallet?.id,
      amount: 100_000_000n,
      reference: { kind: 'signup_bonus', id: user.id },
    })
  })
})

describeOnDatabases('sign-up bonus', (database) => {
  it('stands in the wallet of the new account', async () => {
    const ground = await databaseGround(database().open)
    const user = good(await identityStack(ground, BONUS).register(person('bonus@example.org')))
    const wallets = await ground.stores.wallets.listOf(user.id)
    expect(wallets.map(({ balance }) => balance)).to.deep.equal([0n, 100_000_000n])
  })
})

describe('log in', () => {
  it('writes a better hash when the stored one is outdated', async () => {
    const ground = await memoryGround()
    const stack = identityStack(ground)
    const user = good(await stack.register(person('dora@example.org')))
    const deps = {
      ...ground,
      ...ground.stores,
      ids: uuidV7Ids(ground.clock),
      invalidation: { announce: async () => 0 },
    }
    const stronger = logIn({ ...deps, passwords: plainPasswords(3), openSession: openSession(deps) })
    const login = { email: 'dora@example.org', password: PASSWORD, userAgent: null, clientAddress: '192.0.2.1' }
    good(await stronger(login))
    expect((await ground.stores.users.find(user.id))?.passwordHash).to.equal(`plain:3:${PASSWORD}`)
  })

  it('waits as a known caller from a network that the account signed in from, from another network as an unknown one', async () => {
    const ground = await memoryGround()
    const askers: unknown[] = []
    const passwords: PasswordHasher = {
      ...ground.passwords,
      verify: (password, stored, asker) => {
        askers.push(asker)
        return ground.passwords.verify(password, stored, asker)
      },
    }
    const stack = identityStack({ ...ground, passwords })
    good(await stack.register(person('vera@example.org')))
    const from = (clientAddress: string, email = 'vera@example.org', password = PASSWORD) =>
      stack.logIn({ email, password, clientAddress })
    await from('192.0.2.1')
    await from('192.0.2.77', 'vera@example.org', 'a wrong password')
    await from('198.51.100.1')
    await from('192.0.2.1', 'unknown@example.org')
    expect(askers).to.deep.equal(['unknown', 'known', 'unknown', 'unknown'])
  })

  it('does the work of a verification for an address without an account', async () => {
    const ground = await memoryGround()
    const verified: (string | null)[] = []
    const passwords = {
      ...ground.passwords,
      verify: async (_: string, stored: string | null) => {
        verified.push(stored)
        return right({ matches: false, outdated: false })
      },
    }
    const stack = identityStack({ ...ground, passwords })
    await stack.logIn({ email: 'nobody@example.org', password: PASSWORD })
    await stack.logIn({ email: 'no address', password: PASSWORD })
    expect(verified).to.deep.equal([null, null])
  })

  it('says so when too many wait for a hash', async () => {
    const ground = await memoryGround()
    const busy = async () => left({ tag: 'overloaded' } as const)
    const stack = identityStack({ ...ground, passwords: { hash: busy, verify: busy } })
    expect(await stack.register(person('eva@example.org'))).to.deep.equal(left({ tag: 'overloaded' }))
    const outcome = await stack.logIn({ email: 'eva@example.org', password: PASSWORD })
    expect(outcome).to.deep.equal(left({ tag: 'overloaded' }))
  })
})
