import { expect } from 'chai'
import { isRight, left } from 'fp-ts/lib/Either.js'
import { AT, describeIdentity } from '../../../contract/accounts/identity-stores.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { good, identityStack } from '../../../support/accounts/identity-stack.ts'
import { freshLogin, PASSWORD } from '../../../support/accounts/fresh-login.ts'
import { deactivateUser } from '../../../../src/application/accounts/users/deactivate-user.ts'
import { reactivateUser } from '../../../../src/application/accounts/users/reactivate-user.ts'
import type { ResponseStore } from '../../../../src/application/ports/responses/response-store.ts'
import { uuidV7Ids } from '../../../../src/adapters/runtime/uuid-v7-ids.ts'
import { parseEmail } from '../../../../src/domain/identity/email-address.ts'

const REFUSED = left({ tag: 'invalid_refresh_token' })
const UNAUTHENTICATED = left({ tag: 'unauthenticated' })

describeIdentity('ending sessions', (ground) => {
  it('logs out here at once, and elsewhere within five seconds', async () => {
    const { stack, pair } = await freshLogin(ground())
    const other = identityStack(ground())
    const caller = good(await stack.authenticateSession(pair.accessToken))
    good(await other.authenticateSession(pair.accessToken))
    await stack.logOut(caller)
    expect(await stack.authenticateSession(pair.accessToken)).to.deep.equal(UNAUTHENTICATED)
    expect(await stack.refreshSession(pair.refreshToken)).to.deep.equal(REFUSED)
    ground().clock.turn(5_000)
    expect(await other.authenticateSession(pair.accessToken)).to.deep.equal(UNAUTHENTICATED)
  })

  it('closes an account: every session and key is refused, the address stays taken', async () => {
    const { stack, userId, email, pair } = await freshLogin(ground())
    const phone = good(await stack.logIn({ email, password: PASSWORD }))
    const options = { userId, name: 'laptop', expiresAt: null, limits: {} }
    const { key } = good(await stack.createApiKey(options))
    for (const { accessToken } of [pair, phone]) good(await stack.authenticateSession(accessToken))
    good(await stack.authenticateApiKey(key))
    good(await stack.deactivateUser(userId))
    for (const { accessToken, refreshToken } of [pair, phone]) {
      expect(await stack.authenticateSession(accessToken)).to.deep.equal(UNAUTHENTICATED)
      expect(await stack.refreshSession(refreshToken)).to.deep.equal(REFUSED)
    }
    expect(await stack.authenticateApiKey(key)).to.deep.equal(left({ tag: 'invalid_api_key' }))
    const again = { email: good(parseEmail(email)), password: PASSWORD, displayName: null, locale: 'en' as const }
    expect(await stack.register(again)).to.deep.equal(left({ tag: 'email_taken' }))
  })

  it('deletes the stored responses of a closed account, and brings them back with no reactivation', async () => {
    const { stack, userId } = await freshLogin(ground())
    const { storedResponses } = ground().stores
    const chain = { responses: 1, items: 1, bytes: 1, values: 1 }
    const sealed = { keyId: 'key', bytes: Uint8Array.of(1) }
    const response = {
      id: testId(),
      userId,
      previousId: null,
      createdAt: AT,
      chain,
      sealed,
      sealedFrame: null,
      itemIds: [],
    }
    expect(await storedResponses.add(response)).to.equal(true)
    good(await stack.deactivateUser(userId))
    expect(await storedResponses.chain(response)).to.deep.equal([])
    good(await stack.reactivateUser(userId))
    expect(await storedResponses.chain(response)).to.deep.equal([])
  })

  it('closes an account whose stored responses cannot be deleted now, and waits for no more than ten thousand', async () => {
    const { stack, userId, pair } = await freshLogin(ground())
    const { unitOfWork, clock, stores } = ground()
    const invalidation = { announce: async () => null }
    const close = (removeOfClosed: ResponseStore['removeOfClosed']) =>
      deactivateUser({ unitOfWork, invalidation, clock, ids: uuidV7Ids(clock), storedResponses: { removeOfClosed } })(
        userId,
        'en',
      )
    good(await close(() => Promise.reject(new Error('canceling statement due to statement timeout'))))
    expect((await stores.users.find(userId))?.deactivatedAt).to.not.equal(null)
    const asked: number[] = []
    good(await close(async (_, limit) => asked.push(limit)))
    expect(asked.reduce((sum, limit) => sum + limit, 0)).to.equal(10_000)
    ground().clock.turn(5_000)
    expect(await stack.authenticateSession(pair.accessToken)).to.deep.equal(UNAUTHENTICATED)
  })

  it('opens an account only when nothing is left of its stored responses', async () => {
    const { stack, userId } = await freshLogin(ground())
    const left = [3, 1_000, 1_000, 0]
    const { unitOfWork } = ground()
    good(await stack.deactivateUser(userId))
    const removeOfClosed = async (): Promise<number> => {
      expect((await ground().stores.users.find(userId))?.deactivatedAt).to.not.equal(null)
      return left.shift() ?? 0
    }
    const invalidation = { announce: async () => null }
    good(await reactivateUser({ unitOfWork, invalidation, storedResponses: { removeOfClosed } })(userId))
    expect(left).to.deep.equal([])
    expect((await ground().stores.users.find(userId))?.deactivatedAt).to.equal(null)
  })

  it('brings keys back with the account, and no session', async () => {
    const { stack, userId, pair } = await freshLogin(ground())
    const options = { userId, name: 'laptop', expiresAt: null, limits: {} }
    const { key } = good(await stack.createApiKey(options))
    good(await stack.deactivateUser(userId))
    // A client goes on with its key in between, so that the refusal is cached.
    expect(isRight(await stack.authenticateApiKey(key))).to.equal(false)
    good(await stack.reactivateUser(userId))
    expect(isRight(await stack.authenticateApiKey(key))).to.equal(true)
    expect(await stack.authenticateSession(pair.accessToken)).to.deep.equal(UNAUTHENTICATED)
    expect(await stack.refreshSession(pair.refreshToken)).to.deep.equal(REFUSED)
  })

  it('makes no key for a closed account, not even for an operator', async () => {
    const { stack, userId } = await freshLogin(ground())
    good(await stack.deactivateUser(userId))
    const options = { userId, name: 'laptop', expiresAt: null, limits: {} }
    expect(await stack.createApiKey(options)).to.deep.equal(UNAUTHENTICATED)
    good(await stack.reactivateUser(userId))
    good(await stack.createApiKey(options))
  })

  it('knows no account that is not there', async () => {
    const stack = identityStack(ground())
    const unknownId = '01990000-0000-7000-8000-000000000000'
    expect(await stack.deactivateUser(unknownId)).to.deep.equal(left({ tag: 'user_not_found' }))
    expect(await stack.reactivateUser(unknownId)).to.deep.equal(left({ tag: 'user_not_found' }))
  })
})
