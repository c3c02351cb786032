import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { isRight, left, right } from 'fp-ts/lib/Either.js'
import type { ProviderToken } from '../../../../src/application/ports/accounts/identity-provider.ts'
import { parseEmail } from '../../../../src/domain/identity/email-address.ts'
import type { SocialIdentity } from '../../../../src/domain/identity/social-identity.ts'
import { describeIdentity } from '../../../contract/accounts/identity-stores.ts'
import { good, identityStack } from '../../../support/accounts/identity-stack.ts'
import { freshLogin, PASSWORD } from '../../../support/accounts/fresh-login.ts'
import type { Login } from '../../../support/accounts/fresh-login.ts'
import { knownPeople } from '../../../support/accounts/known-people.ts'
import { mailedToken } from '../../../support/accounts/mailed-token.ts'

const { people, providers } = knownPeople()

const shown = (token: string): ProviderToken => ({ token, nonce: null })

const BONUS = { RUB: 0n, TOKEN: 100_000_000n }

const someone = (change: Partial<SocialIdentity> = {}): { readonly token: string; readonly email: string } => {
  const name = randomBytes(8).toString('hex')
  const address = change.email?.address ?? `${name}@example.org`
  const email = good(parseEmail(address))
  const person = {
    provider: 'google',
    subject: name,
    email,
    emailVouched: true,
    displayName: 'Anna',
    singleUse: null,
  } as const
  people.set(name, right({ ...person, ...change }))
  return { token: name, email: address }
}

describeIdentity('social sign-in', (ground) => {
  const open = () => {
    const stack = identityStack(ground(), BONUS, providers)
    const signIn = (token: string, name: 'google' | 'yandex' = 'google') =>
      stack.signInWithProvider({ provider: name, token: shown(token), locale: 'ru' })
    const userOf = async (token: string) => {
      const pair = good(await signIn(token))
      return good(await stack.authenticateSession(pair.accessToken)).userId
    }
    return { stack, signIn, userOf }
  }

  it('opens an account with wallets and bonus, verified and without a password, and finds it again', async () => {
    const { stack, userOf, signIn } = open()
    const { token, email } = someone()
    const userId = await userOf(token)
    const user = await ground().stores.users.find(userId)
    expect(user).to.include({ email, emailVerified: true, passwordHash: null, displayName: 'Anna' })
    expect((await ground().stores.wallets.listOf(userId)).map(({ currency }) => currency)).to.deep.equal([
      'RUB',
      'TOKEN',
    ])
    expect(await userOf(token)).to.equal(userId)
    expect(await stack.resendVerification(userId, 'en')).to.equal(false)
    expect(isRight(await signIn(token))).to.equal(true)
    expect(await stack.logIn({ email, password: PASSWORD })).to.deep.equal(left({ tag: 'invalid_credentials' }))
  })

  it('asks a newcomer to verify an address the provider does not vouch for', async () => {
    const { stack, userOf } = open()
    const { token, email } = someone({ emailVouched: false })
    const userId = await userOf(token)
    expect((await ground().stores.users.find(userId))?.emailVerified).to.equal(false)
    good(await stack.verify(await mailedToken(ground(), stack, 'verify_email', email)))
    expect(ground().mailer.messages.findLast(({ to }) => to === email)?.locale).to.equal('ru')
  })

  it('makes one account of many first logins at once', async () => {
    const { userOf } = open()
    const { token } = someone()
    const ids = await Promise.all(Array.from({ length: 12 }, () => userOf(token)))
    expect(new Set(ids)).to.have.property('size', 1)
    const user = await ground().stores.users.find(ids[0] ?? '')
    expect((await ground().stores.wallets.listOf(user?.id ?? '')).length).to.equal(2)
  })

  it('makes one account when registration and two providers bring one address at once', async () => {
    const { stack, signIn } = open()
    const google = someone()
    const email = good(parseEmail(google.email))
    const yandex = someone({ provider: 'yandex', email })
    await Promise.all([
      signIn(google.token),
      stack.register({ email, password: PASSWORD, displayName: null, locale: 'en' }),
      signIn(yandex.token, 'yandex'),
    ])
    const user = await ground().stores.users.findByEmail(email.folded)
    const pair = good(await signIn(google.token))
    expect(good(await stack.authenticateSession(pair.accessToken)).userId).to.equal(user?.id)
  })

  it('links to the account of a verified address, which keeps its password and sessions', async () => {
    const { stack, userOf } = open()
    const login = await freshLogin(ground())
    good(await stack.verify(await mailedToken(ground(), stack, 'verify_email', login.email), { password: PASSWORD }))
    const { token } = someone({ email: good(parseEmail(login.email.toUpperCase())) })
    expect(await userOf(token)).to.equal(login.userId)
    good(await stack.logIn({ email: login.email, password: PASSWORD }))
    good(await stack.refreshSession(login.pair.refreshToken))
  })

  it('claims an account whose address was never verified: password, sessions and keys of its opener are gone', async () => {
    const { stack, userOf } = open()
    const { userId, email, pair } = await freshLogin(ground())
    const fields = { userId, name: 'mine', expiresAt: null, limits: {} }
    const { key } = good(await stack.createApiKey(fields))
    const link = await mailedToken(ground(), stack, 'verify_email', email)
    good(await stack.authenticateSession(pair.accessToken))
    const { token } = someone({ email: good(parseEmail(email)) })
    expect(await userOf(token)).to.equal(userId)
    expect(isRight(await stack.authenticateSession(pair.accessToken))).to.equal(false)
    expect(isRight(await stack.refreshSession(pair.refreshToken))).to.equal(false)
    expect(isRight(await stack.authenticateApiKey(key))).to.equal(false)
    expect(isRight(await stack.verify(link))).to.equal(false)
    expect(await stack.logIn({ email, password: PASSWORD })).to.deep.equal(left({ tag: 'invalid_credentials' }))
    expect(await ground().stores.users.find(userId)).to.include({ emailVerified: true, passwordHash: null })
  })

  it('claims an account only once: what its owner sets up afterwards stays', async () => {
    const { stack, userOf } = open()
    const { email } = await freshLogin(ground())
    const address = good(parseEmail(email))
    const google = someone({ email: address })
    const userId = await userOf(google.token)
    await userOf(someone({ email: address }).token)
    const pair = good(await stack.signInWithProvider({ provider: 'google', token: shown(google.token), locale: 'en' }))
    expect(good(await stack.authenticateSession(pair.accessToken)).userId).to.equal(userId)
  })

  it('answers link_required to an unvouched address that another account has', async () => {
    const { signIn } = open()
    const { email, userId } = await freshLogin(ground())
    const { token } = someone({ email: good(parseEmail(email)), emailVouched: false })
    expect(await signIn(token)).to.deep.equal(left({ tag: 'link_required' }))
    expect(await ground().stores.identities.providersOf(userId)).to.deep.equal([])
  })

  it('needs an address, refuses bad tokens, and says when a provider is silent or not there', async () => {
    const { stack, signIn } = open()
    const { token } = someone({ email: null, emailVouched: false })
    expect(await signIn(token)).to.deep.equal(left({ tag: 'email_required' }))
    expect(await signIn('forged')).to.deep.equal(left({ tag: 'invalid_identity_token' }))
    people.set('silent', left({ tag: 'identity_provider_unavailable' }))
    expect(await signIn('silent')).to.deep.equal(left({ tag: 'identity_provider_unavailable' }))
    const bare = identityStack(ground())
    const login = await freshLogin(ground())
    const caller = good(await login.stack.authenticateSession(login.pair.accessToken))
    const input = { provider: 'google', token: shown(token), locale: 'en', caller } as const
    const refused = left({ tag: 'not_found', message: 'Sign-in with this provider is not offered here.' })
    expect(await bare.signInWithProvider(input)).to.deep.equal(refused)
    expect(await bare.linkIdentity(input)).to.deep.equal(refused)
    expect(await stack.linkIdentity({ ...input, token: shown('forged') })).to.deep.equal(
      left({ tag: 'invalid_identity_token' }),
    )
  })

  it('admits no user to a closed account', async () => {
    const { stack, signIn, userOf } = open()
    const { token, email } = someone()
    good(await stack.deactivateUser(await userOf(token)))
    expect(await signIn(token)).to.deep.equal(left({ tag: 'invalid_credentials' }))
    const other = someone({ email: good(parseEmail(email)) })
    expect(await signIn(other.token)).to.deep.equal(left({ tag: 'invalid_credentials' }))
  })

  it('links a provider to an account that is logged in, once and for one account', async () => {
    const { stack, userOf } = open()
    const [one, other] = [await freshLogin(ground()), await freshLogin(ground())]
    const { token } = someone({ provider: 'yandex', email: null, emailVouched: false })
    const link = async ({ pair }: Login) => {
      const caller = good(await stack.authenticateSession(pair.accessToken))
      return stack.linkIdentity({ caller, provider: 'yandex', token: shown(token), locale: 'en' })
    }
    expect(good(await link(one)).identities).to.deep.equal(['yandex'])
    expect(good(await link(one)).identities).to.deep.equal(['yandex'])
    expect(await link(other)).to.deep.equal(left({ tag: 'identity_taken' }))
    expect(await userOf(token)).to.equal(one.userId)
  })
})
