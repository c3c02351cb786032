import { expect } from 'chai'
import type { ApiKeyStore, NewApiKey } from '../../../src/application/ports/accounts/api-key-store.ts'
import { addressNetwork } from '../../../src/domain/addresses/address-network.ts'
import { testId } from '../billing/billing-stores.ts'
import { NO_LIMITS } from '../../../src/domain/api-keys/key-limits.ts'
import { apiKeyOf } from '../../support/accounts/api-key-of.ts'
import { AT, describeIdentity, later, someHash, someUser } from './identity-stores.ts'

describeIdentity('API key store contract', (ground) => {
  const store = (): ApiKeyStore => ground().stores.apiKeys

  const newOwner = async (): Promise<{ readonly userId: string; readonly walletId: string }> => {
    const user = someUser()
    const walletId = testId()
    await ground().stores.users.add(user)
    await ground().stores.wallets.open({ id: walletId, owner: user.id, currency: 'RUB' })
    await ground().stores.wallets.open({ id: testId(), owner: user.id, currency: 'TOKEN' })
    return { userId: user.id, walletId }
  }

  const make = async (change: Partial<NewApiKey> = {}): Promise<NewApiKey> => {
    const { lastUsedAt: _, spent: __, ...bare } = apiKeyOf()
    const key = {
      ...bare,
      id: testId(),
      userId: change.userId ?? (await newOwner()).userId,
      createdAt: AT,
      expiresAt: later(60_000),
      spendLimit: 12_345_678n,
      spendPeriod: 'monthly' as const,
      timeZone: 'Asia/Kolkata',
      periodEndsAt: later(1_000_000),
      requestsPerMinute: 20,
      tokensPerMinute: 20000,
      note: 'of the "night" shift',
      disabled: true,
      allowedModels: ['openai/gpt', 'odd "name", {}\\ NULL'],
      allowedAddresses: ['192.0.2.0/24', '2001:db8::/32'],
      keyHash: someHash(),
      ...change,
    }
    await store().add(key)
    return key
  }

  const shown = ({ keyHash, ...key }: NewApiKey) => {
    expect(keyHash).to.have.length(64)
    return { ...key, lastUsedAt: null, spent: 0n }
  }

  it('keeps what it was given', async () => {
    const key = await make()
    expect(await store().find(key.id)).to.deep.equal(shown(key))
    const bare = await make({ ...NO_LIMITS, expiresAt: null, periodEndsAt: null, note: null })
    expect(await store().find(bare.id)).to.deep.equal(shown(bare))
    expect(await store().find(testId())).to.equal(null)
  })

  it('counts the keys that a user has made since a moment, deleted ones too, up to a bound', async () => {
    const { userId } = await newOwner()
    const [first] = [await make({ userId }), await make({ userId, createdAt: later(20) }), await make()]
    await store().delete(first.id, later(30))
    const counts = [[later(-1), 9] as const, [later(-1), 1] as const, [AT, 9] as const]
    const counted = counts.map(([since, most]) => store().countMade(userId, since, most))
    expect(await Promise.all(counted)).to.deep.equal([2, 1, 1])
  })

  it('deletes all keys of one user and no others', async () => {
    const { userId } = await newOwner()
    const mine = [await make({ userId }), await make({ userId })]
    const other = await make()
    await store().deleteAllOf(userId, AT, null)
    for (const { id } of mine) expect(await store().find(id)).to.equal(null)
    expect(await store().find(other.id)).to.not.equal(null)
  })

  it('deletes the keys of a user that were made since a moment', async () => {
    const { userId } = await newOwner()
    const older = await make({ userId, createdAt: later(-1) })
    const since = await make({ userId, createdAt: AT })
    await store().deleteAllOf(userId, later(1), AT)
    expect(await store().find(older.id)).to.not.equal(null)
    expect(await store().find(since.id)).to.equal(null)
  })

  it('lists the keys of one user, newest first', async () => {
    const { userId } = await newOwner()
    const ids = [testId(), testId(), testId()].toSorted()
    for (const id of ids) await make({ userId, id })
    expect((await store().listOf(userId)).map(({ id }) => id)).to.deep.equal(ids.toReversed())
    expect(await store().listOf((await newOwner()).userId)).to.deep.equal([])
  })

  it('changes what is given and nothing else', async () => {
    const key = await make()
    await store().change(key.id, {})
    expect(await store().find(key.id)).to.deep.equal(shown(key))
    await store().change(key.id, { name: 'server' })
    await store().change(key.id, { spendLimit: null })
    expect(await store().find(key.id)).to.deep.equal({ ...shown(key), name: 'server', spendLimit: null })
    const rest = { expiresAt: null, allowedModels: null, spendLimit: 5n }
    await store().change(key.id, rest)
    expect(await store().find(key.id)).to.deep.equal({ ...shown(key), ...rest, name: 'server' })
    const period = { spendPeriod: 'daily', timeZone: 'UTC', periodSpent: 3n, periodEndsAt: later(5_000) } as const
    await store().change(key.id, period)
    await store().change(key.id, { spendLimit: 7n, disabled: false, note: null, allowedAddresses: null })
    const changed = { ...period, spendLimit: 7n, disabled: false, note: null, allowedAddresses: null }
    expect(await store().find(key.id)).to.deep.equal({ ...shown(key), ...rest, ...changed, name: 'server' })
    await store().change(key.id, { allowedModels: ['a/b'] })
    expect((await store().find(key.id))?.allowedModels).to.deep.equal(['a/b'])
  })

  it('deletes once, and then knows the key nowhere', async () => {
    const key = await make()
    expect(await store().delete(key.id, AT)).to.equal(true)
    expect(await store().delete(key.id, AT)).to.equal(false)
    expect(await store().find(key.id)).to.equal(null)
    expect(await store().listOf(key.userId)).to.deep.equal([])
    expect(await ground().apiKeyLookup.find(key.keyHash)).to.equal(null)
    await store().change(key.id, { name: 'back', spendLimit: 1n })
    expect(await store().find(key.id)).to.equal(null)
  })

  it('notes the latest use of each key', async () => {
    const [one, two, unused] = [await make(), await make(), await make()]
    await store().noteUses([
      { keyId: one.id, at: later(2000) },
      { keyId: two.id, at: later(3000) },
    ])
    await store().noteUses([
      { keyId: one.id, at: later(1000) },
      { keyId: two.id, at: later(4000) },
      { keyId: testId(), at: AT },
    ])
    await store().noteUses([])
    expect((await store().find(one.id))?.lastUsedAt).to.deep.equal(later(2000))
    expect((await store().find(two.id))?.lastUsedAt).to.deep.equal(later(4000))
    expect((await store().find(unused.id))?.lastUsedAt).to.equal(null)
  })

  it('keeps the limits that a user gives to new keys, for each user alone', async () => {
    const [{ userId }, other] = [await newOwner(), await newOwner()]
    expect(await store().findDefaults(userId)).to.equal(null)
    const defaults = {
      spendLimit: 9_000_000n,
      spendPeriod: 'weekly',
      timeZone: 'Europe/Moscow',
      requestsPerMinute: 5,
      tokensPerMinute: 5000,
      allowedModels: ['a "b"'],
      allowedAddresses: ['::1'],
    } as const
    await store().setDefaults(userId, { ...NO_LIMITS, requestsPerMinute: 1 })
    await store().setDefaults(userId, defaults)
    expect(await store().findDefaults(userId)).to.deep.equal(defaults)
    await store().setDefaults(userId, NO_LIMITS)
    expect(await store().findDefaults(userId)).to.deep.equal(NO_LIMITS)
    expect(await store().findDefaults(other.userId)).to.equal(null)
  })

  describe('spending', () => {
    it('is that of the key and of its account, and of no other account', async () => {
      const { userId } = await newOwner()
      const key = await make({ userId })
      await make({ userId })
      await make()
      expect(await ground().keySpending.find(key.id)).to.deep.equal({ key: shown(key), balance: 0n, accountSpent: 0n })
    })

    it('is nothing for a key that is unknown or deleted', async () => {
      const key = await make()
      await store().delete(key.id, AT)
      expect(await ground().keySpending.find(key.id)).to.equal(null)
      expect(await ground().keySpending.find(testId())).to.equal(null)
    })
  })

  describe('look-up', () => {
    it('says whose a key is, which wallet pays and what it may do', async () => {
      const { userId, walletId } = await newOwner()
      const key = await make({ userId })
      expect(await ground().apiKeyLookup.find(key.keyHash)).to.deep.equal({
        principal: {
          keyId: key.id,
          userId,
          walletId,
          allowedModels: new Set(key.allowedModels),
          rateLimitPerMinute: null,
          requestsPerMinute: 20,
          tokensPerMinute: 20000,
        },
        expiresAtMs: key.expiresAt?.getTime(),
        disabled: true,
        allowedAddresses: key.allowedAddresses?.map(addressNetwork),
      })
    })

    it('says how many requests a minute an operator allows its account', async () => {
      const key = await make()
      await ground().stores.users.setRateLimit(key.userId, 7)
      expect((await ground().apiKeyLookup.find(key.keyHash))?.principal.rateLimitPerMinute).to.equal(7)
    })

    it('knows neither an unknown key nor a key of a deactivated user', async () => {
      const key = await make({ allowedModels: null, expiresAt: null })
      expect(await ground().apiKeyLookup.find(someHash())).to.equal(null)
      expect(await ground().apiKeyLookup.find(key.keyHash)).to.deep.include({ expiresAtMs: null })
      await ground().stores.users.deactivate(key.userId, AT)
      expect(await ground().apiKeyLookup.find(key.keyHash)).to.equal(null)
    })
  })
})
