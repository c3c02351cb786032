import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import { decideSocialSignIn } from '../../../src/domain/identity/social-identity.ts'
import type { SocialIdentity } from '../../../src/domain/identity/social-identity.ts'
import type { User } from '../../../src/domain/identity/user.ts'
import { AT, someUser } from '../../contract/accounts/identity-stores.ts'

const email = { address: 'Anna@example.org', folded: 'anna@example.org' }

const identity = (change: Partial<SocialIdentity> = {}): SocialIdentity => ({
  provider: 'google',
  subject: '1',
  email,
  emailVouched: true,
  displayName: null,
  singleUse: null,
  ...change,
})

const user = (change: Partial<User> = {}): User => ({
  ...someUser(),
  id: 'u',
  emailVerified: true,
  ownerProvenAt: AT,
  deactivatedAt: null,
  rateLimitPerMinute: null,
  operatorSince: null,
  ...change,
})

describe('a social sign-in', () => {
  it('goes by the subject where it is known, whatever the address says', () => {
    const known = user()
    for (const change of [{}, { email: null }, { emailVouched: false }]) {
      expect(decideSocialSignIn(identity(change), known, null)).to.deep.equal(right({ tag: 'sign_in', userId: 'u' }))
    }
  })

  it('opens an account, verified only if the provider vouches for the address', () => {
    for (const emailVouched of [true, false]) {
      const decision = decideSocialSignIn(identity({ emailVouched }), null, null)
      expect(decision).to.deep.equal(right({ tag: 'create', email, emailVerified: emailVouched }))
    }
  })

  it('needs an address of a new person', () => {
    const nameless = identity({ email: null, emailVouched: false })
    expect(decideSocialSignIn(nameless, null, null)).to.deep.equal(left({ tag: 'email_required' }))
  })

  it('links to an account that is known to be its mailbox owner’s', () => {
    expect(decideSocialSignIn(identity(), null, user())).to.deep.equal(right({ tag: 'link', userId: 'u' }))
  })

  it('claims an account that its mailbox’s owner never entered, verified or not', () => {
    for (const emailVerified of [true, false]) {
      const unproven = user({ emailVerified, ownerProvenAt: null })
      expect(decideSocialSignIn(identity(), null, unproven)).to.deep.equal(right({ tag: 'claim', userId: 'u' }))
    }
  })

  it('never links by an address the provider does not vouch for', () => {
    for (const emailVerified of [true, false]) {
      const decision = decideSocialSignIn(identity({ emailVouched: false }), null, user({ emailVerified }))
      expect(decision).to.deep.equal(left({ tag: 'link_required' }))
    }
  })

  it('opens no closed account', () => {
    const closed = user({ deactivatedAt: AT })
    expect(decideSocialSignIn(identity(), closed, null)).to.deep.equal(left({ tag: 'invalid_credentials' }))
    expect(decideSocialSignIn(identity(), null, closed)).to.deep.equal(left({ tag: 'invalid_credentials' }))
  })
})
