import { expect } from 'chai'
import { kyselyStores } from '../../../../src/adapters/persistence/stores.ts'
import { someHash } from '../../../contract/accounts/identity-stores.ts'
import { addUser, testId } from '../../../contract/billing/billing-stores.ts'
import { apiKeyOf } from '../../../support/accounts/api-key-of.ts'
import { crossWriters } from '../../../support/servers/crossing-writers.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'

describeOnDatabases(
  'notes of the last uses of keys',
  (database) => {
    it('of two processes wait for each other in one order, whatever the order of the calls was', async () => {
      const userId = await addUser(database())
      const { apiKeys, wallets } = kyselyStores(database().db)
      await wallets.open({ id: testId(), owner: userId, currency: 'RUB' })
      const [low, high] = [testId(), testId()].toSorted()
      for (const id of [high!, low!]) await apiKeys.add({ ...apiKeyOf(), id, userId, keyHash: someHash() })
      const used = (id: string, second: number) => ({ keyId: id, at: new Date(second * 1000) })
      const outcomes = await crossWriters(database(), {
        first: (db) => kyselyStores(db).apiKeys.noteUses([used(low!, 1)]),
        both: (db) => kyselyStores(db).apiKeys.noteUses([used(high!, 2), used(low!, 2)]),
        others: (db) => kyselyStores(db).apiKeys.noteUses([used(high!, 3)]),
      })
      expect(outcomes).to.deep.equal(['written', 'written'])
      const latest = await Promise.all([low!, high!].map(async (id) => (await apiKeys.find(id))?.lastUsedAt))
      expect(latest, 'the later use of each').to.deep.equal([new Date(2000), new Date(3000)])
    })
  },
  ['postgresql'],
)
