import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { isRight, left } from 'fp-ts/lib/Either.js'
import { parseEmail } from '../../../src/domain/identity/email-address.ts'
import { describeIdentity } from '../../contract/accounts/identity-stores.ts'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import { databaseGround, good, identityStack } from '../../support/accounts/identity-stack.ts'
import type { IdentityGround } from '../../support/accounts/identity-stack.ts'

const PASSWORD = 'five small grey cats'
const REFUSED = left({ tag: 'invalid_api_key' })
const NOT_FOUND = left({ tag: 'not_found' })
const OPEN = { name: 'laptop', expiresAt: null, limits: {} }

const withUser = async (ground: IdentityGround) => {
  const stack = identityStack(ground)
  const email = good(parseEmail(`${randomBytes(8).toString('hex')}@example.org`))
  const { id: userId } = good(await stack.register({ email, password: PASSWORD, displayName: null, locale: 'en' }))
  return { stack, userId, email: email.address }
}

describeIdentity('API keys', (ground) => {
  it('open the gateway to their owner', async () => {
    const { stack, userId } = await withUser(ground())
    const { key, apiKey } = good(
      await stack.createApiKey({ ...OPEN, userId, limits: { allowedModels: ['openai/gpt'] } }),
    )
    expect(key.startsWith(apiKey.prefix)).to.equal(true)
    expect(key.endsWith(apiKey.lastFour)).to.equal(true)
    const wallet = await ground().stores.wallets.find(userId, 'RUB')
    expect(good(await stack.authenticateApiKey(key))).to.deep.equal({
      keyId: apiKey.id,
      userId,
      walletId: wallet?.id,
      allowedModels: new Set(['openai/gpt']),
      rateLimitPerMinute: null,
      requestsPerMinute: null,
      tokensPerMinute: null,
    })
  })

  it('are refused when malformed, unknown or nearly right', async () => {
    const { stack, userId } = await withUser(ground())
    const { key } = good(await stack.createApiKey({ ...OPEN, userId }))
    const nearly = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')
    for (const presented of ['', 'sk-aiagg-', key.toUpperCase(), `${key} `, nearly]) {
      expect(await stack.authenticateApiKey(presented)).to.deep.equal(REFUSED)
    }
  })

  it('expire between two requests, cached or not', async () => {
    const { stack, userId } = await withUser(ground())
    const expiresAt = new Date(ground().clock.now() + 1_000)
    const { key } = good(await stack.createApiKey({ ...OPEN, userId, expiresAt }))
    expect(isRight(await stack.authenticateApiKey(key))).to.equal(true)
    ground().clock.turn(1_000)
    expect(await stack.authenticateApiKey(key)).to.deep.equal(REFUSED)
    const past = await stack.createApiKey({ ...OPEN, userId, expiresAt })
    expect(past).to.deep.equal(left({ tag: 'expiry_in_past' }))
  })

  it('change at once here and within five seconds elsewhere', async () => {
    const { stack, userId } = await withUser(ground())
    const other = identityStack(ground())
    const { key, apiKey } = good(await stack.createApiKey({ ...OPEN, userId }))
    good(await other.authenticateApiKey(key))
    good(await stack.authenticateApiKey(key))
    const change = { name: 'server', allowedModels: ['a/b'], spendLimit: 7n }
    const changed = good(await stack.changeApiKey({ userId, keyId: apiKey.id, change }))
    expect(changed).to.deep.include(change)
    const models = new Set(['a/b'])
    expect(good(await stack.authenticateApiKey(key)).allowedModels).to.deep.equal(models)
    ground().clock.turn(5_000)
    expect(good(await other.authenticateApiKey(key)).allowedModels).to.deep.equal(models)
  })

  it('are refused while disabled, and known again once enabled: at once here, within five seconds elsewhere', async () => {
    const { stack, userId } = await withUser(ground())
    const other = identityStack(ground())
    const { key, apiKey } = good(await stack.createApiKey({ ...OPEN, userId }))
    good(await other.authenticateApiKey(key))
    for (const disabled of [true, false]) {
      good(await stack.changeApiKey({ userId, keyId: apiKey.id, change: { disabled } }))
      expect(isRight(await stack.authenticateApiKey(key))).to.equal(!disabled)
      ground().clock.turn(5_000)
      expect(isRight(await other.authenticateApiKey(key))).to.equal(!disabled)
    }
  })

  it('are refused once deleted: at once here, within five seconds elsewhere', async () => {
    const { stack, userId } = await withUser(ground())
    const other = identityStack(ground())
    const { key, apiKey } = good(await stack.createApiKey({ ...OPEN, userId }))
    good(await stack.authenticateApiKey(key))
    good(await other.authenticateApiKey(key))
    good(await stack.deleteApiKey({ userId, keyId: apiKey.id }))
    expect(await stack.authenticateApiKey(key)).to.deep.equal(REFUSED)
    ground().clock.turn(5_000)
    expect(await other.authenticateApiKey(key)).to.deep.equal(REFUSED)
    expect(await stack.deleteApiKey({ userId, keyId: apiKey.id })).to.deep.equal(NOT_FOUND)
  })

  it('are unknown to another user, and known to an administrator', async () => {
    const { stack, userId } = await withUser(ground())
    const otherUser = await withUser(ground())
    const { apiKey } = good(await stack.createApiKey({ ...OPEN, userId }))
    const theirs = { userId: otherUser.userId, keyId: apiKey.id }
    expect(await stack.changeApiKey({ ...theirs, change: { name: 'mine' } })).to.deep.equal(NOT_FOUND)
    expect(await stack.deleteApiKey(theirs)).to.deep.equal(NOT_FOUND)
    expect(isRight(await stack.deleteApiKey({ userId: null, keyId: apiKey.id }))).to.equal(true)
  })

  it('note when they were used, to the minute, away from the request', async () => {
    const { stack, userId } = await withUser(ground())
    const { clock, stores } = ground()
    const { key, apiKey } = good(await stack.createApiKey({ ...OPEN, userId }))
    const lastUse = async () => (await stores.apiKeys.find(apiKey.id))?.lastUsedAt?.getTime() ?? null
    const firstMs = clock.now()
    good(await stack.authenticateApiKey(key))
    expect(await lastUse()).to.equal(null)
    await stack.uses.flush()
    expect(await lastUse()).to.equal(firstMs)
    clock.turn(59_000)
    good(await stack.authenticateApiKey(key))
    await stack.uses.flush()
    expect(await lastUse()).to.equal(firstMs)
    clock.turn(1_000)
    good(await stack.authenticateApiKey(key))
    await stack.uses.flush()
    expect(await lastUse()).to.equal(firstMs + 60_000)
  })
})

describeOnDatabases('secrets at rest', (database) => {
  it('are in no table as they are used', async () => {
    const { db } = database()
    const { stack, userId, email } = await withUser(await databaseGround(database().open))
    const { key } = good(await stack.createApiKey({ ...OPEN, userId }))
    const pair = good(await stack.logIn({ email, password: PASSWORD }))
    const next = good(await stack.refreshSession(pair.refreshToken))
    const tables = await db.introspection.getTables()
    let dump = ''
    for (const { name } of tables) {
      const rows = await db.withTables<Record<string, object>>().selectFrom(name).selectAll().execute()
      const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)
      dump += JSON.stringify(rows, plain)
      for (const row of rows) {
        for (const value of Object.values(row)) {
          if (value instanceof Uint8Array) {
            const bytes = Buffer.from(value)
            for (const encoding of ['hex', 'base64', 'base64url', 'latin1'] as const) dump += bytes.toString(encoding)
          }
        }
      }
    }
    expect(dump).to.contain(email)
    expect(dump).to.contain('$argon2id$')
    const secrets = [PASSWORD, key, key.slice(9), pair.refreshToken, next.refreshToken, pair.accessToken]
    for (const secret of secrets) {
      expect(dump).to.not.contain(secret)
      expect(dump).to.not.contain(Buffer.from(secret).toString('hex'))
      expect(dump).to.not.contain(Buffer.from(secret, 'base64url').toString('hex'))
    }
  })
})
