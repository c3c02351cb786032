import { expect } from 'chai'
import { kyselyMarks } from '../../../../src/adapters/persistence/notifications/marks.ts'
import type { RefusedKey } from '../../../../src/application/ports/notifications/mark-store.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { crossWriters } from '../../../support/servers/crossing-writers.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'

const refused = (walletId: string): RefusedKey => ({ walletId, keyId: testId(), limit: 7n, periodEndsAt: null })

describeOnDatabases(
  'notes of refused keys',
  (database) => {
    it('of two processes wait for each other in one order, whatever the order of the calls was', async () => {
      const [low, high] = [testId(), testId()].toSorted().map(refused)
      const outcomes = await crossWriters(database(), {
        first: (db) => kyselyMarks(db).noteRefused([low!]),
        both: (db) => kyselyMarks(db).noteRefused([high!, low!]),
        others: (db) => kyselyMarks(db).noteRefused([high!]),
      })
      expect(outcomes).to.deep.equal(['written', 'written'])
    })
  },
  ['postgresql'],
)
