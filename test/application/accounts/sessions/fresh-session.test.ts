import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { isRight, left, right } from 'fp-ts/lib/Either.js'
import type { ProviderToken } from '../../../../src/application/ports/accounts/identity-provider.ts'
import { RECENT_SIGN_IN_MS, SESSION_IDLE_TIMEOUT_MS, MAX_SESSIONS } from '../../../../src/domain/identity/session.ts'
import type { SocialIdentity } from '../../../../src/domain/identity/social-identity.ts'
import { describeIdentity, later } from '../../../contract/accounts/identity-stores.ts'
import { good, identityStack } from '../../../support/accounts/identity-stack.ts'
import { freshLogin, PASSWORD } from '../../../support/accounts/fresh-login.ts'
import { knownPeople } from '../../../support/accounts/known-people.ts'
import { sendAll } from '../../../support/accounts/mailed-token.ts'

const STALE = left({ tag: 'reauthentication_required' })
const BAD_TOKEN = left({ tag: 'invalid_identity_token' })

const { people, providers } = knownPeople()

/** A token of a new person, valid for one sign-in where `singleUse` is set. */
const someToken = (name: SocialIdentity['provider'], singleUse = false): ProviderToken => {
  const subject = randomBytes(32).toString('hex')
  const use = singleUse ? { hash: subject, expiresAt: later(1e12) } : null
  const unnamed = { email: null, emailVouched: false, displayName: null }
  people.set(subject, right({ provider: name, subject, ...unnamed, singleUse: use }))
  return { token: subject, nonce: null }
}

describeIdentity('a session and its freshness', (ground) => {
  const open = async () => {
    const login = await freshLogin(ground())
    const stack = identityStack(ground(), { RUB: 0n, TOKEN: 0n }, providers)
    const caller = good(await stack.authenticateSession(login.pair.accessToken))
    const link = (token: ProviderToken, name: 'google' | 'yandex' = 'google') =>
      stack.linkIdentity({ caller, provider: name, token, locale: 'en' })
    const unlink = (name: 'google' | 'yandex' = 'google') =>
      stack.unlinkIdentity({ caller, provider: name, locale: 'en' })
    const prove = (password: string) => stack.reauthenticate({ caller, proof: { tag: 'password', password } })
    const proveBy = (token: ProviderToken, name: 'google' | 'yandex' = 'google') =>
      stack.reauthenticate({ caller, proof: { tag: 'social', provider: name, token } })
    return { ...login, stack, caller, link, unlink, prove, proveBy }
  }

  it('lets link and unlink within ten minutes of the sign-in, not later, whatever is refreshed', async () => {
    const { stack, pair, link, unlink } = await open()
    expect(isRight(await link(someToken('google')))).to.equal(true)
    ground().clock.turn(RECENT_SIGN_IN_MS - 1)
    good(await stack.refreshSession(pair.refreshToken))
    expect(isRight(await link(someToken('google')))).to.equal(true)
    ground().clock.turn(1)
    expect(await link(someToken('yandex'), 'yandex')).to.deep.equal(STALE)
    expect(await unlink()).to.deep.equal(STALE)
  })

  it('is freshened by the password, and by nothing that is not it', async () => {
    const { link, prove } = await open()
    ground().clock.turn(RECENT_SIGN_IN_MS)
    expect(await prove('six large white dogs')).to.deep.equal(left({ tag: 'invalid_current_password' }))
    expect(await link(someToken('google'))).to.deep.equal(STALE)
    expect(good(await prove(PASSWORD)).getTime()).to.equal(ground().clock.now())
    expect(isRight(await link(someToken('google')))).to.equal(true)
  })

  it('is freshened by a linked identity, not by that of another person', async () => {
    const { link, proveBy } = await open()
    const mine = someToken('yandex')
    good(await link(mine, 'yandex'))
    ground().clock.turn(RECENT_SIGN_IN_MS)
    expect(await proveBy(someToken('yandex'), 'yandex')).to.deep.equal(BAD_TOKEN)
    expect(await link(someToken('google'))).to.deep.equal(STALE)
    good(await proveBy(mine, 'yandex'))
    expect(isRight(await link(someToken('google')))).to.equal(true)
  })

  it('is not freshened once it is over', async () => {
    const { stack, caller, prove, link } = await open()
    await stack.logOut(caller)
    expect(await prove(PASSWORD)).to.deep.equal(left({ tag: 'unauthenticated' }))
    expect(await link(someToken('google'))).to.deep.equal(left({ tag: 'unauthenticated' }))
  })

  it('unlinks a provider: other sessions end, this one goes on', async () => {
    const { stack, link, unlink, pair } = await open()
    const token = someToken('google')
    good(await link(token))
    const social = good(await stack.signInWithProvider({ provider: 'google', token }))
    good(await unlink())
    expect(isRight(await stack.authenticateSession(social.accessToken))).to.equal(false)
    good(await stack.authenticateSession(pair.accessToken))
    expect(await stack.signInWithProvider({ provider: 'google', token })).to.deep.equal(left({ tag: 'email_required' }))
    expect(await unlink()).to.deep.equal(left({ tag: 'not_found' }))
  })

  it('keeps the last way in', async () => {
    const { userId, link, unlink } = await open()
    good(await link(someToken('google')))
    await ground().stores.users.setPasswordHash(userId, null)
    expect(await unlink()).to.deep.equal(left({ tag: 'last_way_in' }))
    good(await link(someToken('yandex'), 'yandex'))
    good(await unlink())
    expect(await unlink('yandex')).to.deep.equal(left({ tag: 'last_way_in' }))
  })

  it('takes a token for one sign-in once: within ten seconds again for the same account, then never', async () => {
    const [one, other] = [await open(), await open()]
    const token = someToken('google', true)
    good(await one.link(token))
    good(await one.link(token))
    expect(await other.proveBy(token)).to.deep.equal(BAD_TOKEN)
    const enter = () => one.stack.signInWithProvider({ provider: 'google', token })
    ground().clock.turn(10_000)
    good(await enter())
    ground().clock.turn(1)
    expect(await enter()).to.deep.equal(BAD_TOKEN)
    expect(await one.proveBy(token)).to.deep.equal(BAD_TOKEN)
    expect(await one.link(token)).to.deep.equal(BAD_TOKEN)
  })

  it('does not use up a token that was refused', async () => {
    const { stack, email, link } = await open()
    const token = someToken('yandex', true)
    const known = good(people.get(token.token) ?? left('the token belongs to no person'))
    const address = { address: email, folded: email }
    people.set(token.token, right({ ...known, email: address }))
    const refused = await stack.signInWithProvider({ provider: 'yandex', token })
    expect(refused).to.deep.equal(left({ tag: 'link_required' }))
    ground().clock.turn(11_000)
    good(await link(token, 'yandex'))
  })

  it('is listed until it is over or idle, and ended by its user alone', async () => {
    const [{ stack, userId, email, caller, pair }, otherPerson] = [await open(), await open()]
    ground().clock.turn(1_000)
    const phone = good(await stack.logIn({ email, password: PASSWORD, userAgent: 'a phone'.padEnd(300, '.') }))
    const listed = await stack.listSessions(userId)
    expect(listed.map(({ userAgent }) => userAgent?.length ?? null)).to.deep.equal([200, null])
    const [first] = listed
    const sessionId = first?.id ?? ''
    const foreign = await otherPerson.stack.endSession({ userId: otherPerson.userId, sessionId })
    expect(foreign).to.deep.equal(left({ tag: 'not_found' }))
    good(await stack.endSession({ userId, sessionId }))
    expect(isRight(await stack.authenticateSession(phone.accessToken))).to.equal(false)
    expect(isRight(await stack.refreshSession(phone.refreshToken))).to.equal(false)
    expect((await stack.listSessions(userId)).map(({ id }) => id)).to.deep.equal([caller.sessionId])
    good(await stack.authenticateSession(pair.accessToken))
    ground().clock.turn(SESSION_IDLE_TIMEOUT_MS)
    expect(await stack.listSessions(userId)).to.deep.equal([])
  })

  it('ends when its user has too many that were used later', async () => {
    const { stack, userId, email, pair } = await open()
    for (let made = 0; made < MAX_SESSIONS; made += 1) {
      ground().clock.turn(1)
      good(await stack.logIn({ email, password: PASSWORD }))
    }
    expect(await stack.listSessions(userId)).to.have.length(MAX_SESSIONS)
    expect(isRight(await stack.authenticateSession(pair.accessToken))).to.equal(false)
  })

  it('tells the owner of no more than a few facts of one kind an hour, and of other kinds still', async () => {
    const { stack, userId, email, link } = await open()
    const unlimited = { userId, name: 'k', expiresAt: null, limits: {} }
    for (let made = 0; made < 5; made += 1) good(await stack.createApiKey({ ...unlimited, locale: 'en' }))
    good(await link(someToken('google')))
    await sendAll(stack)
    const notices = (kind: string) => ground().mailer.messages.filter((each) => each.to === email && each.kind === kind)
    expect([notices('key_created').length, notices('identity_linked').length]).to.deep.equal([3, 1])
    await ground().stores.users.proveOwner(userId, new Date(ground().clock.now()))
    for (let made = 0; made < 12; made += 1) good(await stack.createApiKey({ ...unlimited, locale: 'en' }))
    await sendAll(stack)
    expect(notices('key_created')).to.have.length(10)
    ground().clock.turn(60 * 60 * 1000 + 1)
    good(await stack.createApiKey({ ...unlimited, locale: 'en' }))
    await sendAll(stack)
    expect(notices('key_created')).to.have.length(11)
  })
})
