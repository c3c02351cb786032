import { expect } from 'chai'
import { kyselyApiKeys } from '../../../src/adapters/persistence/accounts/api-keys.ts'
import { kyselyKeyNames } from '../../../src/adapters/persistence/accounts/key-names.ts'
import type { KeyNames } from '../../../src/application/ports/accounts/key-names.ts'
import type { ReceiptKey } from '../../../src/domain/ledger/receipt.ts'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import { memoryKeyNames } from '../../twins/accounts/key-names.ts'
import { addUser, testId } from '../billing/billing-stores.ts'
import { AT, someHash } from './identity-stores.ts'
import { apiKeyOf } from '../../support/accounts/api-key-of.ts'

interface World {
  readonly names: KeyNames
  readonly newUser: () => Promise<string>
  readonly add: (userId: string, key: ReceiptKey) => Promise<void>
  readonly delete: (keyId: string) => Promise<void>
}

const keyCalled = (name: string): ReceiptKey => ({ id: testId(), name, prefix: 'sk-aiagg-abc', lastFour: 'wxyz' })

const suite = (world: () => World): void => {
  it('tells those of the keys that belong to the owner, deleted ones too', async () => {
    const { names, newUser, add } = world()
    const [owner, neighbour] = [await newUser(), await newUser()]
    const [live, deleted, foreign] = [keyCalled('live'), keyCalled('deleted'), keyCalled('foreign')]
    await add(owner, live)
    await add(owner, deleted)
    await add(owner, keyCalled('not asked for'))
    await add(neighbour, foreign)
    await world().delete(deleted.id)
    const found = await names.find(owner, [live.id, deleted.id, foreign.id, testId()])
    expect(found).to.deep.equal(
      new Map([
        [live.id, live],
        [deleted.id, deleted],
      ]),
    )
    expect((await names.find(owner, [])).size).to.equal(0)
  })
}

describe('key names contract in memory', () => {
  const keys = new Map<string, ReceiptKey & { readonly userId: string }>()
  suite(() => ({
    names: memoryKeyNames(keys),
    newUser: async () => testId(),
    add: async (userId, key) => void keys.set(key.id, { ...key, userId }),
    delete: async () => undefined,
  }))
})

describeOnDatabases('key names contract', (database) => {
  suite(() => {
    const { db } = database()
    const apiKeys = kyselyApiKeys(db)
    return {
      names: kyselyKeyNames(db),
      newUser: () => addUser(database()),
      add: (userId, key) => apiKeys.add({ ...apiKeyOf({ userId, createdAt: AT }), ...key, keyHash: someHash() }),
      delete: async (keyId) => void (await apiKeys.delete(keyId, AT)),
    }
  })
})
