import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { isRight, left, right } from 'fp-ts/lib/Either.js'
import type { IdentityProviders, ProviderToken } from '../../../../src/application/ports/accounts/identity-provider.ts'
import { parseEmail } from '../../../../src/domain/identity/email-address.ts'
import { describeIdentity } from '../../../contract/accounts/identity-stores.ts'
import { good, identityStack } from '../../../support/accounts/identity-stack.ts'

const BONUS = { RUB: 0n, TOKEN: 0n }
const PASSWORD = 'a long enough password'

/** Vouches for whatever address its token is. */
const vouching = {
  identify: async ({ token }: ProviderToken) =>
    right({
      provider: 'google',
      subject: token,
      email: good(parseEmail(token)),
      emailVouched: true,
      displayName: null,
      singleUse: null,
    } as const),
}
const providers: IdentityProviders = { google: vouching, yandex: null }

const someAddress = (): string => `${randomBytes(8).toString('hex')}@example.org`

describeIdentity('registration', (ground) => {
  const fieldsOf = (address: string) => ({
    email: good(parseEmail(address)),
    password: PASSWORD,
    displayName: null,
    locale: 'en' as const,
  })

  it('opens accounts for every person where it is open', async () => {
    const stack = identityStack(ground(), BONUS, providers, 'open')
    expect(isRight(await stack.selfRegister(fieldsOf(someAddress())))).to.equal(true)
  })

  it('is refused alike for a free and a taken address where it is closed, and opens nothing', async () => {
    const stack = identityStack(ground(), BONUS, providers, 'closed')
    const [free, taken] = [someAddress(), someAddress()]
    good(await stack.register(fieldsOf(taken)))
    for (const address of [free, taken]) {
      expect(await stack.selfRegister(fieldsOf(address))).to.deep.equal(left({ tag: 'registration_closed' }))
    }
    expect(await ground().stores.users.findByEmail(free)).to.equal(null)
  })

  it('lets a social login into accounts that exist and makes none where it is closed', async () => {
    const stack = identityStack(ground(), BONUS, providers, 'closed')
    const [newcomer, customer] = [someAddress(), someAddress()]
    good(await stack.register(fieldsOf(customer)))
    const enter = (token: string) =>
      stack.signInWithProvider({ provider: 'google', token: { token, nonce: null }, locale: 'en' })
    expect(await enter(newcomer)).to.deep.equal(left({ tag: 'registration_closed' }))
    expect(await ground().stores.users.findByEmail(newcomer)).to.equal(null)
    expect(isRight(await enter(customer))).to.equal(true)
  })
})
