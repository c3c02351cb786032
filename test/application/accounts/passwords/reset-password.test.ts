import { expect } from 'chai'
import { isRight, left, right } from 'fp-ts/lib/Either.js'
import { describeIdentity } from '../../../contract/accounts/identity-stores.ts'
import { good, identityStack } from '../../../support/accounts/identity-stack.ts'
import { freshLogin, PASSWORD } from '../../../support/accounts/fresh-login.ts'
import type { Login } from '../../../support/accounts/fresh-login.ts'
import { mailedToken, sendAll } from '../../../support/accounts/mailed-token.ts'
import { parseEmail } from '../../../../src/domain/identity/email-address.ts'

const NEW_PASSWORD = 'six large white dogs'
const INVALID = left({ tag: 'invalid_token' })
const REFUSED = left({ tag: 'invalid_credentials' })
const OVER = left({ tag: 'invalid_refresh_token' })
const HOUR_MS = 60 * 60 * 1000

describeIdentity('mailboxes and passwords', (ground) => {
  const verifyToken = ({ stack, email }: Login) => mailedToken(ground(), stack, 'verify_email', email)

  const resetToken = async ({ stack, email }: Login) => {
    await stack.requestPasswordReset(good(parseEmail(email)), 'en')
    return mailedToken(ground(), stack, 'reset_password', email)
  }

  const userOf = ({ userId }: Login) => ground().stores.users.find(userId)

  it('verify an address with the token of the mail that registration sent, once', async () => {
    const login = await freshLogin(ground())
    const token = await verifyToken(login)
    expect((await userOf(login))?.emailVerified).to.equal(false)
    const answers = await Promise.all(Array.from({ length: 10 }, () => login.stack.verify(token)))
    expect(answers.filter(isRight)).to.have.length(1)
    expect((await userOf(login))?.emailVerified).to.equal(true)
    expect(await login.stack.verify(token)).to.deep.equal(INVALID)
    expect(await login.stack.resendVerification(login.userId, 'en')).to.equal(false)
  })

  it('take no token that is unknown, malformed, expired, or for something else', async () => {
    const login = await freshLogin(ground())
    const token = await verifyToken(login)
    const { stack } = login
    for (const wrong of ['', 'x', token.slice(1), `${token.slice(1)}A`, 'é'.repeat(43), '='.repeat(43)]) {
      expect(await stack.verify(wrong), wrong).to.deep.equal(INVALID)
    }
    expect(await stack.resetPassword({ token, newPassword: NEW_PASSWORD })).to.deep.equal(INVALID)
    ground().clock.turn(24 * HOUR_MS)
    expect(await stack.verify(token)).to.deep.equal(INVALID)
  })

  it('keep the link of an earlier mail good beside that of a later one, until one is used', async () => {
    const login = await freshLogin(ground())
    const first = await verifyToken(login)
    ground().clock.turn(1)
    expect(await login.stack.resendVerification(login.userId, 'en')).to.equal(true)
    const second = await verifyToken(login)
    expect(second).to.not.equal(first)
    good(await login.stack.verify(first))
    expect(await login.stack.verify(second)).to.deep.equal(INVALID)
  })

  it('reset a password: the address is proven, every session ends, the old password is wrong', async () => {
    const login = await freshLogin(ground())
    const { stack, email } = login
    const phone = good(await stack.logIn({ email, password: PASSWORD }))
    good(await stack.authenticateSession(phone.accessToken))
    const token = await resetToken(login)
    expect(await stack.resetPassword({ token, newPassword: NEW_PASSWORD })).to.deep.equal(right(null))
    for (const pair of [login.pair, phone]) {
      expect(isRight(await stack.authenticateSession(pair.accessToken))).to.equal(false)
      expect(await stack.refreshSession(pair.refreshToken)).to.deep.equal(OVER)
    }
    expect((await userOf(login))?.emailVerified).to.equal(true)
    expect(await stack.logIn({ email, password: PASSWORD })).to.deep.equal(REFUSED)
    good(await stack.logIn({ email, password: NEW_PASSWORD }))
    expect(await stack.resetPassword({ token, newPassword: PASSWORD })).to.deep.equal(INVALID)
  })

  it('leave the token good when the new password is refused', async () => {
    const login = await freshLogin(ground())
    const token = await resetToken(login)
    const weak = (rule: string) => left({ tag: 'weak_password', rule })
    const reset = (newPassword: string) => login.stack.resetPassword({ token, newPassword })
    expect(await reset('short')).to.deep.equal(weak('too_short'))
    expect(await reset(login.email.toUpperCase())).to.deep.equal(weak('same_as_email'))
    expect(await reset(NEW_PASSWORD)).to.deep.equal(right(null))
  })

  it('reset once of many at once', async () => {
    const login = await freshLogin(ground())
    const token = await resetToken(login)
    const resets = Array.from({ length: 5 }, (_, index) =>
      login.stack.resetPassword({ token, newPassword: `${NEW_PASSWORD} ${index}` }),
    )
    const outcomes = await Promise.all(resets)
    expect(outcomes.filter(isRight)).to.have.length(1)
    const winner = outcomes.findIndex(isRight)
    good(await login.stack.logIn({ email: login.email, password: `${NEW_PASSWORD} ${winner}` }))
  })

  it('end all access of the person who opened an account on another person’s address', async () => {
    const login = await freshLogin(ground())
    const { stack, userId } = login
    const fields = { userId, name: 'mine', expiresAt: null, limits: {} }
    const { key } = good(await stack.createApiKey(fields))
    await ground().stores.identities.add({ provider: 'yandex', subject: userId, userId }, new Date())
    good(await stack.resetPassword({ token: await resetToken(login), newPassword: NEW_PASSWORD }))
    expect(isRight(await stack.authenticateApiKey(key))).to.equal(false)
    expect(await ground().stores.identities.providersOf(userId)).to.deep.equal([])
  })

  it('leave keys and social identities to the person who had proven the address before', async () => {
    const login = await freshLogin(ground())
    const { stack, userId } = login
    good(await stack.verify(await verifyToken(login), { password: PASSWORD }))
    const fields = { userId, name: 'mine', expiresAt: null, limits: {} }
    const { key } = good(await stack.createApiKey(fields))
    await ground().stores.identities.add({ provider: 'yandex', subject: userId, userId }, new Date())
    good(await stack.resetPassword({ token: await resetToken(login), newPassword: NEW_PASSWORD }))
    good(await stack.authenticateApiKey(key))
    expect(await ground().stores.identities.providersOf(userId)).to.deep.equal(['yandex'])
  })

  it('send no mail to an address without an account, nor to a closed account', async () => {
    const login = await freshLogin(ground())
    await sendAll(login.stack)
    const resets = () => ground().mailer.messages.filter(({ kind }) => kind === 'reset_password').length
    const before = resets()
    await login.stack.requestPasswordReset(good(parseEmail('nobody-at-all@example.org')), 'en')
    good(await login.stack.deactivateUser(login.userId))
    await login.stack.requestPasswordReset(good(parseEmail(login.email)), 'en')
    await sendAll(login.stack)
    expect(resets()).to.equal(before)
  })

  it('void what was mailed when the account is closed', async () => {
    const login = await freshLogin(ground())
    const token = await resetToken(login)
    good(await login.stack.deactivateUser(login.userId))
    good(await login.stack.reactivateUser(login.userId))
    expect(await login.stack.resetPassword({ token, newPassword: NEW_PASSWORD })).to.deep.equal(INVALID)
  })

  it('write in the language that was asked for', async () => {
    const login = await freshLogin(ground())
    await login.stack.requestPasswordReset(good(parseEmail(login.email)), 'ru')
    await sendAll(login.stack)
    const messages = ground().mailer.messages.filter(({ to }) => to === login.email)
    expect(messages.map(({ kind, locale }) => [kind, locale])).to.have.deep.members([
      ['verify_email', 'en'],
      ['reset_password', 'ru'],
    ])
  })

  it('change a password: other sessions end, this one goes on', async () => {
    const login = await freshLogin(ground())
    const { stack, email, pair } = login
    const phone = good(await stack.logIn({ email, password: PASSWORD }))
    good(await stack.authenticateSession(phone.accessToken))
    const token = await resetToken(login)
    const caller = good(await stack.authenticateSession(pair.accessToken))
    const change = (currentPassword: string, newPassword: string) =>
      stack.changePassword({ caller, currentPassword, newPassword })
    expect(await change('six small grey cats', NEW_PASSWORD)).to.deep.equal(left({ tag: 'invalid_current_password' }))
    expect(await change(PASSWORD, 'short')).to.deep.equal(left({ tag: 'weak_password', rule: 'too_short' }))
    expect(await change(PASSWORD, NEW_PASSWORD)).to.deep.equal(right(null))
    expect(isRight(await stack.authenticateSession(phone.accessToken))).to.equal(false)
    good(await stack.authenticateSession(pair.accessToken))
    good(await stack.refreshSession(pair.refreshToken))
    expect(await stack.logIn({ email, password: PASSWORD })).to.deep.equal(REFUSED)
    good(await stack.logIn({ email, password: NEW_PASSWORD }))
    expect(await stack.resetPassword({ token, newPassword: PASSWORD })).to.deep.equal(INVALID)
  })

  it('let one of many changes of one password through', async () => {
    const { stack, pair, email } = await freshLogin(ground())
    const caller = good(await stack.authenticateSession(pair.accessToken))
    const changes = Array.from({ length: 5 }, (_, index) =>
      stack.changePassword({ caller, currentPassword: PASSWORD, newPassword: `${NEW_PASSWORD} ${index}` }),
    )
    const outcomes = await Promise.all(changes)
    expect(outcomes.filter(isRight)).to.have.length(1)
    good(await stack.logIn({ email, password: `${NEW_PASSWORD} ${outcomes.findIndex(isRight)}` }))
  })

  it('open no session with a password that was changed while it was being checked', async () => {
    const { stack, pair, email } = await freshLogin(ground())
    const caller = good(await stack.authenticateSession(pair.accessToken))
    const slow = ground().passwords
    const passwords = {
      ...slow,
      verify: async (password: string, stored: string | null) => {
        const verdict = await slow.verify(password, stored)
        good(await stack.changePassword({ caller, currentPassword: PASSWORD, newPassword: NEW_PASSWORD }))
        return verdict
      },
    }
    const late = identityStack({ ...ground(), passwords })
    expect(await late.logIn({ email, password: PASSWORD })).to.deep.equal(REFUSED)
  })

  it('free the address of a closed account, and of no other', async () => {
    const login = await freshLogin(ground())
    const { stack, userId, email } = login
    await ground().stores.identities.add({ provider: 'google', subject: userId, userId }, new Date())
    expect(await stack.freeAddress(userId)).to.deep.equal(left({ tag: 'still_active' }))
    good(await stack.deactivateUser(userId))
    good(await stack.freeAddress(userId))
    expect(await ground().stores.identities.find('google', userId)).to.equal(null)
    const anew = await stack.register({
      email: good(parseEmail(email)),
      password: PASSWORD,
      displayName: null,
      locale: 'en',
    })
    expect(good(anew).id).to.not.equal(userId)
  })
})
