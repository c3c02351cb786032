import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { isRight, left, right } from 'fp-ts/lib/Either.js'
import type { ProviderToken } from '../../../../src/application/ports/accounts/identity-provider.ts'
import { randomWebhookSecrets } from '../../../../src/adapters/security/random-webhook-secrets.ts'
import { changeWebhook } from '../../../../src/application/webhooks/change-webhook.ts'
import { parseEmail } from '../../../../src/domain/identity/email-address.ts'
import type { SocialIdentity } from '../../../../src/domain/identity/social-identity.ts'
import { ACCESS_ENDED } from '../../../../src/domain/mail/outgoing-mail.ts'
import { WEB_RULES } from '../../../../src/domain/media/public-url.ts'
import { describeIdentity } from '../../../contract/accounts/identity-stores.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { someWebhook } from '../../../contract/webhooks/webhook-stores.ts'
import { good, identityStack } from '../../../support/accounts/identity-stack.ts'
import { freshLogin, PASSWORD } from '../../../support/accounts/fresh-login.ts'
import type { Login } from '../../../support/accounts/fresh-login.ts'
import { knownPeople } from '../../../support/accounts/known-people.ts'
import { mailedToken, sendAll } from '../../../support/accounts/mailed-token.ts'

const OWN_PASSWORD = 'six large white dogs'
const REFUSED = left({ tag: 'invalid_credentials' })
const UNLIMITED = { name: 'key', expiresAt: null, limits: {} }

const { people, provider, providers } = knownPeople()
const shown = (token: string): ProviderToken => ({ token, nonce: null })

/** A person whom a provider knows; the token is the provider's name of them. */
const known = (name: SocialIdentity['provider'], address: string, emailVouched: boolean): string => {
  const subject = randomBytes(8).toString('hex')
  const email = good(parseEmail(address))
  people.set(subject, right({ provider: name, subject, email, emailVouched, displayName: null, singleUse: null }))
  return subject
}

describeIdentity('the owner of a mailbox', (ground) => {
  const openAccount = async () => {
    const login = await freshLogin(ground())
    const stack = identityStack(ground(), { RUB: 0n, TOKEN: 0n }, providers)
    const { userId } = login
    const { key } = good(await stack.createApiKey({ ...UNLIMITED, userId }))
    const caller = good(await stack.authenticateSession(login.pair.accessToken))
    const token = await mailedToken(ground(), stack, 'verify_email', login.email)
    return { ...login, stack, key, caller, token }
  }
  type Opened = Awaited<ReturnType<typeof openAccount>>

  /** Which of the ways that the person who opened the account has still work. */
  const waysOf = async ({ stack, email, pair, key }: Opened) => ({
    password: isRight(await stack.logIn({ email, password: PASSWORD })),
    session: isRight(await stack.authenticateSession(pair.accessToken)),
    refresh: isRight(await stack.refreshSession(pair.refreshToken)),
    key: isRight(await stack.authenticateApiKey(key)),
  })
  const ALL = { password: true, session: true, refresh: true, key: true }
  const NONE = { password: false, session: false, refresh: false, key: false }

  const addWebhook = async ({ userId }: Login) => {
    const webhook = someWebhook(userId)
    await ground().stores.webhooks.add(webhook, randomWebhookSecrets.make())
    return webhook
  }

  /** What the last notice of a reset says beside the reset. */
  const resetNotice = async ({ stack, email }: Login): Promise<unknown> => {
    await sendAll(stack)
    const notice = ground().mailer.messages.findLast(({ kind, to }) => kind === 'password_reset' && to === email)
    return notice !== undefined && 'detail' in notice ? notice.detail : undefined
  }

  const proven = async ({ userId }: Login) => (await ground().stores.users.find(userId))?.ownerProvenAt

  it('who only follows the link of the mail ends every older way in, and gets a token to set a password', async () => {
    const account = await openAccount()
    const { stack, token, userId, email, caller } = account
    const link = { caller, provider: 'yandex', token: shown(known('yandex', 'x@example.org', false)) } as const
    good(await stack.linkIdentity({ ...link, locale: 'en' }))
    const verified = good(await stack.verify(token))
    expect(verified.email).to.equal(email)
    expect(await waysOf(account)).to.deep.equal(NONE)
    expect(await ground().stores.identities.providersOf(userId)).to.deep.equal([])
    expect(await ground().stores.users.find(userId)).to.include({ emailVerified: true, passwordHash: null })
    const { resetToken } = verified
    good(await stack.resetPassword({ token: resetToken ?? '', newPassword: OWN_PASSWORD }))
    good(await stack.logIn({ email, password: OWN_PASSWORD }))
    expect(isRight(await stack.resetPassword({ token: resetToken ?? '', newPassword: PASSWORD }))).to.equal(false)
  })

  it('who only follows the link of the mail gets the webhooks of the account disabled, and nothing more goes out by them', async () => {
    const account = await openAccount()
    const { webhooks, deliveries } = ground().stores
    const webhook = await addWebhook(account)
    const queued = { id: testId(), eventId: testId(), webhookId: webhook.id, kind: 'topup.failed' } as const
    await deliveries.enqueue({ ...queued, data: {}, occurredAt: webhook.createdAt, createdAt: webhook.createdAt })
    good(await account.stack.verify(account.token))
    expect(await webhooks.find(webhook.id)).to.include({ enabled: false, disabledReason: null })
    expect(await deliveries.find(queued.id)).to.include({ outcome: 'canceled' })
  })

  it('who gives the password of the account changes nothing else', async () => {
    const account = await openAccount()
    const { stack, token, email } = account
    const webhook = await addWebhook(account)
    expect(good(await stack.verify(token, { password: PASSWORD }))).to.deep.equal({ email, resetToken: null })
    expect(await waysOf(account)).to.deep.equal(ALL)
    expect(await ground().stores.webhooks.find(webhook.id)).to.include({ enabled: true })
    expect(await proven(account)).to.be.instanceOf(Date)
  })

  it('who calls in a session of the account changes nothing else', async () => {
    const account = await openAccount()
    const { stack, token, email, caller } = account
    expect(good(await stack.verify(token, { caller }))).to.deep.equal({ email, resetToken: null })
    expect(await waysOf(account)).to.deep.equal(ALL)
  })

  it('is not shown by another password, another account’s session, or a session that is over', async () => {
    const proofs = [
      async () => ({ password: OWN_PASSWORD }),
      async () => ({ caller: (await openAccount()).caller }),
      async ({ stack, caller }: Opened) => {
        await stack.logOut(caller)
        return { caller }
      },
    ]
    for (const proofOf of proofs) {
      const account = await openAccount()
      const verified = good(await account.stack.verify(account.token, await proofOf(account)))
      expect(verified.resetToken).to.have.length(43)
      expect(await waysOf(account)).to.deep.equal(NONE)
    }
  })

  it('enters through Google after a click on the link, into an account with nothing of its opener left', async () => {
    const account = await openAccount()
    const { stack, email, token, userId } = account
    good(await stack.verify(token))
    const pair = good(
      await stack.signInWithProvider({ provider: 'google', token: shown(known('google', email, true)) }),
    )
    expect(good(await stack.authenticateSession(pair.accessToken)).userId).to.equal(userId)
    expect(await waysOf(account)).to.deep.equal(NONE)
  })

  it('takes over through Google an account that counts as verified but that no owner ever entered', async () => {
    const account = await openAccount()
    const { stack, email, userId } = account
    const { users } = ground().stores
    await users.proveOwner(userId, new Date(0))
    // What a click alone did before this rule: the address is verified, and it is not known by whom.
    await users.deactivate(userId, new Date(0))
    await users.freeAddress(userId, email)
    await users.reactivate(userId)
    good(await stack.signInWithProvider({ provider: 'google', token: shown(known('google', email, true)) }))
    expect(await waysOf(account)).to.deep.equal(NONE)
  })

  it('takes over an account that was opened through a provider which does not vouch for the address', async () => {
    const stack = identityStack(ground(), { RUB: 0n, TOKEN: 0n }, providers)
    const email = `${randomBytes(8).toString('hex')}@example.org`
    const attacker = { provider: 'yandex', token: shown(known('yandex', email, false)) } as const
    const theirs = good(await stack.signInWithProvider(attacker))
    good(await stack.verify(await mailedToken(ground(), stack, 'verify_email', email)))
    expect(isRight(await stack.authenticateSession(theirs.accessToken))).to.equal(false)
    expect(await stack.signInWithProvider(attacker)).to.deep.equal(left({ tag: 'link_required' }))
  })

  it('is known by linking a vouched account of the same address from within', async () => {
    const account = await openAccount()
    const { stack, caller, email } = account
    const token = shown(known('google', email, true))
    good(await stack.linkIdentity({ caller, provider: 'google', token, locale: 'en' }))
    expect(await proven(account)).to.be.instanceOf(Date)
    expect(await waysOf(account)).to.deep.equal(ALL)
  })

  it('is not proven by linking another person’s address', async () => {
    const account = await openAccount()
    const { stack, caller } = account
    const token = shown(known('google', 'another@example.org', true))
    good(await stack.linkIdentity({ caller, provider: 'google', token, locale: 'en' }))
    expect(await proven(account)).to.equal(null)
  })

  describe('who takes an account over', () => {
    it('leaves no key to a request that was let in a moment before', async () => {
      const account = await openAccount()
      const { stack, caller, token } = account
      const create = () => stack.createApiKey({ ...UNLIMITED, userId: caller.userId, sessionId: caller.sessionId })
      good(await create())
      good(await stack.verify(token))
      expect(await create()).to.deep.equal(left({ tag: 'unauthenticated' }))
    })

    it('leaves no webhook enabled by a request that was let in a moment before', async () => {
      const account = await openAccount()
      const { caller, token, stack } = account
      const { id: webhookId } = await addWebhook(account)
      const change = changeWebhook({ ...ground(), webhookRules: { allowsHttp: false, urls: WEB_RULES } })
      const enable = () => change({ ...caller, webhookId, change: { enabled: true } })
      good(await enable())
      good(await stack.verify(token))
      expect(await enable()).to.deep.equal(left({ tag: 'unauthenticated' }))
      expect(await ground().stores.webhooks.find(webhookId)).to.include({ enabled: false })
    })

    it('leaves no identity to a request that is still asking its provider', async () => {
      const account = await openAccount()
      const { caller, token, userId } = account
      const subject = known('google', 'mallory@example.org', true)
      const slow = {
        identify: async (presented: ProviderToken) => {
          good(await account.stack.verify(token))
          return provider.identify(presented)
        },
      }
      const stack = identityStack(ground(), { RUB: 0n, TOKEN: 0n }, { google: slow, yandex: null })
      const linked = await stack.linkIdentity({ caller, provider: 'google', token: shown(subject), locale: 'en' })
      expect(linked).to.deep.equal(left({ tag: 'unauthenticated' }))
      expect(await ground().stores.identities.providersOf(userId)).to.deep.equal([])
    })

    it('leaves no session to a social sign-in that was decided a moment before', async () => {
      const stack = identityStack(ground(), { RUB: 0n, TOKEN: 0n }, providers)
      const email = `${randomBytes(8).toString('hex')}@example.org`
      const attacker = { provider: 'yandex', token: shown(known('yandex', email, false)) } as const
      good(await stack.signInWithProvider(attacker))
      const token = await mailedToken(ground(), stack, 'verify_email', email)
      const { refreshTokens } = ground()
      const between = identityStack(
        {
          ...ground(),
          refreshTokens: {
            ...refreshTokens,
            first: async () => {
              good(await stack.verify(token))
              return refreshTokens.first()
            },
          },
        },
        { RUB: 0n, TOKEN: 0n },
        providers,
      )
      expect(await between.signInWithProvider(attacker)).to.deep.equal(REFUSED)
    })
  })

  describe('who resets the password', () => {
    const resetToken = async ({ stack, email }: Opened) => {
      await stack.requestPasswordReset(good(parseEmail(email)), 'en')
      return mailedToken(ground(), stack, 'reset_password', email)
    }

    const withThief = async () => {
      const account = await openAccount()
      const { stack, caller, token, userId } = account
      ground().clock.turn(1_000)
      good(await stack.verify(token, { caller }))
      ground().clock.turn(1_000)
      const theirs = {
        provider: 'yandex',
        token: shown(known('yandex', `thief-${userId}@example.org`, false)),
      } as const
      good(await stack.linkIdentity({ ...theirs, caller, locale: 'en' }))
      const { key } = good(await stack.createApiKey({ ...UNLIMITED, userId, sessionId: caller.sessionId }))
      const thiefEnters = async () => {
        const pair = good(await stack.signInWithProvider(theirs))
        return good(await stack.authenticateSession(pair.accessToken)).userId === userId
      }
      return { account, thiefEnters, thiefKey: key }
    }

    it('and asks to drop access ends what was linked and made since the account was known to be theirs', async () => {
      const { account, thiefEnters, thiefKey } = await withThief()
      const { stack, key } = account
      const webhook = await addWebhook(account)
      const reset = { token: await resetToken(account), newPassword: OWN_PASSWORD, dropAccess: true }
      good(await stack.resetPassword(reset))
      expect(await thiefEnters()).to.equal(false)
      expect(isRight(await stack.authenticateApiKey(thiefKey))).to.equal(false)
      // Made before the address was verified by the same person.
      good(await stack.authenticateApiKey(key))
      // A thief may have changed where it leads.
      expect(await ground().stores.webhooks.find(webhook.id)).to.include({ enabled: false })
      expect(await resetNotice(account)).to.equal(ACCESS_ENDED)
    })

    it('and does not ask keeps both, and may still ask the next time', async () => {
      const { account, thiefEnters, thiefKey } = await withThief()
      const { stack } = account
      const reset = async (dropAccess: boolean) =>
        good(await stack.resetPassword({ token: await resetToken(account), newPassword: OWN_PASSWORD, dropAccess }))
      const webhook = await addWebhook(account)
      await reset(false)
      expect(await resetNotice(account)).to.equal(null)
      expect(await thiefEnters()).to.equal(true)
      expect(await ground().stores.webhooks.find(webhook.id)).to.include({ enabled: true })
      good(await stack.authenticateApiKey(thiefKey))
      ground().clock.turn(1_000)
      await reset(true)
      expect(await thiefEnters()).to.equal(false)
      expect(isRight(await stack.authenticateApiKey(thiefKey))).to.equal(false)
    })
  })
})
